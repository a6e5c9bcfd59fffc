import Foundation
import Text
import Timers

extension Behavior {
  /// Creating, adding and scheduling.
  static let runLoopCreation = [
    Behavior(
      "runloop.not-added", "A timer that is on no loop never fires.",
      reference: "Timer: add it with RunLoop.add(_:forMode:)"
    ) { subjects throws(Disturbed) in
      let log = LoopLog()
      let timer = subjects.loop.timer(Pace.date(in: 1), Pace.seconds, true) { log.note($0) }
      defer { timer.invalidate() }
      try runLoopServed()
      return .judge(
        log.count == 0,
        "\(Numbers.counted(log.count, "callback")) while the loop fired another timer \(Int(Pace.silence))×")
    },

    Behavior(
      "runloop.added", "A timer that is added to a running loop fires.", reference: "RunLoop.add(_:forMode:)"
    ) { subjects in
      let log = LoopLog()
      let timer = subjects.loop.timer(Pace.date(in: 1), Pace.seconds, true) { log.note($0) }
      timer.add(to: .current, mode: .default)
      defer { timer.invalidate() }
      let came = runLoop { log.count >= 3 }
      return .judge(came, "\(Numbers.counted(log.count, "callback"))")
    },

    Behavior(
      "runloop.scheduled-default",
      "scheduledTimer puts the timer on the calling thread's loop in the default mode.",
      reference: "Timer.scheduledTimer(withTimeInterval:repeats:block:)"
    ) { subjects throws(Disturbed) in
      let log = LoopLog()
      let timer = subjects.loop.scheduledTimer(Pace.seconds, true) { log.note($0) }
      defer { timer.invalidate() }
      try runLoopServed(mode: .other)
      let inOther = log.count
      runLoop { log.count >= inOther + 2 }
      let here = log.events.allSatisfy { $0.thread == ObjectIdentifier(Thread.current) }
      return .judge(
        inOther == 0 && log.count >= 2 && here,
        "\(inOther) in another mode, \(log.count - inOther) in the default mode, \(here ? "this" : "another") thread"
      )
    },

    Behavior(
      "runloop.interval-first-fire", "Timer(timeInterval:) first fires one interval after it was made.",
      deviatesOnLinux: true,
      reference: "Timer.init(timeInterval:repeats:block:); Linux: swift-corelibs-foundation #4712"
    ) { subjects in
      firstFire { subjects.loop.intervalTimer($0, true, $1) }
    },

    Behavior(
      "runloop.scheduled-first-fire", "scheduledTimer first fires one interval after it was made.",
      reference: "Timer.scheduledTimer(withTimeInterval:repeats:block:)"
    ) { subjects in
      firstFire {
        let timer = subjects.loop.scheduledTimer($0, true, $1)
        return timer
      }
    },

    Behavior(
      "runloop.past-fire-date",
      "A fire date in the past fires at once and once, however many intervals ago it was.",
      documented: false, reference: "Timer.init(fire:interval:repeats:block:) does not say"
    ) { subjects in
      let log = LoopLog()
      let made = Date()
      let grid = LoopGrid(first: made.addingTimeInterval(-5.25 * Pace.seconds))
      let timer = subjects.loop.timer(grid.first, Pace.seconds, true) { log.note($0) }
      timer.add(to: .current, mode: .default)
      defer { timer.invalidate() }
      runLoop { log.count >= Phases.enough + 1 }
      let events = log.events
      // A wrong clock conversion apart, only dates before the timer was made are in the past.
      let past = events.filter { made.timeIntervalSince($0.fireDate) > Pace.earliness * Pace.seconds }.count
      let later = Phases(grid.phases(events.dropFirst()))
      let keepsGrid = later.isGrid && later.center.map { Phases.distance($0, 0) < Phases.tolerance } == true
      return .judge(
        past <= 1 && events.count >= 4,
        "\(Numbers.counted(past, "callback")) for 5.25 intervals; later ones \(keepsGrid ? "on" : "not on") the date's grid"
      )
    },
  ]
}

extension RunLoop.Mode {
  /// A mode that is not in the common set.
  static let other = RunLoop.Mode("timer-bench.other")
}

/// When a timer that is made with an interval only fires first; the interval is long, so that load cannot pass for it.
private func firstFire(_ make: (TimeInterval, @escaping LoopBlock) -> any LoopTimer) -> Observation {
  let log = LoopLog()
  let seconds = 8 * Pace.seconds
  let made = MonotonicClock.now()
  let timer = make(seconds) { log.note($0) }
  timer.add(to: .current, mode: .default)
  defer { timer.invalidate() }
  guard runLoop(until: { log.count >= 1 }), let first = log.events.first else {
    return Observation(.differs, "no callback")
  }
  let after = Double(first.callback - made) / 1e9 / seconds
  return .judge(after >= 1 - Pace.earliness, "first callback after \(decimal(after)) intervals")
}
