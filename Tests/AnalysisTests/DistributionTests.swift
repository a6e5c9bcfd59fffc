import Testing
import Timing

@testable import Analysis

/// Values from −2,000 to 18,000 with ties: the first outputs of SplitMix64 seeded with their number.
private func vector(_ count: Int) -> [Int64] {
  var random = SplitMix64(seed: UInt64(count))
  return (0..<count).map { _ in Int64(random.next() % 20_001) - 2_000 }
}

/// What numpy 2.4.6 says of a vector: `quantile(v, p, method="inverted_cdf")` for p1, p50, p90, p99, p99.9 and
/// p99.99, `mean`, `std(ddof=1)`, the `inverted_cdf` median of `abs(v - median)`, and of `abs(diff(v))`.
struct Expected: Sendable {
  var count: Int
  var quantiles: [Int64]
  var mean: Double
  var deviation: Double?
  var medianDeviation: Int64
  var early: Int64
  var jitter: [Int64]

  static let numpy = [
    Expected(
      count: 1, quantiles: [15036, 15036, 15036, 15036, 15036, 15036], mean: 15036, deviation: nil,
      medianDeviation: 0, early: 0, jitter: []),
    Expected(
      count: 2, quantiles: [9485, 9485, 16077, 16077, 16077, 16077], mean: 12781,
      deviation: 4661.247901581722,
      medianDeviation: 0, early: 0, jitter: [6592, 6592]),
    Expected(
      count: 4, quantiles: [2051, 5818, 9245, 9245, 9245, 9245], mean: 6072, deviation: 3028.4919239339793,
      medianDeviation: 1356, early: 0, jitter: [2071, 7194]),
    Expected(
      count: 1_000, quantiles: [-1777, 7537, 16383, 17810, 17937, 17945], mean: 7926.986,
      deviation: 5776.815682816723, medianDeviation: 4964, early: 89, jitter: [5601, 18186]),
    Expected(
      count: 100_001, quantiles: [-1804, 7960, 15990, 17808, 17979, 17998], mean: 7985.962370376296,
      deviation: 5770.50004408578, medianDeviation: 4998, early: 10067, jitter: [5855, 18056]),
  ]
}

private func sample(
  _ values: [Int64], progressions: [Progression] = []
) -> ExactSamples<ResponseTimes.Index> {
  var (counts, responses) = (TimeCounts(), ResponseTimes())
  for value in values { counts.add(value) }
  for progression in progressions { responses.add(progression) }
  return responses.samples(of: counts)
}

@Suite struct DistributionTests {
  @Test(arguments: [0, 1, 4, 12, 13, 20, 31, 32, 33, 50, 64], [65, 5_000, 300_000])
  func `times of any span are found by rank, with how many are at most as large`(bits: Int, count: Int) {
    var random = SplitMix64(seed: UInt64(bits))
    // Most of them close together and a few far away, around zero: what a stall makes of a recording.
    let values = (0..<count).map { index in
      let wide = bits == 0 ? 0 : Int64(bitPattern: random.next()) >> Int64(64 - bits)
      return index % 100 == 0 ? wide : wide >> Int64(min(bits, 20))
    }
    let lists = [TimeList(values[..<(count / 3)]), TimeList(values[(count / 3)...])]
    #expect(lists.flatMap { Array($0) } == values)
    let sorted = values.sorted()
    let samples = ExactSamples(lists)
    #expect(samples.count == Int64(count))
    let ranks = [count, 1, 2, count / 2, count - count / 100, 2]
    let expected = ranks.map { rank in
      RankedValue(value: sorted[rank - 1], upTo: Int64(sorted.lastIndex(of: sorted[rank - 1]) ?? 0) + 1)
    }
    #expect(samples.elements(ranks: ranks.map(Int64.init)) == expected)
  }

  @Test(arguments: Expected.numpy)
  func `every figure equals numpy's`(expected: Expected) throws {
    let summary = try summary(Run(lateness: vector(expected.count)))
    let figures = summary.callbacks
    #expect(figures.count == expected.count)
    for (figure, value) in zip(figures.quantiles, expected.quantiles) {
      let withheld = expected.count < figure.quantile.samplesNeeded
      #expect(figure.value == (withheld ? nil : value), "\(figure.quantile)")
    }
    let mean = try #require(figures.mean)
    #expect(abs(mean - expected.mean) < 1e-9)
    #expect((figures.standardDeviation == nil) == (expected.deviation == nil))
    if let deviation = figures.standardDeviation {
      #expect(abs(deviation / (expected.deviation ?? 0) - 1) < 1e-12)
    }
    #expect(figures.medianAbsoluteDeviation == expected.medianDeviation)
    #expect(figures.early == expected.early)
    #expect(summary.pace.jitterP50 == expected.jitter.first)
    #expect(summary.pace.jitterP99 == (expected.count > 100 ? expected.jitter.last : nil))
  }

  @Test(arguments: Expected.numpy)
  func `both ways to select agree with numpy at every size`(expected: Expected) {
    let values = vector(expected.count)
    let samples = sample(values)
    for (quantile, value) in zip(Quantile.standard, expected.quantiles) {
      #expect(samples.quantile(quantile) == value)
      #expect(values.element(rank: quantile.rank(of: samples.count)) == value)
    }
  }

  @Test func `the ends of the number range sort and select`() {
    let values: [Int64] = [.max, 0, .min, -1, 1] + (0..<5_000).map { $0 * 1_844_674_407_370_955 }
    var sorted = values
    sorted.radixSort()
    #expect(sorted == values.sorted())
    let found = sample(values).elements(ranks: [0, 1, 2, 2_503, 5_005, 5_006, .min, .max])
    #expect(found.map { $0?.value } == [nil, .min, sorted[1], sorted[2_502], .max, nil, nil, nil])
    #expect(values.element(rank: 1) == .min)
    #expect(values.element(rank: 5_005) == .max)
    #expect(values.element(rank: 2_503) == sorted[2_502])
    #expect(values.element(rank: 0) == nil)
    #expect(values.element(rank: 5_006) == nil)
  }

  @Test(arguments: [1, 7, 4_095, 4_096, 4_097, 100_000, 300_000] as [Int64])
  func `a progression counts as its values do`(count: Int64) {
    let others: [Int64] = [-5, 3, 17, 17, 1_000_000_007]
    let whole = sample(others, progressions: [Progression(lowest: 7, count: count, step: 1_000)])
    let values = (others + (0..<count).map { 7 + $0 * 1_000 }).sorted()
    #expect(whole.count == count + 5)
    for quantile in Quantile.standard {
      #expect(whole.quantile(quantile) == values[Int(quantile.rank(of: count + 5)) - 1], "\(quantile)")
    }
    let listed = sample(values)
    #expect(whole.medianDistance(from: 1_007) == listed.medianDistance(from: 1_007))
    // Whole numbers, so that nothing is rounded on either way.
    #expect(whole.early == listed.early)
    #expect(whole.histogram.sum == listed.histogram.sum)
    #expect(whole.histogram.squares == listed.histogram.squares)
    #expect(whole.histogram.min == listed.histogram.min)
    #expect(whole.histogram.max == listed.histogram.max)
  }

  @Test func `equal values have no spread and no NaN`() throws {
    let summary = try summary(Run(lateness: Array(repeating: 3_000_000_123, count: 10_000)))
    #expect(summary.callbacks.standardDeviation == 0)
    #expect(summary.callbacks.medianAbsoluteDeviation == 0)
    #expect(summary.callbacks.mean == 3_000_000_123)
    #expect(summary.callbacks.quantiles.allSatisfy { $0.value == 3_000_000_123 })
    #expect(summary.pace.jitterP99 == 0)
    #expect(summary.phaseDrift == PhaseDrift(ppm: 0, margin: 0, untold: nil))
  }

  @Test(
    arguments: [(.p50, 1), (.p90, 10), (.p99, 100), (.p999, 1_000), (.p9999, 10_000)] as [(Quantile, Int)])
  func `a quantile is withheld below the samples it needs`(quantile: Quantile, needed: Int) throws {
    #expect(quantile.samplesNeeded == needed)
    let enough = try summary(Run(lateness: Array(repeating: 5, count: needed)))
    #expect(enough.callbacks[quantile] == 5)
    let few = try summary(Run(lateness: Array(repeating: 5, count: needed - 1)), Run(lateness: []))
    #expect(few.callbacks[quantile] == nil)
  }

  @Test(
    arguments: [
      ("p50", 50_000), ("p99.9", 99_900), ("p99.99", 99_990), ("p1", 1_000), ("p0", 0), ("p99.999", 99_999),
      ("p05.5", 5_500), ("p100", nil), ("p", nil), ("p99.", nil), ("p.5", nil), ("p99.9999", nil),
      ("99", nil),
      ("p-1", nil), ("p9٩", nil), ("P99", nil),
    ] as [(String, Int64?)])
  func `quantile names are read exactly`(name: String, parts: Int64?) {
    #expect(Quantile(name: name)?.parts == parts)
  }

  @Test func `the curve climbs to the maximum through observed values`() throws {
    let values = (1...1_000).map { Int64($0 * $0) }
    let curve = try summary(Run(lateness: values.shuffled())).callbacks.curve
    #expect(curve.first == CurvePoint(share: 0, value: 1, count: 1))
    #expect(curve.last == CurvePoint(share: 1, value: 1_000_000, count: 1_000))
    #expect(curve.contains(CurvePoint(share: 0.5, value: 250_000, count: 500)))
    #expect(curve.contains(CurvePoint(share: 0.75, value: 562_500, count: 750)))
    #expect(zip(curve, curve.dropFirst()).allSatisfy { $0.share < $1.share && $0.value <= $1.value })
  }
}
