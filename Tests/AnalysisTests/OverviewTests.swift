import Testing
import Text
import Timing

@testable import Analysis

/// A mixture as timers show it: most callbacks near 60 µs, a few at milliseconds.
private func lateness(_ count: Int, seed: UInt64, early: Bool = false) -> [Int64] {
  var random = SplitMix64(seed: seed)
  return (0..<count).map { _ in
    let base = Int64(random.next() % 20_000) + 52_000
    let tail = random.next() % 200 == 0 ? Int64(random.next() % 4_000_000) : 0
    return early && random.next() % 50 == 0 ? -3_200 : base + tail
  }
}

private let suite: [CellSummary] = {
  var runs: [Run] = []
  for (index, timer) in ["runloop", "runloop-common", "dispatch", "dispatch-strict", "nanosleep"].enumerated()
  {
    for (interval, load) in [(Nanoseconds.ms(1), "idle"), (.ms(10), "idle"), (.ms(10), "loop:50%")] {
      for leeway in [Nanoseconds.zero, .us(100)] {
        let cell = Cell(
          timer: timer, interval: interval, leeway: timer == "nanosleep" ? nil : leeway, load: load)
        let seed = UInt64(index) * 100 + UInt64(leeway.count)
        runs.append(Run(cell, lateness: lateness(4_000, seed: seed, early: index == 0)))
      }
    }
  }
  return SummaryBuilder(runs).summaries()
}()

@Suite struct OverviewTests {
  @Test(arguments: [80, 100, 120, 200], [false, true])
  func `no line is longer than the terminal is wide`(width: Int, color: Bool) {
    let text = OverviewTable(suite).text(width: width, color: color)
    let plain = text.forTerminal(color: false)
    #expect(plain.split(separator: "\n").allSatisfy { $0.count <= width })
    #expect((text == plain) == !color)
    for title in ["timer", "missed", "p50", "p99", "Δp50", "Δp99"] where width < 120 {
      #expect(plain.contains(title))
    }
  }

  /// Names, figures and counts of the suite of that name, which has no floor.
  @Test func `at 80 columns timers that share wakeups show how many callbacks each served`() {
    let timers = ["runloop", "dispatch", "dispatch-strict"]
    let runs = timers.flatMap { timer in
      [Nanoseconds.zero, .ms(5)].map {
        Run(.test(.ms(10), timer: timer, leeway: $0, timers: 64), lateness: lateness(12_800, seed: 1))
      }
    }
    let text = OverviewTable(SummaryBuilder(runs).summaries()).text(width: 80)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    for title in ["leeway", "missed", "p50", "p99", "per wake"] { #expect(text.contains(title)) }
  }

  @Test func `a wide terminal shows every column`() {
    let header = OverviewTable(suite).text(width: 200).prefix { $0 != "\n" }
    let titles = header.split(separator: "  ").map { $0.trimmingPrefix(" ") }
    #expect(
      titles == [
        "timer", "leeway", "callbacks", "missed", "merged", "early", "min", "p50", "p99", "p99.9", "max",
        "drift ppm",
        "per wakeup", "p50 over floor", "p99 over floor",
      ])
  }

  @Test func `the conditions stand above their timers, each once`() {
    let lines = OverviewTable(suite).text(width: 80).split(separator: "\n")
    let headings = lines.filter { $0.hasPrefix("every") }
    #expect(headings == ["every 1ms, idle", "every 10ms, idle", "every 10ms, loop:50%"])
  }

  @Test func `one callback and none print without nonsense`() {
    let builder = SummaryBuilder([Run(lateness: [62_100]), Run(.test(timer: "runloop"), lateness: [])])
    let text = OverviewTable(builder.summaries()).text(width: 80)
    #expect(!text.lowercased().contains("nan") && !text.contains("inf"))
    #expect(text.contains("62.1µs"))
    #expect(OverviewTable([]).text().isEmpty)
  }

  @Test(
    arguments: [
      (0, "0"), (1, "1ns"), (-850, "-850ns"), (999, "999ns"), (999.6, "1.00µs"), (1_234, "1.23µs"),
      (62_149, "62.1µs"), (999_499, "999µs"), (999_500, "1.00ms"), (-3_205, "-3.21µs"),
      (15_625_000, "15.6ms"),
      (20e9, "20.0s"), (123_456e9, "123456s"), (0.5, "0.500ns"), (-0.001, "-0.00100ns"), (.nan, "–"),
      (.infinity, "–"), (-9.3e18, "-9300000000s"),
    ] as [(Double, String)])
  func `a time has three significant digits`(nanoseconds: Double, text: String) {
    #expect(Numbers.time(nanoseconds) == text)
  }

  @Test(
    arguments: [
      (0, "0"), (999, "999"), (1_000, "1,000"), (-1_234_567, "-1,234,567"),
      (.min, "-9,223,372,036,854,775,808"),
    ] as [(Int64, String)])
  func `counts are grouped by thousands`(count: Int64, text: String) {
    #expect(Numbers.count(count) == text)
  }
}
