import Timing

/// How the callbacks of a cell follow each other. Only callbacks of one timer in one run are neighbours.
package struct PaceFigures: Hashable, Sendable {
  /// Change of lateness from one callback to the next, without its sign; `nil` without neighbours.
  package let jitterP50: Int64?
  /// The 99th percentile of that change; `nil` with fewer than 100 neighbours.
  package let jitterP99: Int64?
  /// The median time from one callback of a timer to its next, in nanoseconds; its distance from the interval is within
  /// ``Histogram/relativeError``. `nil` without neighbours.
  package let achievedInterval: Int64?
  /// Whether at least 20 callbacks came, and half of them or more at least 10 % farther apart than asked for.
  package let achievedIntervalIsOff: Bool
  /// What a program that counts callbacks gets wrong.
  package let countDrift: CountDrift
  /// Wakeups that sufficed for the callbacks.
  package let clusters: Int64
  /// Callbacks that one wakeup served, on average; `nil` without callbacks.
  ///
  /// A callback belongs to the current wakeup when its deadline had passed at that wakeup's first callback, whichever
  /// timer it is of: a timer that catches up on several deadlines at once was woken once.
  package let callbacksPerCluster: Double?
}

/// Elapsed time less callbacks × interval: how far a program that counts callbacks has fallen behind.
///
/// From the first callback measured to the last, for each timer on its own:
/// `last callback − first callback − (callbacks − 1) · interval`.
package struct CountDrift: Hashable, Sendable {
  /// The drift of each run in nanoseconds, the mean over its timers; in the order of the runs, without those whose
  /// recorder was full.
  package let perRun: [Int64]
  /// The sum over the runs, in nanoseconds.
  package let total: Int64
  /// The drift as a share of the time elapsed, in parts per million; `nil` where no time elapsed.
  package let ppm: Double?
}

extension PaceFigures {
  init(_ samples: CellSamples, _ counts: CellCounts) {
    self.init(
      samples, changes: ExactSamples(counts.jitter), intervalErrors: HistogramView(counts.intervalErrors))
  }

  init(_ samples: CellSamples, _ digest: CellDigest) {
    self.init(
      samples, changes: HistogramView(digest.jitter), intervalErrors: HistogramView(digest.intervalErrors))
  }

  private init(
    _ samples: CellSamples, changes: some OrderedSamples, intervalErrors: some OrderedSamples
  ) {
    let neighbours = changes.count
    let jitter = changes.elements(ranks: [Quantile.p50, .p99].map { $0.rank(of: neighbours) })
    let interval = max(1, samples.cell.interval.count)
    jitterP50 = jitter[0]?.value
    jitterP99 = neighbours >= Quantile.p99.samplesNeeded ? jitter[1]?.value : nil
    achievedInterval = intervalErrors.quantile(.p50).map { interval.addingSaturated($0) }
    achievedIntervalIsOff =
      neighbours >= 20 && achievedInterval.map { Double($0) > 1.1 * Double(interval) } ?? false
    countDrift = CountDrift(samples)
    let callbacks = samples.runs.reduce(0) { $0 + $1.callbacks }
    clusters = samples.runs.reduce(0) { $0 + $1.slots.clusters }
    callbacksPerCluster = clusters > 0 ? Double(callbacks) / Double(clusters) : nil
  }
}

/// The first and the last callback of one timer in one run.
struct TimerEnds {
  var first: (slot: Int64, lateness: Int64)
  var last: (slot: Int64, lateness: Int64)
  var callbacks: Int64
  /// Slots between them that belong to a clock event.
  var aside: Int64
}

extension RunSamples {
  /// The ends of the timers that called back.
  var ends: [TimerEnds] {
    if let digest {
      return digest.timers.map {
        TimerEnds(
          first: ($0.firstSlot, $0.firstLateness), last: ($0.lastSlot, $0.lastLateness),
          callbacks: $0.callbacks, aside: $0.asideSlots ?? 0)
      }
    }
    return tracks.compactMap { track in
      guard let first = track.firstCalledSlot, let last = track.finalSlot, let late = track.lateness.last
      else { return nil }
      return TimerEnds(
        first: (first, track.lateness[0]), last: (last, late), callbacks: Int64(track.lateness.count),
        aside: track.asideSlots)
    }
  }
}

extension CountDrift {
  init(_ samples: CellSamples) {
    let interval = max(1, samples.cell.interval.count)
    var perRun: [Int64] = []
    var elapsed = 0.0
    var drift = 0.0
    // Callbacks that came and were not recorded are no drift, and how they were spread is not known.
    for run in samples.runs where !run.ends.isEmpty && run.facts?.dropped ?? 0 == 0 {
      var sum = Int64(0)
      let ends = run.ends
      for timer in ends {
        // A time that belongs to a clock event is no time of the timer's.
        let slots = timer.last.slot.subtractingSaturated(timer.first.slot).subtractingSaturated(timer.aside)
        let later = timer.last.lateness.subtractingSaturated(timer.first.lateness)
        let uncounted = slots.subtractingSaturated(timer.callbacks - 1)
        let behind = uncounted.multipliedSaturated(by: interval).addingSaturated(later)
        sum = sum.addingSaturated(behind)
        drift += Double(behind)
        elapsed += Double(slots) * Double(interval) + Double(later)
      }
      perRun.append(sum / Int64(ends.count))
    }
    self.perRun = perRun
    total = perRun.reduce(0) { $0.addingSaturated($1) }
    ppm = elapsed > 0 ? drift / elapsed * 1e6 : nil
  }
}
