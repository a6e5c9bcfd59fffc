/// An interval in which ranks are looked for.
struct RankInterval {
  var range: ClosedRange<Int64>
  /// Values below the interval.
  var below: Int64
  /// Values in it.
  var count: Int64
  /// The ranks in it, ascending.
  var ranks: ArraySlice<Int64>

  var isSettled: Bool { range.lowerBound == range.upperBound }
}

/// Deals ascending ranks out to intervals that come in order.
struct RankWalk {
  /// The ranks not yet reached.
  var ranks: ArraySlice<Int64>
  /// Values passed.
  var below = Int64(0)

  /// Passes the next interval, which holds `count` values; `nil` when no rank is in it.
  mutating func next(_ range: ClosedRange<Int64>, count: Int64) -> RankInterval? {
    let upTo = below.addingSaturated(count)
    defer { below = upTo }
    let within = ranks.prefix { $0 <= upTo }
    guard !within.isEmpty else { return nil }
    ranks = ranks.dropFirst(within.count)
    return RankInterval(range: range, below: below, count: count, ranks: within)
  }
}
