import Foundation

/// A run of equally spaced values: `lowest`, `lowest + step`, … (`count` of them).
struct Progression: Hashable, Sendable {
  var lowest: Int64
  var count: Int64
  var step: Int64

  var highest: Int64 { lowest.addingSaturated(step.multipliedSaturated(by: count - 1)) }

  /// The distance of the mean from `centre`.
  func middle(from centre: Int64) -> Double {
    Double(lowest.subtractingSaturated(centre)) + Double(step) * Double(count - 1) / 2
  }

  /// The mean square of the distances from the mean.
  var variance: Double {
    Double(step) * Double(step) * (Double(count) * Double(count) - 1) / 12
  }

  /// How many of the values are at most `limit`.
  func count(atMost limit: Int64) -> Int64 {
    guard limit >= lowest else { return 0 }
    let distance = limit.subtractingReportingOverflow(lowest)
    return distance.overflow ? count : min(count - 1, distance.partialValue / step) + 1
  }
}

/// A sample in order of size, some of it as progressions, so that a stall of a billion slots costs nothing.
struct SortedSamples: OrderedSamples, Sendable {
  /// Values held one by one, ascending.
  let values: TimeList
  /// More of them, ascending: what short progressions come to.
  private let others: TimeList
  /// The values held as progressions.
  private let progressions: [Progression]
  /// The size of the sample.
  let count: Int64

  /// Sorts the times of some lists.
  init(sorting lists: [TimeList]) {
    self.init(TimeList.sorted(lists), TimeList(), [])
  }

  /// Adds progressions to a sample without any; they are expanded while all comes to less than 32 million values.
  init(_ samples: SortedSamples, progressions: [Progression]) {
    var expanded = TimeList()
    var kept: [Progression] = []
    for progression in progressions where progression.count > 0 {
      if progression.count <= 4_096, samples.values.count + expanded.count < 1 << 25 {
        for index in 0..<progression.count {
          expanded.append(progression.lowest.addingSaturated(index.multipliedSaturated(by: progression.step)))
        }
      } else {
        kept.append(progression)
      }
    }
    self.init(samples.values, TimeList.sorted([expanded]), kept)
  }

  private init(_ values: TimeList, _ others: TimeList, _ progressions: [Progression]) {
    self.values = values
    self.others = others
    self.progressions = progressions
    count = progressions.reduce(Int64(values.count + others.count)) { $0.addingSaturated($1.count) }
  }

  var min: Int64? { (progressions.map(\.lowest) + values.prefix(1) + others.prefix(1)).min() }
  var max: Int64? { (progressions.map(\.highest) + values.suffix(1) + others.suffix(1)).max() }

  /// How many samples are at most `limit`.
  func count(atMost limit: Int64) -> Int64 {
    let listed = Int64(values.sortedCount(atMost: limit) + others.sortedCount(atMost: limit))
    return progressions.reduce(listed) { $0.addingSaturated($1.count(atMost: limit)) }
  }

  /// The element of `rank`, from 1; `nil` when there is none.
  func element(rank: Int64) -> Int64? {
    guard rank >= 1, rank <= count, let min, let max else { return nil }
    if others.isEmpty, progressions.isEmpty { return values[Int(rank - 1)] }
    return smallest(from: min, through: max) { count(atMost: $0) >= rank }
  }

  /// The median of the distances from the median, by the same rule as every quantile.
  var medianAbsoluteDeviation: Int64? {
    guard let median = quantile(.p50), let min, let max else { return nil }
    let rank = Quantile.p50.rank(of: count)
    let farthest = Swift.max(median.subtractingSaturated(min), max.subtractingSaturated(median))
    return smallest(from: 0, through: farthest) { distance in
      let above = count(atMost: median.addingSaturated(distance))
      let below = median.subtractingSaturated(distance)
      return above - (below == .min ? 0 : count(atMost: below - 1)) >= rank
    }
  }

  private func smallest(from: Int64, through: Int64, where holds: (Int64) -> Bool) -> Int64 {
    var (low, high) = (from, through)
    while low < high {
      let middle = low &+ Int64((UInt64(bitPattern: high) &- UInt64(bitPattern: low)) / 2)
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension SortedSamples {
  /// The arithmetic mean; `nil` for an empty sample. Summed as distances from the median, so large values keep
  /// their last nanosecond.
  var mean: Double? {
    guard let centre = quantile(.p50) else { return nil }
    var sum = 0.0
    forEachListed { sum += Double($0.subtractingSaturated(centre)) }
    for progression in progressions {
      sum += Double(progression.count) * progression.middle(from: centre)
    }
    return Double(centre) + sum / Double(count)
  }

  /// The standard deviation with `n − 1`; `nil` for fewer than two samples.
  var standardDeviation: Double? {
    guard count >= 2, let mean, let centre = quantile(.p50) else { return nil }
    let shift = mean - Double(centre)
    var sum = 0.0
    forEachListed { value in
      let distance = Double(value.subtractingSaturated(centre)) - shift
      sum += distance * distance
    }
    for progression in progressions {
      let middle = progression.middle(from: centre) - shift
      sum += Double(progression.count) * (middle * middle + progression.variance)
    }
    return (sum / Double(count - 1)).squareRoot()
  }

  /// Hands over the values that are not in progressions, in order of size.
  private func forEachListed(_ body: (Int64) -> Void) {
    var next = 0
    for other in others {
      while next < values.count, values[next] < other {
        body(values[next])
        next += 1
      }
      body(other)
    }
    while next < values.count {
      body(values[next])
      next += 1
    }
  }
}
