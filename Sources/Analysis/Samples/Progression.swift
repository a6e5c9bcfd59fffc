/// A run of equally spaced values: `lowest`, `lowest + step`, … (`count` of them).
struct Progression: Hashable, Sendable {
  var lowest: Int64
  var count: Int64
  var step: Int64

  var highest: Int64 { lowest.addingSaturated(step.multipliedSaturated(by: count - 1)) }

  /// How many of the values are at most `limit`.
  func count(atMost limit: Int64) -> Int64 {
    guard limit >= lowest else { return 0 }
    let distance = limit.subtractingReportingOverflow(lowest)
    return distance.overflow ? count : min(count - 1, distance.partialValue / step) + 1
  }

  /// How many of the values lie in a range.
  func count(in range: ClosedRange<Int64>) -> Int64 {
    count(atMost: range.upperBound) - (range.lowerBound == .min ? 0 : count(atMost: range.lowerBound - 1))
  }

  /// The values one by one.
  var values: some Sequence<Int64> {
    (0..<count).lazy.map { lowest.addingSaturated($0.multipliedSaturated(by: step)) }
  }

  /// The values in a range one by one.
  func values(in range: ClosedRange<Int64>) -> some Sequence<Int64> {
    let below = range.lowerBound == .min ? 0 : count(atMost: range.lowerBound - 1)
    return (below..<below + count(in: range)).lazy.map {
      lowest.addingSaturated($0.multipliedSaturated(by: step))
    }
  }

  /// The distances of the values from `centre`: those below it and those from it on.
  func distances(from centre: Int64) -> [Progression] {
    let below = centre == .min ? 0 : count(atMost: centre - 1)
    var parts: [Progression] = []
    if below > 0 {
      let nearest = lowest.addingSaturated(step.multipliedSaturated(by: below - 1))
      parts.append(Progression(lowest: centre.subtractingSaturated(nearest), count: below, step: step))
    }
    if below < count {
      let nearest = lowest.addingSaturated(step.multipliedSaturated(by: below))
      parts.append(
        Progression(lowest: nearest.subtractingSaturated(centre), count: count - below, step: step))
    }
    return parts
  }
}
