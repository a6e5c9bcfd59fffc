import Foundation
import Testing
import Timing

@testable import Analysis

import struct Timing.Nanoseconds

/// numpy 2.4.6: `np.quantile(np.arange(n) * 7919 % 10007 - 100, p, method="inverted_cdf")`.
private let numpyQuantiles: [(size: Int, share: Double, value: Int64)] = [
  (1, 0.5, -100), (1, 0.99, -100), (2, 0.5, -100), (2, 0.9, 7819), (4, 0.5, 3643), (4, 0.999, 7819),
  (1000, 0.5, 4903), (1000, 0.9, 8906), (1000, 0.99, 9801), (1000, 0.999, 9887), (1600, 0.5, 4903),
  (1600, 0.99, 9810), (1600, 0.999, 9897), (100_001, 0.5, 4903), (100_001, 0.9, 8906), (100_001, 0.99, 9806),
  (100_001, 0.999, 9896), (100_001, 0.9999, 9905), (250_000, 0.5, 4903), (250_000, 0.99, 9806),
  (250_000, 0.9999, 9905),
]

@Suite struct PercentileTableTests {
  @Test(arguments: numpyQuantiles)
  func `the curve passes through the quantiles of the sample`(size: Int, share: Double, value: Int64) throws {
    let lateness = (0..<size).map { Int64($0 * 7919 % 10_007 - 100) }
    let steps = try #require(SummaryBuilder([Run(lateness: lateness)]).samples().first).percentileSteps
    // The rank of the quantile is above the share of callbacks that are earlier than the step's.
    let at = steps.last { 1 - 1 / $0.oneIn < share - 1e-12 }
    #expect(at?.lateness == value)
    #expect(steps.first?.oneIn == 1 && steps.first?.lateness == lateness.min())
    #expect(steps.last?.lateness == lateness.max() && steps.count < 1_100)
    #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.lateness < $1.lateness && $0.oneIn < $1.oneIn })
  }

  @Test func `a curve ends at the latest callback, and a floor of the idle machine is borrowed`() {
    let floor = Run(.test(timer: "nanosleep", leeway: nil), lateness: [5, 7, 6])
    let table = ChartTable.percentiles(
      ChartSource([floor, Run(lateness: [1, 4, 2, 3]), Run(.test(load: "loop:50%"), lateness: [9])]))
    #expect(table.column("label", of: "panel") == ["1ms idle", "1ms loop:50%"])
    #expect(
      table.column("label", of: "series") == [
        "dispatch leeway 0", "nanosleep", "dispatch leeway 0", "nanosleep idle",
      ])
    #expect(table.column("dash", of: "series") == ["1", "0", "1", "0"])
    #expect(table.rows("latest").map { [$0["one_in"], $0["latest_ns"]] }.first == ["4", "4"])
    let steps = table.rows("step").filter { $0["panel"] == "1" && $0["series"] == "1" }
    #expect(steps.map { $0["lateness_ns"] } == ["1", "2", "3", "4"])
    #expect(steps.map { Double($0["one_in"] ?? "") } == [1, 4.0 / 3, 2, 4])
  }
}

@Suite struct LoadResponseTests {
  /// 100 deadlines, so many of them missed before the last callback.
  private func run(_ load: String, missed: Int64, late: Int64 = 10) -> Run {
    let count = 100 - missed
    let ticks = (0..<count).map { index in
      let isLast = index == count - 1
      let slot = isLast ? 99 : index
      return Tick(
        slot: slot, deadline: slot * 1_000_000, callback: slot * 1_000_000 + late, missed: isLast ? missed : 0
      )
    }
    return Run(.test(load: load), ticks: ticks)
  }

  /// By hand: more than 1 of 100 deadlines is left out from 75 % on; at 10 % it was chance, for 50 % holds again.
  @Test func `a timer breaks at the lightest load from which on it leaves out more than a hundredth`() throws
  {
    let runs = [
      run("idle", missed: 0), run("loop:10%", missed: 5), run("loop:50%", missed: 1),
      run("loop:75%", missed: 2),
      run("loop:100%", missed: 60),
    ]
    let response = try #require(LoadResponse.all(SummaryBuilder(runs).summaries()).first)
    let line = try #require(response.lines.first)
    #expect(line.points.map(\.amount) == [0, 10, 50, 75, 100])
    #expect(line.holdsTo == 50 && line.breaksAt == 75)
    #expect(response.verdict(on: line) == "breaks at 75%")
    let held = LoadResponse.all(
      SummaryBuilder(Array(runs.prefix(1)) + [run("loop:20%", missed: 0)]).summaries())
    #expect(held.first.map { $0.verdict(on: $0.lines[0]) } == "holds to 20%")
    let broken = LoadResponse.all(
      SummaryBuilder([run("idle", missed: 9), run("loop:20%", missed: 9)]).summaries())
    #expect(broken.first.map { $0.verdict(on: $0.lines[0]) } == "breaks at or below 0%")
  }

  @Test func `loads of one kind share an axis, in its unit`() {
    let loads = [
      "idle", "loop:50%", "loop:50%/5ms", "handler:250us", "handler:50%", "cpu:2", "timers:8", "exec:make",
      "exec:ls",
    ]
    let all = LoadResponse.all(SummaryBuilder(loads.map { run($0, missed: 0) }).summaries())
    let points = Dictionary(
      uniqueKeysWithValues: all.map { ($0.kind.name, $0.lines.flatMap { $0.points.map(\.amount) }) })
    #expect(
      points == [
        "loop": [0, 50], "loop/5ms": [0, 50], "handler": [0, 25, 50], "cpu": [0, 2], "timers": [0, 8],
        "exec": [0, 1, 2],
      ])
    #expect(all.filter { $0.kind.hasAmount }.allSatisfy { !$0.verdict(on: $0.lines[0]).isEmpty })
  }

  @Test func `only the idle machine has no response, and its chart nothing to say`() {
    let runs = [run("idle", missed: 0)]
    #expect(LoadResponse.all(SummaryBuilder(runs).summaries()).isEmpty)
    #expect(ChartTable.load(ChartSource(runs)) == nil)
  }

  @Test func `the table has a point a cell, with shares in percent`() throws {
    let table = try #require(
      ChartTable.load(ChartSource([run("idle", missed: 0), run("loop:75%", missed: 25)])))
    let points = table.rows("point").map { [$0["amount"], $0["p50_ns"], $0["p99_ns"], $0["missed_percent"]] }
    #expect(points == [["0.0", "10", "10", "0.0"], ["75.0", "10", "", "25.0"]])
    #expect(table.column("note", of: "series") == ["breaks at 75%"])
    #expect(table.column("breaks_at", of: "series") == ["75.0"])
  }
}

@Suite struct CoalescingTableTests {
  /// Deadlines at 0, 3 and 6 ms of each 10 ms: the first three share a wakeup, then two, then one is alone.
  private func runs(leeway: Nanoseconds) -> Run {
    let times: [(Int32, Int64, Int64)] = [
      (0, 0, 6_100_000), (1, 3, 6_200_000), (2, 6, 6_300_000), (0, 10, 13_100_000), (1, 13, 13_200_000),
      (2, 16, 16_100_000),
    ]
    let ticks = times.map { source, deadline, callback in
      Tick(source: source, slot: deadline / 10, deadline: deadline * 1_000_000, callback: callback)
    }
    return Run(.test(.ms(10), leeway: leeway, timers: 3), ticks: ticks)
  }

  @Test func `callbacks per wakeup and the raster are those of a hand count`() throws {
    let table = try #require(
      ChartTable.coalescing(ChartSource([runs(leeway: .zero), runs(leeway: .ms(5))])))
    #expect(table.rows("point").compactMap { $0["per_wakeup"] }.filter { !$0.isEmpty } == ["2.0", "2.0"])
    #expect(table.column("label", of: "mark") == ["0", "50 %", "0", "50 %"])
    #expect(table.column("note", of: "bar") == ["none of 6", "none of 6"])
    let marks = table.rows("callback").prefix(3).map { [$0["source"], $0["due"], $0["came"]] }
    #expect(marks == [["0", "-0.61", "0.0"], ["1", "-0.31", "0.01"], ["2", "-0.01", "0.02"]])
  }

  @Test func `without a lost deadline and with single timers there is nothing to say`() {
    #expect(ChartTable.coalescing(ChartSource([Run(lateness: [1, 2])])) == nil)
  }
}

@Suite struct StabilityTableTests {
  @Test func `the points are those of the summary`() {
    let source = ChartSource([Run(lateness: [0, 5, 2, 9, 1, 4, 7, 3])])
    let table = ChartTable.stability(source)
    let points = Stability(source.dataset.cells[0]).points
    #expect(table?.column("tdev_ns", of: "point") == points.map { $0.timeDeviation.map { "\($0)" } ?? "" })
    #expect(table?.column("mtie_ns", of: "point") == points.map { "\($0.maximumTimeIntervalError)" })
    #expect(table?.column("averaging_ns", of: "point") == points.map { "\($0.averaging)" })
  }
}

@Suite struct WhyChartTests {
  /// Armed 5 early, fired 15 later, ran 20 later, called back 10 later: 40 late in all.
  @Test func `the parts stand end to end, and one that shortened the lateness below zero`() throws {
    let ticks = (0..<100 as Range<Int64>).map { slot in
      let due = slot * 1_000_000
      return Tick(
        slot: slot, deadline: due, callback: due + 40,
        attribution: Attribution(armed: due - 5, expired: due + 10, woken: due + 12, running: due + 30))
    }
    let table = try #require(ChartTable.why(ChartSource([Run(ticks: ticks)])))
    let parts = table.rows("part").filter { $0["panel"] == "1" }
    let ends = parts.map { part in
      [Double(part["from_percent"] ?? "") ?? .nan, Double(part["to_percent"] ?? "") ?? .nan]
    }
    #expect(parts.map { $0["color"] } == ["arming", "kernel", "wakeup", "framework", "blocked"])
    #expect(ends == [[-12.5, 0], [0, 37.5], [37.5, 87.5], [87.5, 112.5], [112.5, 112.5]])
    #expect(table.column("note", of: "bar") == ["40ns", "40ns"])
    #expect(table.column("left_percent", of: "panel") == ["-12.5", "-12.5"])
  }
}
