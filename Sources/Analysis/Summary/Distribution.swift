import Timing

/// The value of a quantile, or how many samples it would need.
package struct QuantileFigure: Hashable, Sendable {
  /// Which quantile.
  package let quantile: Quantile
  /// The observed value in nanoseconds; `nil` while there are fewer samples than ``Quantile/samplesNeeded``.
  package let value: Int64?
}

/// A point of the distribution: `count` samples, that is `share` of them, are at most `value`.
package struct CurvePoint: Hashable, Sendable {
  /// The share of samples asked for, 0 … 1.
  package let share: Double
  /// The observed value in nanoseconds.
  package let value: Int64
  /// How many samples are at most the value.
  package let count: Int64
}

/// How a sample of times is distributed. All values are nanoseconds; of an empty sample they are `nil`.
package struct Distribution: Hashable, Sendable {
  /// The size of the sample.
  package let count: Int64
  /// Samples below zero.
  package let early: Int64
  /// The smallest sample.
  package let min: Int64?
  /// The largest sample.
  package let max: Int64?
  /// The arithmetic mean.
  package let mean: Double?
  /// The standard deviation with `n − 1`; `nil` for fewer than two samples.
  package let standardDeviation: Double?
  /// The median of the distances from the median; `nil` also where only a histogram was kept.
  package let medianAbsoluteDeviation: Int64?
  /// The quantiles in order.
  package let quantiles: [QuantileFigure]
  /// The whole distribution at the percentiles of an HdrHistogram report, five to each halving of the rest.
  package let curve: [CurvePoint]

  /// The value of a quantile; `nil` when it is withheld or was not asked for.
  package subscript(quantile: Quantile) -> Int64? {
    quantiles.first { $0.quantile == quantile }?.value
  }
}

extension Distribution {
  init(_ samples: some OrderedSamples, quantiles: [Quantile] = Quantile.standard) {
    let (histogram, quantiles) = (samples.histogram, Set(quantiles).sorted())
    count = samples.count
    early = samples.early
    min = histogram.min
    max = histogram.max
    mean = histogram.mean
    standardDeviation = histogram.standardDeviation
    let percentiles = Percentile.report(of: samples.count)
    let elements = samples.elements(
      ranks: [Quantile.p50.rank(of: samples.count)] + quantiles.map { $0.rank(of: samples.count) }
        + percentiles.map(\.rank))
    medianAbsoluteDeviation = elements[0].flatMap { samples.medianDistance(from: $0.value) }
    self.quantiles = zip(quantiles, elements.dropFirst()).map { quantile, element in
      QuantileFigure(
        quantile: quantile, value: samples.count >= quantile.samplesNeeded ? element?.value : nil)
    }
    var curve = zip(percentiles, elements.dropFirst(1 + quantiles.count)).compactMap { percentile, element in
      element.map { CurvePoint(share: percentile.share, value: $0.value, count: $0.upTo) }
    }
    if let max { curve.append(CurvePoint(share: 1, value: max, count: count)) }
    self.curve = curve
  }
}

/// A share of the samples and the rank that it comes to.
private struct Percentile {
  var share: Double
  var rank: Int64

  /// Percentiles that come closer to 100 % in five steps to each halving, as far as there are samples.
  static func report(of count: Int64) -> [Percentile] {
    var percentiles: [Percentile] = []
    let steps = Int128(5)
    for halving in 0..<50 {
      let denominator = steps << (halving + 1)
      for step in 0..<steps {
        let numerator = denominator - 2 * steps + step
        let rank = Swift.max(1, (numerator * Int128(count) + denominator - 1) / denominator)
        // The last percentile that a sample stands for: the rest is the maximum.
        guard rank < Int128(count) else { break }
        percentiles.append(Percentile(share: Double(numerator) / Double(denominator), rank: Int64(rank)))
      }
      if denominator > 2 * steps * Int128(count) { break }
    }
    return percentiles
  }
}
