/// A sample by size: what a ``Distribution`` is made from.
protocol OrderedSamples {
  /// Counts, extremes and sums.
  var histogram: Histogram { get }
  /// How many are below zero.
  var early: Int64 { get }
  /// The median of the distances from a value; `nil` where it is not known.
  func medianDistance(from centre: Int64) -> Int64?
  /// The element of each rank, from 1; `nil` where there is none. All at once, since each search may read the sample.
  func elements(ranks: [Int64]) -> [RankedValue?]
}

/// An element of a sample.
struct RankedValue: Hashable {
  var value: Int64
  /// How many elements are at most the value.
  var upTo: Int64
}

extension OrderedSamples {
  /// The size of the sample.
  var count: Int64 { histogram.count }
  var early: Int64 { histogram.early }

  /// The quantile; `nil` for an empty sample.
  func quantile(_ quantile: Quantile) -> Int64? {
    elements(ranks: [quantile.rank(of: count)])[0]?.value
  }
}

/// A histogram to look up ranks in. An element is the middle of its bin, and what is counted up to a value counts the
/// whole bin of it.
struct HistogramView: OrderedSamples {
  let histogram: Histogram
  private let bins: [(middle: Int64, upTo: Int64)]

  init(_ histogram: Histogram) {
    self.histogram = histogram
    var upTo = Int64(0)
    bins = histogram.bins.map { bin, count in
      upTo = upTo.addingSaturated(count)
      return (bin.middle, upTo)
    }
  }

  /// Not known: the error of the bins can be larger than the distances.
  func medianDistance(from centre: Int64) -> Int64? { nil }

  func elements(ranks: [Int64]) -> [RankedValue?] {
    ranks.map { rank in
      guard rank >= 1, rank <= count, let min = histogram.min, let max = histogram.max else { return nil }
      let index = bins.partitioningIndex { $0.upTo >= rank }
      guard index < bins.count else { return RankedValue(value: max, upTo: count) }
      return RankedValue(value: Swift.min(Swift.max(bins[index].middle, min), max), upTo: bins[index].upTo)
    }
  }
}

extension Histogram {
  /// The arithmetic mean; `nil` for an empty sample.
  var mean: Double? { count > 0 ? Double(sum) / Double(count) : nil }

  /// From the exact sums: `√((Σx² − (Σx)²/n) / (n − 1))`; `nil` for fewer than two values or squares beyond 128 bits.
  var standardDeviation: Double? {
    guard count >= 2, let squares else { return nil }
    // (Σx)²/n = Σx · (q + r/n) with Σx = q·n + r: whole numbers as far as they reach, or the difference of two large
    // numbers would lose a small deviation.
    let (quotient, rest) = sum.quotientAndRemainder(dividingBy: Int128(count))
    let (product, overflow) = sum.multipliedReportingOverflow(by: quotient)
    guard !overflow, squares <= UInt128(Int128.max) else { return nil }
    let centred = Double(Int128(squares) - product) - Double(sum) * (Double(rest) / Double(count))
    return (Swift.max(0, centred) / Double(count - 1)).squareRoot()
  }
}
