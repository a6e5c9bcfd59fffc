import Behaviors
import Testing
import Timing

private let ms: Int64 = 1_000_000

@Suite struct WatchReportTests {
  private let step = ClockEvent(kind: .set, length: -530 * ms, after: 950 * ms, before: 1_050 * ms)

  private func timer(_ name: String, _ times: [Int], fired: [Int: Int64] = [:]) -> WatchedTimer {
    WatchedTimer(
      name: name,
      callbacks: times.map { WatchedTimer.Callback(time: Int64($0) * ms, fired: fired[$0] ?? 1) })
  }

  @Test func `a timer that nothing happened to has no gap and no shift`() throws {
    let steady = timer("steady", Array(stride(from: 100, through: 2_000, by: 100)))
    let report = WatchReport(events: [step], timers: [steady], interval: 100 * ms, length: 2_000 * ms)
    let effect = try #require(report.entries.first?.effects.first)
    #expect(effect.gap == 1)
    #expect(effect.shift == 0)
    #expect(effect.merged == 1)
    #expect(report.callbacks == ["steady": 20])
  }

  @Test func `a timer that waits for the clock to come back shows its gap, its backlog and its shift`() throws
  {
    // 9 callbacks to 900 ms, none until 1530 ms, which stands for three, then a grid 0.3 intervals later.
    let times =
      Array(stride(from: 100, through: 900, by: 100)) + Array(stride(from: 1_530, through: 2_530, by: 100))
    let report = WatchReport(
      events: [step], timers: [timer("wall", times, fired: [1_530: 3])], interval: 100 * ms,
      length: 2_600 * ms)
    let effect = try #require(report.entries.first?.effects.first)
    #expect(abs((effect.gap ?? 0) - 6.3) < 1e-9)
    #expect(abs((effect.shift ?? 0) - 0.3) < 1e-9)
    #expect(effect.merged == 3)
    #expect(effect.callbacks == 0)
    let table = report.table()
    #expect(table.contains("set by -530ms"))
    #expect(table.contains("gap 6.3 intervals"))
    for line in table.split(separator: "\n") { #expect(line.count <= 80) }
    #expect(report.json.contains("\"merged\": 3"))
    #expect(report.json.contains("\"format\": \"timer-bench watch 1\""))
  }

  @Test func `a late callback before or after is no shift`() throws {
    var times = Array(stride(from: 100, through: 2_000, by: 100))
    times[6] += 40
    times[12] += 40
    let report = WatchReport(
      events: [step], timers: [timer("late", times)], interval: 100 * ms, length: 2_000 * ms)
    #expect(abs(report.entries.first?.effects.first?.shift ?? 1) < 1e-9)
  }

  @Test func `too few callbacks leave gap and shift unknown`() throws {
    let report = WatchReport(
      events: [step], timers: [timer("few", [100, 200])], interval: 100 * ms, length: 2_000 * ms)
    let effect = try #require(report.entries.first?.effects.first)
    #expect(effect.gap == nil && effect.shift == nil)
  }

  @Test func `a watch of this machine counts callbacks of all three timers and ends`() {
    let report = ClockWatch.run(for: Nanoseconds.ms(450))
    #expect(report.callbacks.count == 3)
    #expect(report.callbacks.values.allSatisfy { $0 >= 1 })
    #expect(report.length >= 450 * ms)
  }

  @Test func `a watch ends when it is told to`() {
    var asked = 0
    let report = ClockWatch.run(for: Nanoseconds.s(3_600)) {
      asked += 1
      return asked > 2
    }
    #expect(asked == 3)
    #expect(report.length < 3_600_000 * ms)
  }
}
