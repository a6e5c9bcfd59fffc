import Foundation
import Testing
import Timing

@testable import Analysis

/// The generator of `Tests/recomputed/response.py`.
private struct Draws {
  var state: UInt64 = 12_345

  mutating func next(_ bound: Int64) -> Int64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int64(state >> 33) % bound
  }

  /// A timer that misses, merges, is early, catches up.
  mutating func stream(source: Int64, behind: Int64) -> [Tick] {
    var (slot, before, ticks) = (Int64(0), Int64(0), [Tick]())
    for index in 0..<400 {
      let kind = next(10)
      let missed = kind == 0 ? next(4) : 0
      let fired = kind == 1 ? 1 + next(4) : 1
      slot += missed
      let deadline = 300 * source + slot * 1_000
      let late = next(10) < behind ? next(900) - 100 : next(6_000)
      let callback = max(before + next(50), deadline + late)
      ticks.append(
        Tick(
          source: Int32(source), warmup: index < 20, slot: slot, deadline: deadline, callback: callback,
          fired: fired, missed: missed))
      (before, slot) = (callback, slot + fired)
    }
    return ticks
  }

  static func run(sources: Int64, behind: Int64) -> Run {
    var draws = Draws()
    let ticks = (0..<sources).flatMap { draws.stream(source: $0, behind: behind) }
    let ordered = ticks.sorted { ($0.callback, $0.source) < ($1.callback, $1.source) }
    return Run(.test(.us(1), timers: Int(sources)), ticks: ordered)
  }
}

private struct Responses: Sendable {
  var sources: Int64
  var behind: Int64
  var count: Int64
  var sum: Int64
  var least: Int64
  var most: Int64
  var quantiles: [Int64]
  var clusters: Int64
}

@Suite struct ResponseTests {
  /// What `Tests/recomputed/response.py` prints: responses slot by slot, quantiles by numpy 2.4.6's `inverted_cdf`.
  private static let expected = [
    Responses(
      sources: 1, behind: 8, count: 507, sum: 663_462, least: -2_903, most: 8_736,
      quantiles: [-1_903, 726, 3_742, 6_636], clusters: 244),
    Responses(
      sources: 2, behind: 8, count: 999, sum: 1_212_493, least: -2_904, most: 8_736,
      quantiles: [-2_332, 676, 3_636, 5_906], clusters: 404),
    Responses(
      sources: 1, behind: 2, count: 507, sum: 846_735, least: -1_512, most: 6_902,
      quantiles: [-512, 1_401, 3_701, 5_701], clusters: 134),
  ]

  /// Without a limit callbacks are kept; with 0 there are histograms from the start, with 100 from the middle on.
  @Test(arguments: 0..<3, [nil, 0, 100] as [Int?])
  func `each deadline is answered by the first callback that serves it or comes after it`(
    index: Int, limit: Int?
  ) throws {
    let expected = Self.expected[index]
    var builder = SummaryBuilder(limit: limit)
    builder.add(
      Recording(
        environment: Environment(), runs: [Draws.run(sources: expected.sources, behind: expected.behind)],
        status: .complete))
    let figures = try #require(builder.summaries().first)
    let response = figures.response
    #expect(response.count == expected.count)
    #expect(response.mean == Double(expected.sum) / Double(expected.count))
    #expect(response.min == expected.least && response.max == expected.most)
    for (quantile, value) in zip([Quantile.p1, .p50, .p90, .p99], expected.quantiles) {
      let found = Double(try #require(response[quantile]))
      let allowed = limit == nil ? 0 : Histogram.relativeError * abs(Double(value))
      #expect(abs(found - Double(value)) <= allowed, "\(quantile): \(found)")
    }
    #expect(figures.pace.clusters == expected.clusters)
  }

  @Test(arguments: 0..<3)
  func `the responses that a recording stores are those that it was made of`(index: Int) throws {
    let run = Draws.run(sources: Self.expected[index].sources, behind: Self.expected[index].behind)
    var builder = SummaryBuilder(limit: 0)
    builder.begin(run.planned)
    builder.add(run.ticks)
    let data = try JSONEncoder().encode(try #require(builder.currentDigest))
    var other = SummaryBuilder()
    other.begin(run.planned)
    other.replace(with: try JSONDecoder().decode(StoredDigest.self, from: data))
    other.finish(.fine)
    #expect(other.summaries().first?.response.count == Self.expected[index].count)
  }

  /// By hand: slot 0 is called at 10.5 ms, after the deadline of slot 1 at 10 ms, whose own callback comes at 18 ms.
  @Test func `a late callback answers the deadlines that have passed since, whoever serves them`() throws {
    let ticks = [
      Tick(slot: 0, deadline: 0, callback: 10_500_000),
      Tick(slot: 1, deadline: 10_000_000, callback: 18_000_000),
    ]
    let figures = try summary(Run(.test(.ms(10)), ticks: ticks))
    #expect(figures.callbacks.max == 10_500_000 && figures.callbacks.mean == 9_250_000)
    #expect(figures.response.count == 2)
    #expect(figures.response.min == 500_000 && figures.response.max == 10_500_000)
  }

  @Test func `where each callback answers its own deadline, the response is the lateness`() throws {
    var random = SplitMix64(seed: 3)
    let figures = try summary(
      Run(lateness: (0..<500).map { _ in Int64(random.next() % 1_099_999) - 100_000 }))
    #expect(figures.response == figures.callbacks)
  }
}
