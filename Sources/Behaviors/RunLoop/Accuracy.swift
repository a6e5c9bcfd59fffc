import Foundation
import Text
import Timers

extension Behavior {
  /// Fire dates, overlong callbacks and busy loops.
  static let runLoopAccuracy = [
    Behavior("runloop.never-early", "It never fires before its fire date.", reference: "Timer.tolerance") {
      subjects throws(Disturbed) in
      let log = LoopLog()
      let grid = LoopGrid(first: Pace.date(in: 2))
      let timer = subjects.loop.timer(grid.first, Pace.seconds, true) { log.note($0) }
      timer.add(to: .current, mode: .default)
      defer { timer.invalidate() }
      try grid.requireAhead()
      // The slot is the mechanism's own, and may be named wrong once: it takes two that are early.
      func earliness() -> Earliness { Earliness(log.events.map { grid.lateness($0) }, needed: 2) }
      runLoop { earliness().isSettled }
      try PhaseShift(before: grid.phases(log.events.dropFirst()), after: []).requireArmed()
      guard log.count > 1 else { return Observation(.differs, Numbers.counted(log.count, "callback")) }
      let seen = earliness()
      return .judge(try seen.isNone(), "\(Numbers.counted(log.count, "callback")), \(seen.text) date")
    },

    Behavior(
      "runloop.overrun-skips",
      "Occurrences that pass during an overlong callback are skipped; none is made up for.",
      reference: "Timer, Repeating versus nonrepeating timers"
    ) { subjects throws(Disturbed) in
      let overrun = try Overrun(subjects)
      let missed = overrun.slotAfter - overrun.slotBefore - 1
      return .judge(
        missed >= 3 && overrun.made == 0,
        "slots \(overrun.slots): \(missed) skipped, \(overrun.made) made up")
    },

    Behavior(
      "runloop.overrun-phase", "An overlong callback does not shift the phase of later ones.",
      reference: "Timer, Repeating versus nonrepeating timers"
    ) { subjects throws(Disturbed) in
      let overrun = try Overrun(subjects)
      return .judge(
        overrun.keepsPhase && overrun.lateness < 0.5,
        "slots \(overrun.slots): the phase moved by \(decimal(overrun.phase)) intervals")
    },

    Behavior(
      "runloop.busy-loop",
      "When other work holds the loop for several intervals, one late callback stands for them, then the grid goes on.",
      reference: "Timer, Repeating versus nonrepeating timers"
    ) { subjects throws(Disturbed) in
      let log = LoopLog()
      let grid = LoopGrid(first: Pace.date(in: 2))
      let timer = subjects.loop.timer(grid.first, Pace.seconds, true) { log.note($0) }
      timer.add(to: .current, mode: .default)
      defer { timer.invalidate() }
      try grid.requireAhead()
      runLoop { log.count >= Phases.enough + 1 }
      let stalled = Shared<(from: Date, to: Date)?>(nil)
      LoopReference.current().perform {
        let start = Date()
        stall(4.4)
        stalled.value = (start, Date())
      }
      guard runLoop(until: { stalled.value != nil }), let stall = stalled.value else {
        throw Disturbed("work queued on the loop did not run")
      }
      let during = log.count
      runLoop { log.count >= during + Phases.enough + 1 }
      let before = log.events.prefix { $0.date < stall.from }
      let after = log.events.dropFirst(before.count)
      let shift = PhaseShift(before: grid.phases(before.dropFirst()), after: grid.phases(after))
      try shift.requireArmed()
      let inside = after.filter { grid.deadline($0.fireDate) < stall.to }.count
      return try .judge(
        inside == 1 && after.count > Phases.enough, and: shift.isNone,
        "\(Numbers.counted(inside, "callback")) for 4 occurrences; slots \(log.events.slots(on: grid))")
    },

    Behavior(
      "runloop.fire-date-moves", "Setting fireDate inside a callback moves the grid to the new date.",
      reference: "Timer.fireDate"
    ) { subjects in
      let log = LoopLog()
      let moved = Shared<Date?>(nil)
      let timer = subjects.loop.timer(Pace.date(in: 1), Pace.seconds, true) { timer in
        guard log.note(timer) == 2 else { return }
        let date = Pace.date(in: 3.5)
        moved.value = date
        timer.fireDate = date
      }
      timer.add(to: .current, mode: .default)
      defer { timer.invalidate() }
      runLoop { log.count >= Phases.enough + 3 }
      guard let date = moved.value else { return Observation(.differs, "it never fired twice") }
      let grid = LoopGrid(first: date)
      let after = log.events.dropFirst(2)
      let positions = after.map { grid.position($0.fireDate) }
      let isEven = Phases(grid.phases(after.dropFirst())).isGrid
      let isEarly = after.contains { grid.position($0.date) < -Pace.earliness }
      return .judge(
        after.count > Phases.enough && isEven && !isEarly && abs(positions.first ?? 1) < 0.5,
        "next fire dates at \(positions.map(decimal).joined(separator: " ")) intervals from the new one")
    },
  ]
}

/// A timer of which one callback, once its phase is known, takes 3.4 intervals.
private struct Overrun {
  let slots: String
  /// The slot of the overlong callback, and the one after it.
  let slotBefore: Int
  let slotAfter: Int
  /// How many later callbacks named a date that had passed before the overlong callback ended.
  let made: Int
  /// By how much the phase of the fire dates moved or varies, in intervals.
  let phase: Double
  /// Whether they kept it.
  let keepsPhase: Bool
  /// The least lateness of a later callback against the grid, in intervals.
  let lateness: Double

  /// Which callback takes long: the dates before it tell the phase.
  private static let overlong = Phases.enough + 1

  init(_ subjects: Subjects) throws(Disturbed) {
    let log = LoopLog()
    let ended = Shared<Date?>(nil)
    let grid = LoopGrid(first: Pace.date(in: 2))
    let timer = subjects.loop.timer(grid.first, Pace.seconds, true) { timer in
      guard log.note(timer) == Self.overlong else { return }
      stall(3.4)
      ended.value = Date()
    }
    timer.add(to: .current, mode: .default)
    defer { timer.invalidate() }
    try grid.requireAhead()
    let count = Self.overlong + Phases.enough
    runLoop { log.count >= count }
    let events = log.events
    guard events.count >= count, let end = ended.value else {
      throw Disturbed("\(count) callbacks did not come")
    }
    let after = events.dropFirst(Self.overlong)
    slots = events.slots(on: grid)
    slotBefore = grid.slot(events[Self.overlong - 1].fireDate)
    slotAfter = grid.slot(events[Self.overlong].fireDate)
    made =
      after.filter { grid.deadline($0.fireDate).addingTimeInterval(Pace.earliness * Pace.seconds) < end }
      .count
    let shift = PhaseShift(
      before: grid.phases(events[1..<Self.overlong]), after: grid.phases(after))
    try shift.requireArmed()
    phase = shift.size
    keepsPhase = try shift.isNone()
    lateness = after.map { grid.lateness($0) }.min() ?? 1
  }
}
