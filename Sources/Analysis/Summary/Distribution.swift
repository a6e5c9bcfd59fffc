import Timing

/// The value of a quantile, or how many samples it would need.
public struct QuantileFigure: Hashable, Sendable {
  /// Which quantile.
  public let quantile: Quantile
  /// The observed value in nanoseconds; `nil` while there are fewer samples than ``Quantile/samplesNeeded``.
  public let value: Int64?
}

/// A point of the distribution: `count` samples, that is `share` of them, are at most `value`.
public struct CurvePoint: Hashable, Sendable {
  /// The share of samples asked for, 0 … 1.
  public let share: Double
  /// The observed value in nanoseconds.
  public let value: Int64
  /// How many samples are at most the value.
  public let count: Int64
}

/// How a sample of times is distributed. All values are nanoseconds; of an empty sample they are `nil`.
public struct Distribution: Hashable, Sendable {
  /// The size of the sample.
  public let count: Int64
  /// Samples below zero.
  public let early: Int64
  /// The smallest sample.
  public let min: Int64?
  /// The largest sample.
  public let max: Int64?
  /// The arithmetic mean.
  public let mean: Double?
  /// The standard deviation with `n − 1`; `nil` for fewer than two samples.
  public let standardDeviation: Double?
  /// The median of the distances from the median; `nil` also where only a histogram was kept.
  public let medianAbsoluteDeviation: Int64?
  /// The quantiles in order.
  public let quantiles: [QuantileFigure]
  /// The whole distribution at the percentiles of an HdrHistogram report, five to each halving of the rest.
  public let curve: [CurvePoint]

  /// The value of a quantile; `nil` when it is withheld or was not asked for.
  public subscript(quantile: Quantile) -> Int64? {
    quantiles.first { $0.quantile == quantile }?.value
  }
}

extension Distribution {
  init(_ samples: some OrderedSamples, quantiles: [Quantile] = Quantile.standard) {
    count = samples.count
    early = samples.count(atMost: -1)
    min = samples.min
    max = samples.max
    mean = samples.mean
    standardDeviation = samples.standardDeviation
    medianAbsoluteDeviation = samples.medianAbsoluteDeviation
    self.quantiles = Set(quantiles).sorted().map {
      let enough = samples.count >= $0.samplesNeeded
      return QuantileFigure(quantile: $0, value: enough ? samples.quantile($0) : nil)
    }
    curve = samples.curve
  }
}

extension OrderedSamples {
  /// Percentiles that come closer to 100 % in five steps to each halving, as far as there are samples, and 100 %.
  fileprivate var curve: [CurvePoint] {
    var points: [CurvePoint] = []
    let steps = Int128(5)
    for halving in 0..<50 {
      let denominator = steps << (halving + 1)
      for step in 0..<steps {
        let numerator = denominator - 2 * steps + step
        let rank = Swift.max(1, (numerator * Int128(count) + denominator - 1) / denominator)
        // The last percentile that a sample stands for: the rest is the maximum.
        guard rank < Int128(count), let value = element(rank: Int64(rank)) else { break }
        let share = Double(numerator) / Double(denominator)
        points.append(CurvePoint(share: share, value: value, count: count(atMost: value)))
      }
      if denominator > 2 * steps * Int128(count) { break }
    }
    if let max { points.append(CurvePoint(share: 1, value: max, count: count)) }
    return points
  }
}
