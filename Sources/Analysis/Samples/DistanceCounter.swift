/// Between which bounds a quantile of the distances from a value lies, as far as a histogram tells.
struct DistanceBounds {
  private let bins: [(range: ClosedRange<Int64>, upTo: Int64)]
  private let centre: Int64
  private let rank: Int64

  init(of quantile: Quantile, in histogram: Histogram, from centre: Int64) {
    var upTo = Int64(0)
    bins = histogram.bins.map { bin, count in
      upTo = upTo.addingSaturated(count)
      return (bin.range, upTo)
    }
    self.centre = centre
    rank = quantile.rank(of: histogram.count)
  }

  /// `nil` for an empty histogram.
  var range: ClosedRange<Int64>? {
    guard !bins.isEmpty else { return nil }
    let least = smallest { count(touching: $0) >= rank }
    return least...max(least, smallest { count(within: $0) >= rank })
  }

  /// Values of the bins that hold any value as near as `distance`: at least those that are as near.
  private func count(touching distance: Int64) -> Int64 {
    let (low, high) = (centre.subtractingSaturated(distance), centre.addingSaturated(distance))
    let first = bins.partitioningIndex { $0.range.upperBound >= low }
    return count(from: first, to: bins.partitioningIndex { $0.range.lowerBound > high })
  }

  /// Values of the bins all of whose values are as near as `distance`: at most those that are as near.
  private func count(within distance: Int64) -> Int64 {
    let (low, high) = (centre.subtractingSaturated(distance), centre.addingSaturated(distance))
    let first = bins.partitioningIndex { $0.range.lowerBound >= low }
    return count(from: first, to: bins.partitioningIndex { $0.range.upperBound > high })
  }

  private func count(from first: Int, to end: Int) -> Int64 {
    guard first < end else { return 0 }
    return bins[end - 1].upTo - (first > 0 ? bins[first - 1].upTo : 0)
  }

  private func smallest(where holds: (Int64) -> Bool) -> Int64 {
    var (low, high) = (Int64(0), Int64.max)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// Counts the values whose distances from one lie between two bounds in equal cells, and those that are nearer.
struct DistanceCounter: TimeConsumer {
  private let centre: Int64
  private let equal: EqualCells
  private var nearer = Int64(0)
  private var cells: [Int64]

  init(from centre: Int64, in bounds: ClosedRange<Int64>) {
    self.centre = centre
    equal = EqualCells(of: bounds)
    cells = [Int64](repeating: 0, count: equal.count)
  }

  mutating func take(_ times: Span<Int32>) { add(times) }
  mutating func take(_ times: Span<Int64>) { add(times) }

  @inline(__always)
  private mutating func add(_ times: Span<some FixedWidthInteger>) {
    let (centre, equal) = (centre, equal)
    let (low, high) = (equal.values.lowerBound, equal.values.upperBound)
    for index in times.indices {
      let distance = Int64(truncatingIfNeeded: times[index]).distance(from: centre)
      nearer &+= distance < low ? 1 : 0
      if distance >= low, distance <= high { cells[equal.number(of: distance)] &+= 1 }
    }
  }

  mutating func add(_ distances: Progression) {
    let bounds = equal.values
    if bounds.lowerBound > 0 {
      nearer = nearer.addingSaturated(distances.count(atMost: bounds.lowerBound - 1))
    }
    guard distances.lowest <= bounds.upperBound, distances.highest >= bounds.lowerBound else { return }
    for cell in cells.indices {
      cells[cell] = cells[cell].addingSaturated(distances.count(in: equal.range(of: cell)))
    }
  }

  /// The cell in which the element of a rank lies.
  func part(holding rank: Int64) -> ClosedRange<Int64>? {
    var walk = RankWalk(ranks: [rank], below: nearer)
    for cell in cells.indices {
      if let part = walk.next(equal.range(of: cell), count: cells[cell]) { return part.range }
    }
    return nil
  }
}
