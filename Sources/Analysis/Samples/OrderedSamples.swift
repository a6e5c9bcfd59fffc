/// A sample by size: what a ``Distribution`` is made from.
protocol OrderedSamples {
  /// The size of the sample.
  var count: Int64 { get }
  var min: Int64? { get }
  var max: Int64? { get }
  /// The arithmetic mean; `nil` for an empty sample.
  var mean: Double? { get }
  /// The standard deviation with `n − 1`; `nil` for fewer than two samples, or where it is not known.
  var standardDeviation: Double? { get }
  /// The median of the distances from the median; `nil` where it is not known.
  var medianAbsoluteDeviation: Int64? { get }
  /// How many samples are at most `limit`.
  func count(atMost limit: Int64) -> Int64
  /// The element of `rank`, from 1; `nil` when there is none.
  func element(rank: Int64) -> Int64?
}

extension OrderedSamples {
  /// The quantile; `nil` for an empty sample.
  func quantile(_ quantile: Quantile) -> Int64? {
    element(rank: quantile.rank(of: count))
  }
}

/// A histogram to look up ranks in. An element is the middle of its bin, and what is counted up to a value counts the
/// whole bin of it; below zero that is exact.
struct HistogramView: OrderedSamples {
  let count: Int64
  let min: Int64?
  let max: Int64?
  let mean: Double?
  let standardDeviation: Double?
  /// Not known: the error of the bins can be larger than the distances.
  let medianAbsoluteDeviation: Int64? = nil
  private let bins: [(range: ClosedRange<Int64>, middle: Int64, upTo: Int64)]

  init(_ histogram: Histogram) {
    count = histogram.count
    min = histogram.min
    max = histogram.max
    let n = Double(histogram.count)
    mean = histogram.count > 0 ? Double(histogram.sum) / n : nil
    standardDeviation = histogram.standardDeviation
    var upTo = Int64(0)
    bins = histogram.bins.map { bin, count in
      upTo = upTo.addingSaturated(count)
      return (bin.range, bin.middle, upTo)
    }
  }

  func count(atMost limit: Int64) -> Int64 {
    let index = firstBin { $0.range.lowerBound > limit }
    return index > 0 ? bins[index - 1].upTo : 0
  }

  func element(rank: Int64) -> Int64? {
    guard rank >= 1, rank <= count, let min, let max else { return nil }
    let index = firstBin { $0.upTo >= rank }
    return index < bins.count ? Swift.min(Swift.max(bins[index].middle, min), max) : max
  }

  /// The first bin that is past; all after it are as well.
  private func firstBin(where isPast: ((range: ClosedRange<Int64>, middle: Int64, upTo: Int64)) -> Bool)
    -> Int
  {
    var (low, high) = (0, bins.count)
    while low < high {
      let middle = (low + high) / 2
      if isPast(bins[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

extension Histogram {
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
