import Testing
import Timing

@testable import Analysis

private let ms: Int64 = 1_000_000

/// Six callbacks every 10 ms, 100 µs late but the third: that one is 9 ms late, stands for its slot, and five slots are
/// passed over before it. Marked or not, as the harness would where the system slept.
private func run(_ cell: Cell = .test(.ms(10)), marked: Bool, facts: RunFacts = .fine) -> Run {
  let slots: [Int64] = [0, 1, 7, 8, 9, 10]
  let ticks = slots.map { slot in
    let late = slot == 7 ? 9 * ms : ms / 10
    return Tick(
      event: marked && slot == 7, slot: slot, deadline: slot * 10 * ms, callback: slot * 10 * ms + late,
      missed: slot == 7 ? 5 : 0)
  }
  return Run(cell, ticks: ticks, facts: facts)
}

private func facts(_ events: ClockEvent..., wall: Bool = false) -> RunFacts {
  var facts = RunFacts.fine
  let (set, slept) = (events.filter { $0.kind == .set }, events.filter { $0.kind == .sleep })
  (facts.clockSet, facts.sleep) = (set.isEmpty ? nil : set, slept.isEmpty ? nil : slept)
  facts.deadlineClock = wall ? .wall : nil
  return facts
}

private let slept = ClockEvent(kind: .sleep, length: 4_000 * ms, after: 11 * ms, before: 100 * ms)
private let stepped = ClockEvent(kind: .set, length: -2_000 * ms, after: 11 * ms, before: 100 * ms)

/// Counted by hand.
@Suite struct ClockEventFigureTests {
  @Test(arguments: [nil, 0] as [Int?])
  func `a row that belongs to an event is in no figure, and how many is said`(limit: Int?) throws {
    var builder = SummaryBuilder(limit: limit)
    builder.add(Recording(environment: Environment(), runs: [run(marked: true)], status: .complete))
    let found = try #require(builder.summaries().first)
    #expect(found.callbacks.count == 5)
    #expect(found.callbacks.max == ms / 10)
    #expect(found.response.count == 5)
    #expect(found.slots.fired == 5 && found.slots.missed == 0 && found.slots.total == 5)
    #expect(found.slots.eventful == 1 && found.slots.eventfulSlots == 6)
    // From slot 0 to slot 10 five callbacks, and six slots that are no time of the timer's: nothing lost.
    #expect(found.pace.countDrift.total == 0)
    #expect(found.phaseDrift.map { abs($0.ppm) < 1e-9 } == true)
  }

  @Test func `without the mark the same row is in all of them`() throws {
    let found = try summary(run(marked: false))
    #expect(found.callbacks.max == 9 * ms && found.slots.missed == 5)
    #expect(found.slots.eventful == 0 && found.pace.countDrift.total == 50 * ms)
  }

  @Test func `a budget judges what is left, and is undecided where the deadlines themselves were moved`()
    throws
  {
    let budget = try Budget(parsing: "max<1ms")
    let kept = try summary(run(marked: true, facts: facts(slept)))
    #expect(budget.evaluate(kept).outcome == .met)
    let moved = try summary(run(marked: true, facts: facts(stepped, wall: true)))
    guard case .undecided(let reason) = budget.evaluate(moved).outcome else {
      Issue.record("a verdict on a clock step")
      return
    }
    #expect("\(reason)".contains("the clock was set and moved the deadlines in 1 of 1 run: not judged"))
    #expect(budget.evaluate(moved).fails(allowingUndecided: true) == false)
    #expect(try Budget(parsing: "max<1ns").evaluate(moved).word == "undecided")
  }

  @Test func `a comparison judges no timer whose deadlines were moved, and any other by what is left`() throws
  {
    func dataset(_ label: String, late: Int64, _ facts: RunFacts) -> Dataset {
      let runs = (0..<6).map { repetition in
        let ticks = (0..<200 as Range<Int64>).map { slot in
          let time = slot * 10 * ms
          return Tick(
            event: slot == 50, slot: slot, deadline: time,
            callback: time + late + (slot * 7 + Int64(repetition)) % 50)
        }
        return Run(
          .test(.ms(10)), ticks: ticks, repetition: repetition, facts: repetition == 3 ? facts : .fine)
      }
      return Dataset(
        label: label, file: label, environment: Environment(), cells: SummaryBuilder(runs).samples())
    }
    func verdicts(_ base: RunFacts, _ other: RunFacts) throws -> [ComparisonVerdict] {
      let comparison = Comparison(
        base: dataset("a", late: 20_000, base), others: [dataset("b", late: 90_000, other)])
      return try #require(comparison.columns.first?.cells.first).figures.map(\.verdict)
    }
    #expect(try verdicts(facts(stepped), facts()).prefix(2) == [.worse, .worse])
    for (base, other) in [(facts(stepped, wall: true), facts()), (facts(), facts(stepped, wall: true))] {
      for verdict in try verdicts(base, other) {
        guard case .undecided(let reason) = verdict else {
          Issue.record("a verdict on a clock step: \(verdict)")
          continue
        }
        #expect("\(reason)".contains("the clock was set and moved the deadlines in 1 of 6 runs: not judged"))
      }
    }
  }

  @Test func `pending deadlines of moved ones, and of a sleep at the end, are not stranded`() throws {
    func stranded(_ facts: RunFacts, pending: Int64, end: Int64) throws -> Int64 {
      var facts = facts
      (facts.pending, facts.end, facts.slots) = (pending, end, 200)
      return try summary(run(marked: true, facts: facts)).facts.stranded
    }
    #expect(try stranded(facts(), pending: 40, end: 2_000 * ms) == 39)
    #expect(try stranded(facts(stepped, wall: true), pending: 40, end: 2_000 * ms) == 0)
    // Due since 1,600 ms; the event was over at 100 ms, or happened since.
    #expect(try stranded(facts(slept), pending: 40, end: 2_000 * ms) == 39)
    #expect(try stranded(facts(slept), pending: 4, end: 110 * ms) == 0)
    #expect(try stranded(facts(slept), pending: .max, end: 110 * ms) == 0)
  }

  @Test func `the note says what happened, what it did to this kind of timer, and a remedy`() throws {
    func note(_ cell: Cell, _ facts: RunFacts) throws -> Finding {
      let notes = Finding.all(
        on: SummaryBuilder([run(cell, marked: true, facts: facts)]).summaries(), in: Environment())
      return try #require(notes.first { ["clock_set", "sleep"].contains($0.code) })
    }
    let loop = try note(.test(.ms(10), timer: "runloop"), facts(stepped))
    #expect(loop.code == "clock_set" && loop.severity == .warning && loop.remedy != nil)
    #expect(
      loop.text
        == "runloop 10ms leeway 0 idle: the wall clock was set by -2.00s at 100ms: its deadlines keep to the "
        + "monotonic clock and stayed, 1 callback left out of the figures around then")
    let wall = try note(.test(.ms(10), timer: "dispatch-wall"), facts(slept, wall: true))
    #expect(wall.code == "sleep")
    #expect(wall.text.contains("the system slept for 4.00s at 100ms"))
    #expect(
      wall.text.contains("moved against the monotonic one, 1 callback left out of the figures from then on"))
  }
}
