import Testing
import Timing

@Suite struct PlanTests {
  private func plan(
    _ interval: Nanoseconds = .ms(10), length: RunLength = .duration(.s(1)), warmup: Nanoseconds = .zero,
    leeway: Nanoseconds? = nil, load: String = "idle", timers: Int = 1, repetitions: Int = 1, cells: Int = 1
  ) throws(PlanError) -> Plan {
    let kinds = (0..<cells).map {
      Cell(timer: "t\($0)", interval: interval, leeway: leeway, load: load, timers: timers)
    }
    return try Plan(cells: kinds, repetitions: repetitions, length: length, warmup: warmup, seed: 1)
  }

  private func refusal(_ make: () throws(PlanError) -> Plan) -> PlanError? {
    do throws(PlanError) { _ = try make() } catch { return error }
    return nil
  }

  @Test func `a plan has no more cells than a recording is read with`() throws {
    #expect(refusal { () throws(PlanError) in try plan(cells: Plan.mostCells) } == nil)
    #expect(
      refusal { () throws(PlanError) in try plan(cells: Plan.mostCells + 1) }?.problem
        == "makes 10001 cells: 10000 at most, so list less")
  }

  @Test func `each part is refused outside its range, by its name and with the range`() throws {
    let refusals: [(PlanError?, PlanError.Part, String)] = [
      (refusal { () throws(PlanError) in try plan(.ns(999)) }, .interval, "1us to 24h"),
      (refusal { () throws(PlanError) in try plan(.s(9_000_000_000)) }, .interval, "1us to 24h"),
      (
        refusal { () throws(PlanError) in try plan(length: .duration(Nanoseconds(.max))) }, .duration,
        "1us to 720h"
      ),
      (refusal { () throws(PlanError) in try plan(length: .duration(.zero)) }, .duration, "1us to 720h"),
      (refusal { () throws(PlanError) in try plan(length: .count(0)) }, .count, "1 to 1000000000"),
      (refusal { () throws(PlanError) in try plan(length: .count(.max)) }, .count, "1 to 1000000000"),
      (refusal { () throws(PlanError) in try plan(warmup: Nanoseconds(.max)) }, .warmup, "0 to 1h"),
      (refusal { () throws(PlanError) in try plan(warmup: .ns(-1)) }, .warmup, "0 to 1h"),
      (refusal { () throws(PlanError) in try plan(leeway: Nanoseconds(.max)) }, .leeway, "0 to 24h"),
      (refusal { () throws(PlanError) in try plan(timers: 10_001) }, .timers, "1 to 10000"),
      (refusal { () throws(PlanError) in try plan(timers: 0) }, .timers, "1 to 10000"),
      (refusal { () throws(PlanError) in try plan(repetitions: 0) }, .repetitions, "1 to 10000"),
      (refusal { () throws(PlanError) in try plan(repetitions: .max) }, .repetitions, "1 to 10000"),
    ]
    for (refusal, part, range) in refusals {
      #expect(refusal?.part == part)
      #expect(refusal?.problem.contains(range) == true, "\(part): \(refusal?.problem ?? "accepted")")
    }
  }

  // 10 s · 10⁹ is 115,741 days; 60 s · 10⁷ of handlers 6,944 days.
  @Test(
    arguments: [
      (.s(10), 1_000_000_000, "idle", 1, "115741 days"), (.s(10), 1_000_000_000, "idle", 10, "11574 days"),
      (.ms(1), 10_000_000, "handler:60s", 1, "6944 days"),
    ] as [(Nanoseconds, Int, String, Int, String)])
  func `a count that would take years is refused, with how long it would take`(
    interval: Nanoseconds, count: Int, load: String, timers: Int, length: String
  ) {
    let error = refusal { () throws(PlanError) in
      try plan(interval, length: .count(count), load: load, timers: timers)
    }
    #expect(error?.part == .count)
    #expect(error?.problem.contains(length) == true, "\(error?.problem ?? "accepted")")
    #expect(error?.problem.contains("366 days is the most") == true)
  }

  @Test func `runs that would take a century together are refused`() {
    // 2,000 · 30 days are 164 years.
    let error = refusal { () throws(PlanError) in
      try plan(length: .duration(.s(30 * 24 * 3_600)), repetitions: 1_000, cells: 2)
    }
    #expect(error?.part == nil)
    #expect(error?.problem.contains("60000 days") == true, "\(error?.problem ?? "accepted")")
    #expect(refusal { () throws(PlanError) in try plan(repetitions: 10_000, cells: 101) } != nil)
  }

  @Test func `lists whose product no number holds are refused before anything is made of them`() {
    let many = Matrix(
      timers: Array(repeating: "a", count: 60_000), intervals: Array(repeating: .ms(1), count: 60_000),
      leeways: Array(repeating: .fixed(.zero), count: 60_000), loads: Array(repeating: .idle, count: 60_000),
      counts: Array(repeating: 1, count: 60_000))
    #expect(many.combinations == .max)
    #expect(throws: PlanError.self) { try Plan.check([many, many], repetitions: .max) }
    #expect(throws: Never.self) {
      try Plan.check(
        [Matrix(timers: ["a"], intervals: [.ms(1)], leeways: [.fixed(.zero)], loads: [.idle])],
        repetitions: 10)
    }
  }
}
