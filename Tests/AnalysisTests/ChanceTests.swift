import Testing
import Timing

@testable import Analysis

@Suite struct ChanceTests {
  /// `2 * scipy.stats.t.sf(point, freedom)` of scipy 1.17.1.
  @Test(
    arguments: [
      (1, 1, 0.5), (1, 12.706, 0.050_000_802_358_133), (2.5, 3, 0.072_576_095_549_030_8),
      (3, 0.1, 0.926_652_348_800_806), (4, 8.61, 0.001_000_134_123_827_87), (8, 5, 0.001_052_825_793_366_54),
      (9.7, 2.2, 0.053_245_904_740_854_2), (18, 3.8, 0.001_311_390_228_308_42),
      (38.2, 6, 5.584_579_346_791_19e-7),
      (1_000, 1.96, 0.050_273_184_955_748_7), (1e6, 4.5, 6.796_110_504_953_91e-6),
      (1.3, 100, 0.001_742_065_529_521_58),
    ] as [(Double, Double, Double)])
  func `the tails of Student's t are those of scipy`(freedom: Double, point: Double, chance: Double) {
    let found = StudentT(freedom: freedom).tails(beyond: point)
    #expect(abs(found / chance - 1) < 1e-9, "\(found)")
    #expect(StudentT(freedom: freedom).tails(beyond: -point) == found)
  }

  /// `scipy.stats.t.isf(chance / 2, freedom)` of scipy 1.17.1.
  @Test(
    arguments: [
      (1, 0.05, 12.706_204_736_174_7), (2.5, 0.01, 7.163_728_138_948_79), (8, 0.0014, 4.774_782_880_708_66),
      (18, 1e-5, 6.058_484_531_482_51), (60, 0.5, 0.678_600_720_648_125),
    ] as [(Double, Double, Double)])
  func `the points of Student's t are those of scipy`(freedom: Double, chance: Double, point: Double) {
    #expect(abs(StudentT(freedom: freedom).point(chance) / point - 1) < 1e-9)
  }

  @Test func `the ends of Student's t are certain`() {
    #expect(StudentT(freedom: 3).tails(beyond: 0) == 1)
    #expect(StudentT(freedom: 3).tails(beyond: .infinity) == 0)
  }

  /// `scipy.stats.false_discovery_control(…, method="bh")` of scipy 1.17.1. The first is the family of García-Arenzana and
  /// others (2014) that the Handbook of Biological Statistics works through.
  @Test(
    arguments: [
      (
        [
          0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205, 0.212, 0.216, 0.222, 0.251, 0.269, 0.275,
          0.34, 0.341,
          0.384, 0.569, 0.594, 0.696, 0.762, 0.94, 0.942, 0.975, 0.986,
        ],
        [
          0.025, 0.1, 0.21, 0.21, 0.21, 0.25, 0.264286, 0.491071, 0.491071, 0.491071, 0.491071, 0.491071,
          0.491071,
          0.491071, 0.532813, 0.532813, 0.564706, 0.781579, 0.781579, 0.87, 0.907143, 0.986, 0.986, 0.986,
          0.986,
        ]
      ), ([0.5, 0.01, 0.01, 0.03, 0.9], [0.625, 0.025, 0.025, 0.05, 0.9]), ([0.2], [0.2]), ([], []),
    ] as [([Double], [Double])])
  func `adjusted probabilities are those of scipy, and who has none is no member`(
    chances: [Double], adjusted: [Double]
  ) {
    let found = FalseDiscovery.adjusted(chances + [nil])
    #expect(found.count == chances.count + 1 && found.last == .some(nil))
    for (found, expected) in zip(found, adjusted) { #expect(abs((found?.adjusted ?? -1) - expected) < 1e-6) }
    #expect(found.compactMap { $0?.single } == chances)
  }

  /// Of two boxes with runs that spread by 8 % in each of eight cells: at most 5 % of comparisons may raise any alarm.
  /// Without the family, at 5 % each, it would be 1 − 0.95²⁴ = 71 % for independent figures that had no margin.
  @Test func `a comparison of whole suites that do not differ seldom raises any alarm`() throws {
    var random = SplitMix64(seed: 79)
    var alarms = 0
    for _ in 0..<20 {
      let sides = ["a", "b"].map { label in
        let runs = (1...8).flatMap { cell in
          (0..<5).map { repetition in
            let lateness = simulated(&random, count: 110, spread: 0.08)
            return Run(.test(.ms(Int64(cell))), lateness: lateness, repetition: repetition)
          }
        }
        return Dataset(
          label: label, file: label, environment: Environment(), cells: SummaryBuilder(runs).samples())
      }
      var policy = ComparisonPolicy()
      policy.draws = 100
      let comparison = Comparison(base: sides[0], others: [sides[1]], policy: policy)
      #expect(comparison.figures.count == 24)
      alarms += comparison.figures.contains { $0.verdict.isDifference } ? 1 : 0
    }
    #expect(alarms <= 1, "\(alarms) of 20")
  }
}
