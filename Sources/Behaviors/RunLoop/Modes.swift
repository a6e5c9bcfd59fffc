import Foundation
import Timers

extension Behavior {
  /// Run loop modes and nested runs.
  static let runLoopModes = [
    Behavior(
      "runloop.mode-pauses",
      "A default-mode timer pauses while the loop runs in another mode, and is there again afterwards.",
      reference: "Threading Programming Guide, Run Loop Modes"
    ) { subjects throws(Disturbed) in
      let log = LoopLog()
      let timer = subjects.loop.timer(Pace.date(in: 1), Pace.seconds, true) { log.note($0) }
      timer.add(to: .current, mode: .default)
      defer { timer.invalidate() }
      runLoop { log.count >= 2 }
      let before = log.count
      try runLoopServed(mode: .other)
      let during = log.count - before
      let back = runLoop { log.count >= before + during + 2 }
      return .judge(
        before >= 2 && during == 0 && back,
        "callbacks: \(before) before, \(during) in the other mode, \(log.count - before - during) after")
    },

    Behavior(
      "runloop.mode-common", "A common-mode timer also fires in a mode that is added to the common set.",
      reference: "RunLoop.Mode.common; CFRunLoopAddCommonMode"
    ) { subjects in
      let mode = RunLoop.Mode("timer-bench.common")
      LoopReference.current().addCommonMode(mode)
      let log = LoopLog()
      let timer = subjects.loop.timer(Pace.date(in: 1), Pace.seconds, true) { log.note($0) }
      timer.add(to: .current, mode: .common)
      defer { timer.invalidate() }
      runLoop { log.count >= 2 }
      let before = log.count
      let on = runLoop(mode: mode) { log.count >= before + 3 }
      return .judge(
        before >= 2 && on, "callbacks: \(before) in the default mode, \(log.count - before) in the added mode"
      )
    },

    Behavior(
      "runloop.nested", "A loop that is run inside a timer's callback does not call that timer again.",
      reference: "CFRunLoop: a timer that is firing is not fired again"
    ) { subjects in
      let running = Counter()
      let deepest = Shared(0)
      let others = Counter()
      let outer = Counter()
      let timer = subjects.loop.timer(Pace.date(in: 1), Pace.seconds, true) { _ in
        let depth = running.add()
        defer { running.subtract() }
        deepest.value = max(deepest.value, depth)
        if depth == 1, outer.add() == 1 { runLoop { others.value >= Int(Pace.silence) } }
      }
      timer.add(to: .current, mode: .default)
      defer { timer.invalidate() }
      let other = Timer(fire: Pace.date(in: 1.5), interval: Pace.seconds, repeats: true) { _ in
        if running.value > 0 { others.add() }
      }
      RunLoop.current.add(other, forMode: .default)
      defer { other.invalidate() }
      let went = runLoop { outer.value >= 3 }
      return .judge(
        deepest.value == 1 && others.value >= Int(Pace.silence) && went,
        "depth \(deepest.value); another timer fired \(others.value)× in the nested run")
    },
  ]
}
