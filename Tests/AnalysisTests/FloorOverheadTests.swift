import Analysis
import Testing
import Timing

@Suite struct FloorOverheadTests {
  /// 100 callbacks whose lateness is `start`, `start + 1`, …: p50 is `start + 49`, p99 is `start + 98`.
  func run(
    _ timer: String, from start: Int64, count: Int64 = 100, load: String = "idle", timers: Int = 1,
    interval: Nanoseconds = .ms(1)
  ) -> Run {
    let cell = Cell.test(interval, timer: timer, leeway: nil, load: load, timers: timers)
    return Run(cell, lateness: (0..<count).map { start + $0 })
  }

  func overhead(of timer: String, load: String = "idle", timers: Int = 1, _ runs: Run...) throws
    -> FloorOverhead?
  {
    let all = SummaryBuilder(runs).summaries()
    let mine = try #require(
      all.first { $0.cell.timer == timer && $0.cell.load.label == load && $0.cell.timers == timers })
    return FloorOverhead(mine, over: Floors(among: all))
  }

  @Test func `overhead is the quantile less that of the floor, and keeps its sign`() throws {
    let above = try #require(
      try overhead(of: "dispatch", run("dispatch", from: 5_000), run("nanosleep", from: 1_200)))
    #expect(above[.p50] == 3_800)
    #expect(above[.p99] == 3_800)
    let below = try #require(try overhead(of: "spin", run("spin", from: 20), run("nanosleep", from: 1_200)))
    #expect(below[.p50] == -1_180)
  }

  @Test func `a quantile that either side withholds has no overhead`() throws {
    let few = try #require(
      try overhead(of: "dispatch", run("dispatch", from: 5_000), run("nanosleep", from: 1_200, count: 99)))
    // Of 99 callbacks the median is the 50th: 1,249.
    #expect(few[.p50] == 3_800)
    #expect(few[.p99] == nil)
  }

  @Test func `the floor is nanosleep before timerfd, of the same interval`() throws {
    let both = try overhead(
      of: "dispatch", run("dispatch", from: 0), run("timerfd", from: 10), run("nanosleep", from: 20),
      run("nanosleep", from: 30, interval: .ms(2)))
    #expect(both?.floor == .test(timer: "nanosleep", leeway: nil))
    let other = try overhead(of: "dispatch", run("dispatch", from: 0), run("timerfd", from: 10))
    #expect(other?.floor.timer == "timerfd")
    let none = try overhead(
      of: "dispatch", run("dispatch", from: 0), run("nanosleep", from: 0, interval: .ms(2)))
    #expect(none == nil)
  }

  @Test func `a floor has the same load, and is idle where it has no loop to be held`() throws {
    let same = try overhead(
      of: "dispatch", load: "cpu:2", run("dispatch", from: 0, load: "cpu:2"), run("nanosleep", from: 0),
      run("timerfd", from: 0, load: "cpu:2"), run("nanosleep", from: 0, load: "cpu:4"))
    #expect(same?.floor == .test(timer: "timerfd", leeway: nil, load: "cpu:2"))
    let idle = try overhead(
      of: "dispatch", load: "loop:50%", run("dispatch", from: 0, load: "loop:50%"), run("nanosleep", from: 0))
    #expect(idle?.floor.load == "idle")
    let other = try overhead(
      of: "dispatch", load: "cpu:2", run("dispatch", from: 0, load: "cpu:2"), run("nanosleep", from: 0))
    #expect(other == nil)
  }

  @Test func `a floor has the same number of timers`() throws {
    let floor = try overhead(
      of: "dispatch", timers: 8, run("dispatch", from: 0, timers: 8), run("nanosleep", from: 0),
      run("nanosleep", from: 0, timers: 8), run("nanosleep", from: 0, timers: 64))
    #expect(floor?.floor.timers == 8)
    let other = try overhead(
      of: "dispatch", timers: 8, run("dispatch", from: 0, timers: 8), run("nanosleep", from: 0))
    #expect(other == nil)
  }

  @Test func `the best floor has no overhead over itself`() throws {
    #expect(try overhead(of: "nanosleep", run("nanosleep", from: 0), run("timerfd", from: 0)) == nil)
    #expect(try overhead(of: "timerfd", run("nanosleep", from: 0), run("timerfd", from: 7))?[.p50] == 7)
  }
}
