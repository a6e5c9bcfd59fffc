import Foundation
import Testing
import Timing

@testable import Analysis

@Suite struct DriftTests {
  @Test func `callbacks each 1.010 s against 1 s drift by 10,000 ppm`() throws {
    let figures = try summary(Run(.test(.s(1)), lateness: (0..<500).map { $0 * 10_000_000 }))
    let drift = try #require(figures.phaseDrift)
    #expect(drift.ppm == 10_000)
    let margin = try #require(drift.margin)
    #expect(margin < 1e-6)
    #expect(figures.pace.countDrift.total == 499 * 10_000_000)
  }

  /// 120 days of a 10 s timer, lateness 0 or 1 ns by turns: the true slope is 0 to 1e-12 ppm.
  @Test func `a grid of whole nanoseconds over 120 days shows no drift`() throws {
    let count = Int64(120 * 8_640)
    let start = Int64(1) << 61
    let ticks = (0..<count).map { slot in
      let deadline = start + slot * 10_000_000_000
      return Tick(slot: slot + 7, deadline: deadline, callback: deadline + 1_234_567_890 + slot % 2)
    }
    let figures = try summary(Run(.test(.s(10)), ticks: ticks))
    let drift = try #require(figures.phaseDrift)
    #expect(abs(drift.ppm) < 1e-9)
  }

  /// Slope by `numpy.polyfit(x, 3 * x + e, 1)` with e the first outputs of SplitMix64(7) modulo 2,001, less 1,000.
  @Test func `the slope equals numpy's least squares`() throws {
    var random = SplitMix64(seed: 7)
    let lateness = (0..<1_000).map { 3 * Int64($0) + Int64(random.next() % 2_001) - 1_000 }
    let figures = try summary(Run(lateness: lateness))
    let drift = try #require(figures.phaseDrift)
    #expect(abs(drift.ppm - 2.9568930528930526) < 1e-9)
    #expect(drift.interval?.contains(3) == true)
  }

  @Test func `runs at different phases share one slope`() throws {
    let figures = try summary(
      Run(lateness: (0..<100).map { 5_000 + 2 * $0 }), Run(lateness: (0..<400).map { -70_000 + 2 * $0 }))
    #expect(figures.phaseDrift?.ppm == 2)
  }

  @Test func `missed slots keep their distance on the time axis`() throws {
    let ticks = [0, 1, 2, 10, 11, 50].map { (slot: Int64) in
      Tick(slot: slot, deadline: slot * 1_000_000, callback: slot * 1_000_007 + 40)
    }
    let drift = try #require(try summary(Run(ticks: ticks)).phaseDrift)
    #expect(abs(drift.ppm - 7) < 1e-9)
  }

  @Test(arguments: [0, 1, 2])
  func `two callbacks have no slope`(count: Int) throws {
    #expect(try summary(Run(lateness: Array(repeating: 3, count: count))).phaseDrift == nil)
  }

  /// An autoregressive series with coefficient 0.7 and no trend; the nominal rate is 5 %. Seeded, so it repeats.
  @Test(arguments: [(1, 400), (3, 200), (12, 100)])
  func `the interval holds its level on correlated callbacks`(runs: Int, count: Int) throws {
    var random = SplitMix64(seed: 42)
    var (given, outside) = (0, 0)
    let trials = 200
    for _ in 0..<trials {
      var level = 0.0
      let measured = (0..<runs).map { repetition in
        let lateness = (0..<count).map { _ in
          level = 0.7 * level + normal(&random) * 1_000
          return Int64(level)
        }
        return Run(lateness: lateness, repetition: repetition)
      }
      let samples = try #require(SummaryBuilder(measured).samples().first)
      guard let interval = PhaseDrift(samples.runs, interval: .ms(1))?.interval else { continue }
      given += 1
      if !interval.contains(0) { outside += 1 }
    }
    #expect(given > trials * 9 / 10)
    let rate = Double(outside) / Double(given)
    #expect(rate > 0.002 && rate < 0.07, "\(rate)")
  }

  /// One run of an autoregressive series without a trend; the nominal level is 95 %. Where an interval is given, it has to
  /// hold that; where most runs get none, the data cannot tell. Seeded, so it repeats.
  @Test(
    arguments: [
      (0, 100, 0.98...1), (0.5, 100, 0.5...1), (0.7, 100, 0...0.3), (0.9, 100, 0...0.05),
      (0.99, 100, 0...0.01),
      (0, 500, 0.98...1), (0.8, 500, 0.9...1), (0.9, 500, 0.3...0.8), (0.99, 500, 0...0.05),
      (0.9, 2_000, 0.9...1), (0.97, 2_000, 0.3...1), (0.99, 2_000, 0...0.2), (0.99, 10_000, 0.9...1),
    ] as [(Double, Int, ClosedRange<Double>)])
  func `one run tells its drift with the confidence it claims, or says that it cannot`(
    coefficient: Double, count: Int, told: ClosedRange<Double>
  ) throws {
    var random = SplitMix64(seed: 11)
    var (given, wrong) = (0, 0)
    let trials = count > 2_000 ? 60 : 120
    for _ in 0..<trials {
      var level = 1_000 * normal(&random) / (1 - coefficient * coefficient).squareRoot()
      let lateness = (0..<count).map { _ in
        level = coefficient * level + normal(&random) * 1_000
        return Int64(level)
      }
      let samples = try #require(SummaryBuilder([Run(lateness: lateness)]).samples().first)
      let drift = try #require(PhaseDrift(samples.runs, interval: .ms(1)))
      #expect((drift.interval == nil) == (drift.untold != nil))
      guard let interval = drift.interval else { continue }
      given += 1
      if !interval.contains(0) { wrong += 1 }
    }
    #expect(told.contains(Double(given) / Double(trials)), "given \(given)")
    // A coverage of 0.93, and twice the standard deviation of so many trials.
    let allowed = 0.07 * Double(given) + 2 * (0.07 * 0.93 * Double(given)).squareRoot()
    #expect(Double(wrong) <= allowed, "wrong \(wrong) of \(given)")
  }

  @Test func `what hangs together too much has no interval, and the report says why`() throws {
    var random = SplitMix64(seed: 5)
    var level = 0.0
    let figures = try summary(
      Run(
        lateness: (0..<200).map { _ in
          level += normal(&random) * 1_000
          return Int64(level)
        }))
    let drift = try #require(figures.phaseDrift)
    #expect(drift.margin == nil && drift.untold?.description.contains("measure longer") == true)
    let sentence = CellDetails(figures, floors: Floors(among: [])).sentences.first { $0.contains("drift") }
    #expect(sentence?.contains("hang together") == true)
  }

  /// `scipy.stats.t.ppf(0.975, df)` of scipy 1.17.
  @Test(arguments: [(1, 12.706), (5, 2.571), (30, 2.042), (31, 2.040), (60, 2.000), (1_000, 1.962)])
  func `the points of Student's t are scipy's`(freedom: Int, point: Double) {
    #expect(abs(studentT95(freedom) - point) < 0.0006)
  }
}

/// A standard normal number by the method of Box and Muller.
func normal(_ random: inout SplitMix64) -> Double {
  let (first, second) = (
    Double.random(in: 0.000_000_1..<1, using: &random), Double.random(in: 0..<1, using: &random)
  )
  return (-2 * log(first)).squareRoot() * cos(2 * .pi * second)
}
