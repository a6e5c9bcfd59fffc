import Dispatch
import Text
import Timers

extension Behavior {
  /// Handlers that take longer than the interval, and busy queues.
  static let dispatchOverlap = [
    Behavior(
      "dispatch.serial-no-overlap",
      "On a serial queue a handler longer than the interval never overlaps itself.",
      reference: "DispatchQueue"
    ) { subjects throws(Disturbed) in
      try withSource(subjects) { source, _ throws(Disturbed) in try overlong(source) }
    },

    Behavior(
      "dispatch.concurrent-no-overlap",
      "On a concurrent queue too, the handler of one timer never overlaps itself.",
      reference: "dispatch_source_create: a source is not reentrant"
    ) { subjects throws(Disturbed) in
      // Its threads are not those that ordinary work may hold: whoever waits for one says nothing of the timer.
      let queue = DispatchQueue(label: "concurrent", qos: .userInitiated, attributes: .concurrent)
      return try withSource(subjects, queue: queue) { source, _ throws(Disturbed) in try overlong(source) }
    },

    Behavior(
      "dispatch.overrun-merges",
      "Deadlines that pass during an overlong handler merge into one event; the sum of data is the slots elapsed.",
      reference: "dispatch_source_get_data"
    ) { subjects throws(Disturbed) in
      try withSource(subjects) { source, _ throws(Disturbed) in
        let log = SourceLog()
        log.attach(to: source) { if $0 == 3 { stall(4.4) } }
        let grid = SourceGrid(first: Pace.time(in: 1))
        source.schedule(at: .at(grid.first), every: Pace.dispatch, leeway: nil)
        source.activate()
        wait { grid.isSettled(log.events, from: 4) }
        let events = log.events
        let contradiction = grid.contradiction(events)
        guard contradiction != nil || events.count > 4 else { throw Disturbed("5 events did not come") }
        return .judge(
          contradiction == nil && events[3].fired >= 4 && grid.keepsPhase(events, from: 4),
          "data \(events.numbers)" + (contradiction.map { "; \($0)" } ?? ", as many as slots elapsed"))
      }
    },

    Behavior(
      "dispatch.never-early", "It never fires before its deadline.", documented: false,
      reference: "DispatchSourceTimer.schedule says that the system may fire sooner"
    ) { subjects throws(Disturbed) in
      try withSource(subjects) { source, _ throws(Disturbed) in
        let log = SourceLog()
        log.attach(to: source)
        let grid = SourceGrid(first: Pace.time(in: 1.5))
        source.schedule(at: .at(grid.first), every: Pace.dispatch, leeway: nil)
        source.activate()
        func earliness() -> Earliness { Earliness(grid.lateness(log.events)) }
        wait { earliness().isSettled }
        guard log.count > 1 else { return Observation(.differs, Numbers.counted(log.count, "event")) }
        let seen = earliness()
        return .judge(try seen.isNone(), "\(Numbers.counted(log.count, "event")), \(seen.text) deadline")
      }
    },

    Behavior(
      "dispatch.busy-queue",
      "When other work holds the queue for several intervals, one late event stands for them, then the grid goes on.",
      reference: "dispatch_source_get_data"
    ) { subjects throws(Disturbed) in
      try withSource(subjects) { source, queue throws(Disturbed) in
        let log = SourceLog()
        log.attach(to: source)
        let grid = SourceGrid(first: Pace.time(in: 1))
        source.schedule(at: .at(grid.first), every: Pace.dispatch, leeway: nil)
        source.activate()
        wait { log.count >= 2 }
        let before = Shared((count: 0, end: Int64(0)))
        queue.async {
          let count = log.count
          before.value = (count, stall(5.4))
        }
        guard wait(until: { before.value.count > 0 && log.count >= before.value.count + 6 }) else {
          throw Disturbed("6 events after the work did not come")
        }
        wait { grid.isSettled(log.events, from: before.value.count + 1) }
        let events = log.events
        let after = events.dropFirst(before.value.count)
        let contradiction = grid.contradiction(events)
        return .judge(
          contradiction == nil && (after.first?.fired ?? 0) >= 5
            && grid.keepsPhase(events, from: before.value.count + 1),
          "events for \(after.numbers) deadlines after 5.4 intervals"
            + (contradiction.map { "; \($0)" } ?? ""))
      }
    },
  ]
}

/// Events of which each takes 2.4 intervals.
private func overlong(_ source: any TimerSource) throws(Disturbed) -> Observation {
  let log = SourceLog()
  log.attach(to: source) { if $0 <= 4 { stall(2.4) } }
  source.schedule(at: .at(Pace.time(in: 1)), every: Pace.dispatch, leeway: nil)
  source.activate()
  wait { log.overlap > 1 || log.count >= 5 && log.running == 0 }
  guard log.overlap > 1 || log.count >= 5 else { throw Disturbed("5 events did not come") }
  return .judge(
    log.overlap == 1,
    "\(Numbers.counted(log.count, "event")) of 2.4 intervals, at most \(log.overlap) at once")
}
