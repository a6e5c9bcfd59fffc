import Timing

/// What is kept of a run whose callbacks are too many to keep one by one: how often each time occurs, and sums.
///
/// Every quantile is still that of all callbacks. What needs them in their order is not to be had: TDEV and MTIE, and
/// whether a difference between two recordings is beyond chance.
struct RunCounts: Hashable, Sendable {
  private(set) var times = CellCounts()
  /// What follows from the callbacks' order; its histograms are empty.
  private var digest: RunDigest
  private var errors = HistogramCounter()
  private let interval: Int64

  init(_ planned: PlannedRun) {
    digest = RunDigest(planned)
    interval = max(1, planned.cell.interval.count)
  }

  /// Adds the next callback.
  /// - Parameter answers: whether the callback is the first that serves its own deadline or comes after it.
  @inline(__always)
  mutating func add(source: Int32, slot: Int64, lateness late: Int64, blocked held: Int64, answers: Bool) {
    if !answers { times.responses.belated.add(late) }
    times.add(lateness: late, blocked: held)
    guard let step = digest.follow(source: source, slot: slot, lateness: late, blocked: held) else { return }
    times.jitter.add(step.change == .min ? .max : abs(step.change))
    errors.add(
      step.slots.subtractingSaturated(1).multipliedSaturated(by: interval).addingSaturated(step.change))
  }

  /// Adds the responses of deadlines other than the own one of the callback that was added last.
  mutating func add(response progression: Progression) { times.responses.add(progression) }

  /// Leaves out slots of a timer that belong to a clock event.
  mutating func setAside(source: Int32, slots: Int64) { digest.setAside(source: source, slots: slots) }

  /// The counts, and what else there is to know of the run.
  func finished() -> (times: CellCounts, digest: RunDigest) {
    var (times, digest) = (times, digest)
    times.intervalErrors = errors.histogram
    digest.lateness = times.lateness.histogram
    digest.jitter = times.jitter.histogram
    return (times, digest)
  }

  /// The counts of a run whose callbacks were kept.
  init(_ run: RunSamples) {
    self.init(run.planned)
    for track in run.tracks {
      var (index, belated) = (0, track.belated[...])
      track.forEach { slot, late in
        if let range = belated.first, range.upperBound == index { belated.removeFirst() }
        add(
          source: track.source, slot: slot, lateness: late,
          blocked: track.blocked.isEmpty ? 0 : track.blocked[index],
          answers: belated.first.map { !$0.contains(index) } ?? true)
        index += 1
      }
      digest.setAside(track)
    }
    for progression in run.slots.otherResponses { add(response: progression) }
  }
}

/// How often each time occurs in some runs of a cell.
struct CellCounts: Hashable, Sendable {
  /// Lateness, one a callback.
  private(set) var lateness = TimeCounts()
  /// Lateness without the blocked part; `nil` while nothing was blocked.
  private(set) var latency: TimeCounts?
  /// What makes responses of the lateness.
  var responses = ResponseTimes()
  /// Change of lateness from one callback of a timer to its next, without its sign.
  var jitter = TimeCounts()
  /// Time from one callback of a timer to its next, less the interval. What is asked of it is whether it is that of the
  /// timer.
  var intervalErrors = Histogram()

  init() {}

  @inline(__always)
  mutating func add(lateness late: Int64, blocked held: Int64) {
    if held != 0, latency == nil { latency = lateness }
    lateness.add(late)
    latency?.add(late.subtractingSaturated(held))
  }

  mutating func add(_ other: CellCounts) {
    if latency != nil || other.latency != nil {
      var all = latency ?? lateness
      all.add(other.latency ?? other.lateness)
      latency = all
    }
    lateness.add(other.lateness)
    responses.add(other.responses)
    jitter.add(other.jitter)
    intervalErrors.add(other.intervalErrors)
  }
}

extension CellCounts {
  /// All runs of a cell; `nil` where one is known by its histograms only.
  init?(_ samples: CellSamples) {
    guard samples.runs.allSatisfy({ $0.digest == nil || $0.isCounted }) else { return nil }
    self = samples.counts
    for run in samples.runs where !run.isCounted { add(RunCounts(run).finished().times) }
  }

  /// The callbacks by lateness.
  var callbacks: ExactSamples<TimeCounts.Index> { ExactSamples(lateness) }
  /// The deadlines by response; `nil` where each callback answers its own deadline and no other.
  var deadlines: ExactSamples<ResponseTimes.Index>? {
    responses.isEmpty ? nil : responses.samples(of: lateness)
  }
}
