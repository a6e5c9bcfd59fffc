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
}
