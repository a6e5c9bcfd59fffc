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
    var outside = 0
    let trials = 400
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
      let interval = try #require(PhaseDrift(samples.runs, interval: .ms(1))?.interval)
      if !interval.contains(0) { outside += 1 }
    }
    let rate = Double(outside) / Double(trials)
    #expect(rate > 0.01 && rate < 0.09, "\(rate)")
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
