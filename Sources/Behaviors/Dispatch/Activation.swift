import Dispatch
import Text
import Timers

extension Behavior {
  /// Activation and schedules.
  static let dispatchActivation = [
    Behavior(
      "dispatch.created-inactive", "A new timer calls nothing before it is activated.",
      reference: "DispatchSource, Overview"
    ) { subjects throws(Disturbed) in
      try withSource(subjects) { source, queue in
        let log = SourceLog()
        log.attach(to: source)
        source.schedule(at: .at(Pace.time(in: 1)), every: Pace.dispatch, leeway: nil)
        stall(Pace.silence)
        queue.sync {}
        let before = log.count
        source.activate()
        let came = wait { log.count > before }
        return .judge(
          before == 0 && came, "\(before) events before activate(), \(came ? "some" : "none") after")
      }
    },

    Behavior(
      "dispatch.handler-first",
      "A handler and a schedule that are set before activation serve every deadline from the first on.",
      reference: "DispatchSource.activate()"
    ) { subjects throws(Disturbed) in
      try withSource(subjects) { source, _ in
        let log = SourceLog()
        log.attach(to: source)
        let grid = SourceGrid(first: Pace.time(in: 2))
        source.schedule(at: .at(grid.first), every: Pace.dispatch, leeway: nil)
        source.activate()
        let came = wait { grid.isSettled(log.events) }
        let contradiction = grid.contradiction(log.events)
        return .judge(
          came && contradiction == nil && grid.keepsPhase(log.events),
          contradiction
            ?? "\(Numbers.counted(log.count, "event")) for \(Numbers.counted(log.fired, "deadline")), from the first on"
        )
      }
    },

    Behavior(
      "dispatch.activate-twice", "Activating twice is harmless: still one timer.",
      reference: "DispatchSource.activate()"
    ) { subjects throws(Disturbed) in
      try withSource(subjects) { source, _ in
        let log = SourceLog()
        log.attach(to: source)
        let grid = SourceGrid(first: Pace.time(in: 2))
        source.schedule(at: .at(grid.first), every: Pace.dispatch, leeway: nil)
        source.activate()
        source.activate()
        let came = wait { log.count >= SourceGrid.enough || grid.contradiction(log.events) != nil }
        let contradiction = grid.contradiction(log.events)
        return .judge(
          came && contradiction == nil,
          contradiction
            ?? "\(Numbers.counted(log.count, "event")) for \(Numbers.counted(log.fired, "deadline"))")
      }
    },

    Behavior(
      "dispatch.schedule-late",
      "Activated without a schedule it is silent; a schedule set later takes effect.",
      reference: "DispatchSourceTimer.schedule(deadline:repeating:leeway:)"
    ) { subjects throws(Disturbed) in
      try withSource(subjects) { source, queue in
        let log = SourceLog()
        log.attach(to: source)
        source.activate()
        stall(Pace.silence)
        queue.sync {}
        let before = log.count
        let grid = SourceGrid(first: Pace.time(in: 2))
        source.schedule(at: .at(grid.first), every: Pace.dispatch, leeway: nil)
        let came = wait { log.count >= before + 4 }
        let contradiction = grid.contradiction(Array(log.events.dropFirst(before)))
        return .judge(
          before == 0 && came && contradiction == nil,
          contradiction ?? "\(before) events before the schedule, \(log.count - before) on its grid after")
      }
    },

    Behavior(
      "dispatch.reschedule", "A new schedule replaces the running one and what was pending of it.",
      reference: "dispatch_source_set_timer: pending data is cleared"
    ) { subjects throws(Disturbed) in
      try withSource(subjects) { source, _ in
        let log = SourceLog()
        let moved = Shared<Int64?>(nil)
        log.attach(to: source) { [weak source] count in
          guard count == 2 else { return }
          // Deadlines of the old schedule pass in this handler.
          stall(2.5)
          let first = Pace.time(in: 6)
          moved.value = first
          source?.schedule(at: .at(first), every: .nanoseconds(Int(2 * Pace.interval)), leeway: nil)
        }
        source.schedule(at: .at(Pace.time(in: 1)), every: Pace.dispatch, leeway: nil)
        source.activate()
        guard wait(until: { log.count >= 6 }), let first = moved.value else {
          return Observation(.differs, "\(Numbers.counted(log.count, "event"))")
        }
        let grid = SourceGrid(first: first, interval: 2 * Pace.interval)
        wait { grid.isSettled(Array(log.events.dropFirst(2))) }
        let after = Array(log.events.dropFirst(2))
        let contradiction = grid.contradiction(after)
        return .judge(
          contradiction == nil && grid.keepsPhase(after),
          contradiction
            ?? "\(Numbers.counted(after.count, "event")) for \(after.reduce(0) { $0 + $1.fired }) deadlines of the new grid, none of the old"
        )
      }
    },
  ]
}
