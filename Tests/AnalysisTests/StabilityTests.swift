import Testing
import Timing

@testable import Analysis

/// A random walk with white noise and a slope: steps `random % 201 − 100`, noise `random % 2001 − 1000`, 5 ns a
/// slot, from SplitMix64(2024), drawn step first.
private func walk(_ count: Int) -> [Int64] {
  var random = SplitMix64(seed: 2_024)
  var level = Int64(0)
  return (0..<Int64(count)).map { slot in
    level += Int64(random.next() % 201) - 100
    return level + Int64(random.next() % 2_001) - 1_000 + 5 * slot
  }
}

private func stability(_ runs: Run...) throws -> Stability {
  Stability(try #require(SummaryBuilder(runs).samples().first))
}

@Suite struct StabilityTests {
  /// allantools 2024.06: `tdev(walk, rate=1, data_type="phase", taus=[1, 2, 4, 8, 16, 32, 64])` and its `ns`,
  /// `mtie(walk, rate=1, data_type="phase", taus=[1, 2, …, 256])`.
  @Test func `time deviation and maximum time interval error equal allantools'`() throws {
    let deviations = [
      564.8898191948388, 409.70018319863414, 295.14698988588157, 157.97791269396683, 150.8837623279288,
      164.40654191617455, 289.8348420907598,
    ]
    let terms: [Int64] = [298, 295, 289, 277, 253, 205, 109]
    let ranges: [Int64] = [1899, 1940, 1944, 2203, 2476, 2733, 2826, 3398, 4784]
    let points = try stability(Run(lateness: walk(300).map { $0 + 4_000_000_000_000_000 })).points
    #expect(points.map(\.slots) == [1, 2, 4, 8, 16, 32, 64, 128, 256])
    #expect(points.map(\.averaging) == points.map { $0.slots * 1_000_000 })
    #expect(points.map(\.maximumTimeIntervalError) == ranges)
    #expect(points.prefix(7).map(\.terms) == terms)
    for (point, deviation) in zip(points, deviations) {
      #expect(abs((point.timeDeviation ?? .nan) / deviation - 1) < 1e-12, "\(point.slots)")
    }
    #expect(points.dropFirst(7).allSatisfy { $0.timeDeviation == nil })
  }

  /// By hand: 0 _ 2 0 _ _ 9 in slots; at one slot no second difference is whole, at two 0 − 2·2 + _ is not either.
  @Test func `gaps are neither closed nor filled`() throws {
    let ticks = [(0, 0), (2, 2), (3, 0), (6, 9)].map { (slot: Int64, late: Int64) in
      Tick(slot: slot, deadline: slot * 1_000_000, callback: slot * 1_000_000 + late)
    }
    let points = try stability(Run(ticks: ticks)).points
    #expect(points.map(\.slots) == [1, 2, 4])
    #expect(points.map(\.timeDeviation) == [nil, nil, nil])
    #expect(points.map(\.maximumTimeIntervalError) == [2, 2, 9])
  }

  /// By hand: with a straight line every second difference is 0, whatever is missing.
  @Test func `a rate error alone has no time deviation`() throws {
    let ticks = (0..<400).filter { $0 % 7 != 3 }.map { (slot: Int64) in
      Tick(slot: slot, deadline: slot * 1_000_000, callback: slot * 1_000_100)
    }
    let points = try stability(Run(ticks: ticks)).points
    #expect(points.prefix(7).allSatisfy { $0.timeDeviation == 0 })
    #expect(
      points.map(\.maximumTimeIntervalError) == [100, 200, 400, 800, 1_600, 3_200, 6_400, 12_800, 25_600])
  }

  @Test func `runs are pooled, not joined`() throws {
    let one = try stability(Run(lateness: walk(300)))
    let two = try stability(
      Run(lateness: walk(300)), Run(lateness: walk(300).map { $0 + 77_000_000 }, repetition: 1))
    #expect(two.points.map(\.terms) == one.points.map { $0.terms * 2 })
    #expect(two.points.map(\.maximumTimeIntervalError) == one.points.map(\.maximumTimeIntervalError))
    for (pair, single) in zip(two.points, one.points) {
      #expect(pair.timeDeviation == nil ? single.timeDeviation == nil : true)
      if let left = pair.timeDeviation, let right = single.timeDeviation {
        #expect(abs(left / right - 1) < 1e-12)
      }
    }
  }

  @Test func `a run that skips a billion slots is left out and counted`() throws {
    let far = Int64(1_000_000_000)
    let ticks = [0, 1, far].map { Tick(slot: $0, deadline: $0 * 1_000_000, callback: $0 * 1_000_000) }
    let figures = try stability(Run(ticks: ticks), Run(lateness: [1, 2], repetition: 1))
    #expect(figures.leftOut == 1)
    #expect(figures.points.map(\.maximumTimeIntervalError) == [1])
    #expect(try stability(Run(lateness: [5])).points.isEmpty)
  }
}
