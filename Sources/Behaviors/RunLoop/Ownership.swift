import Foundation
import Text

extension Behavior {
  /// What a timer keeps alive.
  static let runLoopOwnership = [
    Behavior(
      "runloop.strong-capture-held", "A repeating timer keeps what its block captures alive while it runs.",
      reference: "Timer, Overview: the run loop holds the timer, the timer its block"
    ) { subjects in
      let record = Target.Record()
      let timer = strongTimer(subjects, record)
      defer { timer.invalidate() }
      let went = runLoop { record.touches >= 3 }
      return .judge(
        went && !record.isFreed, "\(record.touches) calls reached it; \(record.isFreed ? "freed" : "alive")")
    },

    Behavior(
      "runloop.strong-capture-freed", "An invalidated timer frees what its block captures.",
      deviatesOnLinux: true,
      reference:
        "Timer.invalidate(); Linux: Timer.init of swift-corelibs-foundation retains the timer for good"
    ) { subjects in
      let record = Target.Record()
      do {
        let timer = strongTimer(subjects, record)
        runLoop { record.touches >= 2 }
        timer.invalidate()
      }
      let freed = runLoop(atMost: Pace.nanoseconds(Pace.silence)) { record.isFreed }
      return .judge(freed, "invalidated after \(record.touches) calls; \(freed ? "freed" : "not freed")")
    },

    Behavior(
      "runloop.weak-capture", "A timer whose block captures its owner weakly lets the owner go.",
      reference: "Swift: weak references"
    ) { subjects in
      let record = Target.Record()
      let timer: any LoopTimer
      do {
        let target = Target(record)
        timer = subjects.loop.weakTimer(Pace.date(in: 1), Pace.seconds, target)
        timer.add(to: .current, mode: .default)
        runLoop { record.touches >= 2 }
        withExtendedLifetime(target) {}
      }
      defer { timer.invalidate() }
      let freed = runLoop(atMost: Pace.nanoseconds(Pace.silence)) { record.isFreed }
      return .judge(
        record.touches >= 2 && freed, "after \(record.touches) calls \(freed ? "freed" : "not freed")")
    },

    Behavior(
      "runloop.owner-weak-target", "The owner RunLoopTimer lets its target go while it runs.",
      documented: false,
      reference: "Timers: RunLoopTimer"
    ) { subjects throws(Disturbed) in
      let record = Target.Record()
      let owner: any TimerOwning
      do {
        let target = Target(record)
        owner = subjects.owner.loop(target) { target, _ in target.touch() }
        _ = owner.start(at: Pace.time(in: 1))
        runLoop { record.touches >= 2 }
        withExtendedLifetime(target) {}
      }
      let touches = record.touches
      try runLoopServed(times: 3)
      owner.stop()
      return .judge(
        touches >= 2 && record.isFreed && record.touches == touches,
        "after \(touches) calls \(record.isFreed ? "freed" : "not freed"), \(record.touches - touches) more")
    },

    Behavior(
      "runloop.owner-end-once",
      "Stopped inside its callback, the owner RunLoopTimer tells its end once, after that callback, which is the last.",
      documented: false, reference: "Timers: RunLoopTimer"
    ) { subjects throws(Disturbed) in
      let record = Target.Record()
      let target = Target(record)
      let (ends, early) = (Counter(), Counter())
      let owner = subjects.owner.loop(target) { target, tick in
        target.touch()
        if record.touches == 2 { tick.stop() }
        if ends.value > 0 { early.add() }
      }
      _ = owner.onEnd { _ in ends.add() }
      _ = owner.start(at: Pace.time(in: 1))
      runLoop { ends.value > 0 }
      try runLoopServed()
      let again = owner.stop()
      return .judge(
        ends.value == 1 && early.value == 0 && record.touches == 2 && !again,
        "\(Numbers.counted(record.touches, "call")), then told \(ends.value)×; stopping it again: \(again)")
    },

    Behavior(
      "runloop.owner-stops", "Letting go of the owner RunLoopTimer stops its timer.", documented: false,
      reference: "Timers: RunLoopTimer"
    ) { subjects throws(Disturbed) in
      let record = Target.Record()
      let target = Target(record)
      do {
        let owner = subjects.owner.loop(target) { target, _ in target.touch() }
        _ = owner.start(at: Pace.time(in: 1))
        runLoop { record.touches >= 2 }
        withExtendedLifetime(owner) {}
      }
      let touches = record.touches
      try runLoopServed()
      withExtendedLifetime(target) {}
      return .judge(
        touches >= 2 && record.touches == touches,
        "\(touches) calls before, \(record.touches - touches) after")
    },
  ]
}

/// A running timer whose block is the only owner of a target.
private func strongTimer(_ subjects: Subjects, _ record: Target.Record) -> any LoopTimer {
  let target = Target(record)
  let timer = subjects.loop.timer(Pace.date(in: 1), Pace.seconds, true) { _ in target.touch() }
  timer.add(to: .current, mode: .default)
  return timer
}
