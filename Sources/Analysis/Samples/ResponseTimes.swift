/// The response of each deadline: the lateness of the callbacks that answer their own, and the responses of the others.
///
/// Those a late callback answers besides are equally spaced, an interval apart, and may be a billion: they are never laid
/// out.
struct ResponseTimes: Hashable, Sendable {
  /// The lateness of callbacks whose own deadline had been answered before.
  var belated = TimeCounts()
  /// Responses of other deadlines: of a callback a few, or as many as are not worth a progression.
  var others = TimeCounts()
  var progressions: [Progression] = []

  /// Shorter progressions are counted one by one.
  private static let longestCounted: Int64 = 64

  /// Whether every callback answers its own deadline and no other.
  var isEmpty: Bool { belated.isEmpty && others.isEmpty && progressions.isEmpty }

  mutating func add(_ progression: Progression) {
    if progression.count > Self.longestCounted {
      progressions.append(progression)
    } else {
      for value in progression.values { others.add(value) }
    }
  }

  mutating func add(_ other: ResponseTimes) {
    belated.add(other.belated)
    others.add(other.others)
    progressions += other.progressions
  }

  /// The sample of all responses where the lateness of all callbacks is given. Its histogram tells counts, sums, the least
  /// and the largest, and has no bins of the progressions.
  func samples(of lateness: TimeCounts) -> ExactSamples<Index> {
    var histogram = own(of: lateness)
    histogram.add(others.histogram)
    for progression in progressions { histogram.includeMoments(of: progression) }
    return ExactSamples(Index(self, lateness.index), histogram)
  }

  /// The histogram of all responses where the lateness of all callbacks is given.
  func bins(of lateness: TimeCounts) -> Histogram {
    var histogram = own(of: lateness)
    histogram.add(others.histogram)
    for progression in progressions { histogram.add(progression) }
    return histogram
  }

  /// The lateness of the callbacks that answer their own deadline.
  private func own(of lateness: TimeCounts) -> Histogram {
    guard !belated.isEmpty else { return lateness.histogram }
    var taken: [Int64: Int64] = [:]
    belated.forEach { taken[$0, default: 0] += $1 }
    var left = TimeCounts()
    lateness.forEach { time, times in
      let without = min(times, taken[time] ?? 0)
      if without > 0 { taken[time] = (taken[time] ?? 0) - without }
      left.add(time, times: times - without)
    }
    return left.histogram
  }

  /// Where the responses lie.
  struct Index: TimeIndex {
    private let lateness: TimeCounts.Index
    private let belated: TimeCounts.Index
    private let others: TimeCounts.Index
    private let progressions: ProgressionIndex

    init(_ responses: ResponseTimes, _ lateness: TimeCounts.Index) {
      self.lateness = lateness
      belated = responses.belated.index
      others = responses.others.index
      progressions = ProgressionIndex(responses.progressions)
    }

    func count(atMost limit: Int64) -> Int64 {
      (lateness.count(atMost: limit) - belated.count(atMost: limit) + others.count(atMost: limit))
        .addingSaturated(progressions.count(atMost: limit))
    }
  }
}
