import Testing
import Timing

@testable import Behaviors

/// How often each judge errs: it sees a wrong timer and a right one a thousand times each, on machines of which the worst
/// makes every callback late by up to three intervals. An error is a wrong timer that holds, or a right one that differs;
/// no verdict is none.
@Suite struct PowerTests {
  /// How trials ended.
  struct Tally: Hashable {
    var holds = 0
    var differs = 0
    var undecided = 0
  }

  static let trials: UInt64 = 1_000

  /// Counts verdicts over all trials; a trial that says nothing is repeated as often as the suite does that.
  private func tally(
    _ machine: SimulatedTimeline.Machine, _ judge: (inout SimulatedTimeline) throws(Disturbed) -> Bool
  ) -> Tally {
    var tally = Tally()
    for trial in 0..<Self.trials {
      var timeline = SimulatedTimeline(machine, seed: trial)
      var verdict: Bool?
      for _ in 0..<4 where verdict == nil {
        do throws(Disturbed) { verdict = try judge(&timeline) } catch {}
      }
      switch verdict {
      case true?: tally.holds += 1
      case false?: tally.differs += 1
      case nil: tally.undecided += 1
      }
    }
    return tally
  }

  /// Expects no more errors than one in a thousand, and verdicts where the machine allows them.
  private func expect(
    _ name: String, _ machine: SimulatedTimeline.Machine, right: Tally, wrong: Tally,
    _ place: SourceLocation = #_sourceLocation
  ) {
    print(
      "power: \(name), \(machine): right refused \(right.differs), undecided \(right.undecided); "
        + "wrong accepted \(wrong.holds), undecided \(wrong.undecided)")
    #expect(right.differs <= 1, "\(name), \(machine)", sourceLocation: place)
    #expect(wrong.holds <= 1, "\(name), \(machine)", sourceLocation: place)
    guard machine != .hopeless else { return }
    #expect(right.undecided <= 10 && wrong.undecided <= 10, "\(name), \(machine)", sourceLocation: place)
  }

  /// The shortest begin of what an experiment sees that settles it, or all.
  private func settled<Element>(_ all: [Element], _ isSettled: ([Element]) -> Bool) -> [Element] {
    for count in 1...max(all.count, 1) where isSettled(Array(all.prefix(count))) {
      return Array(all.prefix(count))
    }
    return all
  }

  @Test(arguments: SimulatedTimeline.Machine.allCases)
  func `a run-loop timer that fires early is told from one that does not`(machine: SimulatedTimeline.Machine)
  {
    func judge(_ kind: SimulatedTimeline.Loop) -> Tally {
      tally(machine) { timeline throws(Disturbed) in
        // What comes within the patience of an experiment at two intervals a callback.
        let seen = settled(timeline.loop(kind, count: 100).map(\.lateness)) {
          Earliness($0, needed: 2).isSettled
        }
        return try Earliness(seen, needed: 2).isNone()
      }
    }
    expect("runloop.never-early", machine, right: judge(.right), wrong: judge(.early))
  }

  @Test(arguments: SimulatedTimeline.Machine.allCases)
  func `a source that fires early is told from one that does not`(machine: SimulatedTimeline.Machine) {
    let grid = SimulatedTimeline.grid
    func judge(_ kind: SimulatedTimeline.Source) -> Tally {
      tally(machine) { timeline throws(Disturbed) in
        let seen = settled(timeline.source(kind, count: 100)) {
          grid.contradiction($0) != nil || Earliness(grid.lateness($0)).isSettled
        }
        return try grid.contradiction(seen) == nil ? Earliness(grid.lateness(seen)).isNone() : false
      }
    }
    expect(
      "dispatch.never-early, dispatch.wall-deadline", machine, right: judge(.right), wrong: judge(.early))
  }

  @Test(arguments: SimulatedTimeline.Machine.allCases)
  func `a timer that shifts its phase is told from one that keeps it`(machine: SimulatedTimeline.Machine) {
    func judge(_ kind: SimulatedTimeline.Loop) -> Tally {
      tally(machine) { timeline throws(Disturbed) in
        let callbacks = timeline.loop(kind, count: 2 * Phases.enough + 2)
        let phases = callbacks.dropFirst().map(\.phase)
        return try PhaseShift(
          before: phases.prefix(Phases.enough), after: phases.dropFirst(Phases.enough + 1)
        )
        .isNone()
      }
    }
    expect(
      "runloop.overrun-phase, runloop.busy-loop", machine, right: judge(.right), wrong: judge(.shiftsPhase))
    expect(
      "a grid begun anew, 0.3 intervals off", machine, right: judge(.right),
      wrong: tally(machine) { timeline throws(Disturbed) in
        let phases = timeline.loop(.right, count: 2 * Phases.enough).map(\.phase)
        return try PhaseShift(
          before: phases.prefix(Phases.enough), after: phases.dropFirst(Phases.enough).map { $0 + 0.3 }
        ).isNone()
      })
  }

  @Test(arguments: SimulatedTimeline.Machine.allCases)
  func `dates on a grid are told from dates without one`(machine: SimulatedTimeline.Machine) {
    func judge(_ kind: SimulatedTimeline.Loop) -> Tally {
      tally(machine) { timeline in
        Phases(timeline.loop(kind, count: Phases.enough + 1).dropFirst().map(\.phase)).isGrid
      }
    }
    expect("runloop.fire-date-moves", machine, right: judge(.right), wrong: judge(.shiftsPhase))
  }

  @Test(arguments: SimulatedTimeline.Machine.allCases)
  func `a source that shifts its phase, and a second one, are told from one that keeps to its deadlines`(
    machine: SimulatedTimeline.Machine
  ) {
    let grid = SimulatedTimeline.grid
    func judge(_ kind: SimulatedTimeline.Source, atLeast count: Int) -> Tally {
      tally(machine) { timeline in
        let seen = settled(timeline.source(kind, count: 60, overlong: kind == .doubled ? nil : 3)) { events in
          grid.isSettled(events, from: 4, atLeast: count)
        }
        return grid.contradiction(seen) == nil && grid.keepsPhase(seen, from: 4)
      }
    }
    let right = judge(.right, atLeast: 4)
    expect(
      "dispatch.overrun-merges, dispatch.busy-queue", machine, right: right,
      wrong: judge(.shiftsPhase, atLeast: 4))
    expect(
      "dispatch.activate-twice, dispatch.owner-start-twice", machine, right: right,
      wrong: judge(.doubled, atLeast: SourceGrid.enough))
  }

  @Test(arguments: SimulatedTimeline.Machine.allCases)
  func `timers that share wakeups are told from those with a wakeup each`(machine: SimulatedTimeline.Machine)
  {
    func judge(shared: Bool) -> Tally {
      tally(machine) { timeline throws(Disturbed) in
        let seen = settled(timeline.clusters(shared: shared, count: WakeupFigures.enough)) {
          WakeupFigures($0).isSettled
        }
        return try WakeupFigures(seen).areShared()
      }
    }
    expect(
      "dispatch.leeway-*, runloop.tolerance-shares", machine, right: judge(shared: true),
      wrong: judge(shared: false))
  }

  @Test(arguments: SimulatedTimeline.Machine.allCases)
  func `events beyond the bounds of a leeway are told from those within`(machine: SimulatedTimeline.Machine) {
    // An interval of the experiment is three of the lateness's.
    func judge(_ late: Double) -> Tally {
      tally(machine) { timeline throws(Disturbed) in
        var all: [Double] = []
        for _ in 0...LeewayBounds.enough { all.append(late + timeline.lateness() / 3) }
        return try LeewayBounds(settled(all) { LeewayBounds($0).isSettled }).areKept()
      }
    }
    expect("dispatch.leeway-bounds", machine, right: judge(0), wrong: judge(0.9))
  }

  @Test(arguments: SimulatedTimeline.Machine.allCases)
  func `what comes when it should not comes while it is waited for`(machine: SimulatedTimeline.Machine) {
    // The latest that a wrong timer of the experiments calls by itself: one and a half intervals after it was ended.
    let wrong = tally(machine) { timeline in 1.5 + timeline.lateness() > Pace.silence }
    expect("silence after an end", machine, right: Tally(holds: 1_000), wrong: wrong)
  }
}
