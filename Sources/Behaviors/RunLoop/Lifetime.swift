import Foundation
import Text

extension Behavior {
  /// One-shot timers and invalidation.
  static let runLoopLifetime = [
    Behavior(
      "runloop.one-shot", "A timer that does not repeat fires once and is invalid afterwards.",
      reference: "Timer.init(fire:interval:repeats:block:)"
    ) { subjects throws(Disturbed) in
      let log = LoopLog()
      let timer = subjects.loop.timer(Pace.date(in: 1), Pace.seconds, false) { log.note($0) }
      timer.add(to: .current, mode: .default)
      defer { timer.invalidate() }
      runLoop { log.count >= 1 }
      try runLoopServed()
      return .judge(
        log.count == 1 && !timer.isValid,
        "\(Numbers.counted(log.count, "callback")), then \(timer.isValid ? "valid" : "invalid")")
    },

    Behavior(
      "runloop.invalidate-twice", "Invalidating a second time is harmless.", reference: "Timer.invalidate()"
    ) { subjects throws(Disturbed) in
      let log = LoopLog()
      let timer = subjects.loop.timer(Pace.date(in: 1), Pace.seconds, true) { log.note($0) }
      timer.add(to: .current, mode: .default)
      runLoop { log.count >= 1 }
      timer.invalidate()
      timer.invalidate()
      let before = log.count
      try runLoopServed()
      return .judge(
        log.count == before && before >= 1 && !timer.isValid,
        "\(Numbers.counted(before, "callback")) before, \(log.count - before) after, \(timer.isValid ? "valid" : "invalid")"
      )
    },

    Behavior(
      "runloop.reference-dropped", "Dropping one's own reference does not stop it: the loop holds the timer.",
      reference: "Timer, Overview"
    ) { subjects in
      let log = LoopLog()
      let end = Counter()
      do {
        let timer = subjects.loop.timer(Pace.date(in: 1), Pace.seconds, true) { timer in
          log.note(timer)
          if end.value > 0 { timer.invalidate() }
        }
        timer.add(to: .current, mode: .default)
      }
      let went = runLoop { log.count >= 3 }
      end.add()
      runLoop(atMost: Pace.nanoseconds(5)) { log.count >= 4 }
      return .judge(went, "\(Numbers.counted(log.count, "callback")) without a reference")
    },

    Behavior(
      "runloop.invalidate-inside", "Invalidating inside the callback makes it the last.",
      reference: "Timer.invalidate()"
    ) { subjects throws(Disturbed) in
      let log = LoopLog()
      let timer = subjects.loop.timer(Pace.date(in: 1), Pace.seconds, true) { timer in
        if log.note(timer) == 2 { timer.invalidate() }
      }
      timer.add(to: .current, mode: .default)
      defer { timer.invalidate() }
      runLoop { log.count >= 2 }
      try runLoopServed()
      return .judge(log.count == 2, "invalidated in callback 2 of \(log.count)")
    },

    Behavior(
      "runloop.invalidate-outside", "After invalidate() on the loop's thread no callback comes.",
      reference: "Timer.invalidate()"
    ) { subjects throws(Disturbed) in
      let log = LoopLog()
      let timer = subjects.loop.timer(Pace.date(in: 1), Pace.seconds, true) { log.note($0) }
      timer.add(to: .current, mode: .default)
      runLoop { log.count >= 2 }
      // The next occurrence is due already when the timer is invalidated.
      stall(1.5)
      timer.invalidate()
      let before = log.count
      try runLoopServed()
      return .judge(
        before >= 2 && log.count == before,
        "\(Numbers.counted(before, "callback")) before, \(log.count - before) after")
    },
  ]
}
