/// Tells how many times of a sample are at most a limit.
protocol TimeIndex: Sendable {
  func count(atMost limit: Int64) -> Int64
}

/// A sample of times whose every value is known.
protocol CountedTimes: Sendable {
  associatedtype Index: TimeIndex
  var index: Index { get }
  /// Counts, extremes and sums.
  var histogram: Histogram { get }
}

/// A sample whose values are all known: the element of a rank is the smallest value that as many are at most, found by
/// halving.
struct ExactSamples<Index: TimeIndex>: OrderedSamples {
  let histogram: Histogram
  private let index: Index

  var early: Int64 { index.count(atMost: -1) }

  init(_ index: Index, _ histogram: Histogram) { (self.index, self.histogram) = (index, histogram) }

  /// How many are at most a limit.
  func count(atMost limit: Int64) -> Int64 { index.count(atMost: limit) }

  func elements(ranks: [Int64]) -> [RankedValue?] {
    guard let min = histogram.min, let max = histogram.max else { return ranks.map { _ in nil } }
    var found: [Int64: RankedValue] = [:]
    var least = min
    // Ascending, so that each search begins where the one before ended.
    for rank in Set(ranks).sorted() where rank >= 1 && rank <= histogram.count {
      let value = smallest(from: least, through: max) { index.count(atMost: $0) >= rank }
      found[rank] = RankedValue(value: value, upTo: index.count(atMost: value))
      least = value
    }
    return ranks.map { found[$0] }
  }

  /// The median of the distances from a value, by the same rule as every quantile.
  func medianDistance(from centre: Int64) -> Int64? {
    guard let min = histogram.min, let max = histogram.max else { return nil }
    let rank = Quantile.p50.rank(of: histogram.count)
    let farthest = Swift.max(min.distance(from: centre), max.distance(from: centre))
    return smallest(from: 0, through: farthest) { distance in
      let low = centre.subtractingSaturated(distance)
      let below = low == .min ? 0 : index.count(atMost: low - 1)
      return index.count(atMost: centre.addingSaturated(distance)) - below >= rank
    }
  }

  private func smallest(from low: Int64, through high: Int64, where holds: (Int64) -> Bool) -> Int64 {
    var (low, high) = (low, high)
    while low < high {
      // Half of the distance, which may have 64 bits.
      let middle = low &+ Int64(bitPattern: UInt64(bitPattern: high &- low) / 2)
      if holds(middle) { high = middle } else { low = middle &+ 1 }
    }
    return low
  }
}

extension ExactSamples {
  /// All times of a sample.
  init<Times: CountedTimes>(_ times: Times) where Times.Index == Index {
    self.init(times.index, times.histogram)
  }
}

extension ExactSamples where Index == TimeCounts.Index {
  /// The times of some lists.
  init(_ lists: [TimeList]) {
    var counts = TimeCounts()
    for list in lists { for time in list { counts.add(time) } }
    self.init(counts)
  }
}

extension Int64 {
  /// The distance to another time, or the largest number.
  @inline(__always)
  func distance(from other: Int64) -> Int64 {
    let difference = subtractingSaturated(other)
    return difference == .min ? .max : Swift.abs(difference)
  }
}
