import Text

/// Whether the events of a timer with a leeway of two intervals are as late as it allows: the first by all of it, later
/// ones by half an interval.
///
/// A busy machine makes any of them later, and none earlier: the best of many tell.
struct LeewayBounds: Sendable {
  /// The lateness of the first event in intervals; not a number without one.
  let first: Double
  /// How many events came after it.
  let later: Int
  /// How many of them were late by half an interval at most.
  let within: Int

  /// So many within the bound are not by chance.
  static let enoughWithin = 4
  /// So many later events would hold some within the bound.
  static let enough = 16

  /// Counts.
  /// - Parameter lateness: that of each event, in intervals.
  init(_ lateness: [Double]) {
    first = lateness.first ?? .nan
    later = max(0, lateness.count - 1)
    within = lateness.dropFirst().count { $0 <= 0.55 }
  }

  /// Whether more events would tell no more.
  var isSettled: Bool { within >= Self.enoughWithin || later >= Self.enough }

  /// Whether the bounds are kept.
  func areKept() throws(Disturbed) -> Bool {
    guard isSettled else {
      throw Disturbed("\(Numbers.counted(later, "event")) after the first are too few to tell")
    }
    if within == 0 { return false }
    guard within >= Self.enoughWithin, first <= 2.2 else {
      throw Disturbed(
        "the first event came \(decimal(first)) intervals late, and \(within) of \(later) within 0.5")
    }
    return true
  }
}
