import Timing

extension StoredDigest {
  /// What in the digest no run can have, in a few words; `nil` where nothing is wrong.
  var impossible: String? {
    let n = digest.lateness.count
    let histograms = [
      digest.lateness, digest.responses, digest.latency, digest.jitter, digest.intervalErrors,
    ]
    if let wrong = histograms.lazy.compactMap({ $0?.impossible }).first {
      return wrong
    }
    if fired < n { return "fired is less than its callbacks" }
    if clusters > n || clusters == 0 && n > 0 { return "clusters that its callbacks cannot make" }
    if digest.violations > n { return "violations is more than its callbacks" }
    if digest.latency.count != 0, digest.latency.count != n { return "latency is not of its callbacks" }
    if !digest.blocked.isFinite || digest.blocked < 0 { return "blocked_ns is negative" }
    // The sum was rounded at each callback.
    let blocked = digest.latency.count == 0 ? 0 : Double(digest.lateness.sum - digest.latency.sum)
    if abs(blocked - digest.blocked) > 1e-6 * abs(blocked) + 1 {
      return "blocked_ns is not lateness less latency"
    }
    let timers = Int64(digest.timerCount)
    if timers > n || timers == 0 && n > 0 { return "timer_count that its callbacks cannot have" }
    if digest.jitter.count != n - timers || digest.intervalErrors.count != n - timers {
      return "jitter or interval_errors are not of neighbouring callbacks"
    }
    guard !digest.timers.isEmpty else { return timers <= Int64(Self.mostTimers) && n > 0 ? "no timers" : nil }
    if Int64(digest.timers.count) != timers || Set(digest.timers.map(\.source)).count != digest.timers.count {
      return "timers are not those that it counts"
    }
    if digest.timers.reduce(Int64(0), { $0.addingSaturated($1.callbacks) }) != n {
      return "the callbacks of its timers are not those that it counts"
    }
    let range = (digest.lateness.min ?? 0)...(digest.lateness.max ?? 0)
    for timer in digest.timers {
      if timer.lastSlot.subtractingSaturated(timer.firstSlot) < timer.callbacks - 1 {
        return "more callbacks of a timer than slots"
      }
      if !range.contains(timer.firstLateness) || !range.contains(timer.lastLateness) {
        return "a timer's lateness beyond the least or largest"
      }
      if timer.groups.reduce(0, { $0 + $1.count }) != Double(timer.callbacks) {
        return "the groups of a timer are not its callbacks"
      }
    }
    return nil
  }

  /// What of the facts of its run cannot be true together with the digest, in a few words; `nil` where all can.
  /// - Parameter latest: the largest lateness among the measured rows that were kept, which are those around the latest
  ///   callbacks; `nil` where none was.
  package func contradiction(of facts: RunFacts, latest: Int64?) -> String? {
    if warmup != facts.warmup { return "its histogram has \(warmup) callbacks in the warm-up" }
    let callbacks = digest.lateness.count.addingSaturated(warmup).addingSaturated(eventful)
    if callbacks != facts.callbacks { return "its histogram has \(callbacks) callbacks" }
    // Each callback of the warm-up or of a clock event stands for a deadline at least.
    let others = warmup.addingSaturated(eventful)
    if facts.fired.subtractingSaturated(fired) < others || others == 0 && fired != facts.fired {
      return "its histogram's callbacks stand for \(fired) deadlines"
    }
    if missed > facts.missed || others == 0 && missed != facts.missed {
      return "its histogram has \(missed) missed"
    }
    // From its first callback to its last a timer's slots are fired or missed, but for those of callbacks that were lost.
    let spanned = digest.timers.reduce(Int64(0)) {
      $0.addingSaturated($1.lastSlot.subtractingSaturated($1.firstSlot).addingSaturated(1))
    }
    if facts.dropped == 0, fired.addingSaturated(missed).addingSaturated(eventfulSlots) < spanned {
      return
        "its histogram accounts for \(fired.addingSaturated(missed).addingSaturated(eventfulSlots)) slots of \(spanned)"
    }
    if latest != digest.lateness.max {
      return "its histogram's largest lateness is not that of the latest row"
    }
    return nil
  }
}

extension Histogram {
  /// What in it no sample can have; `nil` where nothing is wrong.
  var impossible: String? {
    let bins = bins
    guard let first = bins.first, let last = bins.last, let min, let max else { return nil }
    guard first.bin.range.contains(min), last.bin.range.contains(max) else {
      return "its least or largest value is in no bin"
    }
    // The values of a bin lie in its range, those of the first and last within the least and largest value.
    func bounds(_ bin: Bin) -> (low: Int64, high: Int64) {
      (Swift.max(bin.range.lowerBound, min), Swift.min(bin.range.upperBound, max))
    }
    var (low, high) = (Int128(0), Int128(0))
    var (least, most) = (0.0, 0.0)
    for (bin, count) in bins {
      let (from, through) = bounds(bin)
      low += Int128(from) * Int128(count)
      high += Int128(through) * Int128(count)
      let (near, far) = (
        Swift.min(from.magnitude, through.magnitude), Swift.max(from.magnitude, through.magnitude)
      )
      least += Double(near) * Double(near) * Double(count)
      most += Double(far) * Double(far) * Double(count)
    }
    if sum < low || sum > high { return "its sum is not that of its bins" }
    guard let squares else { return most < 0x1p127 ? "its sum of squares is missing" : nil }
    let rounding = 1e-9
    let total = Double(squares)
    if total < least * (1 - rounding) || total > most * (1 + rounding) {
      return "its sum of squares is not that of its bins"
    }
    // By Cauchy and Schwarz.
    if total * Double(count) < Double(sum) * Double(sum) * (1 - rounding) {
      return "its sum of squares is less than its sum allows"
    }
    return nil
  }
}
