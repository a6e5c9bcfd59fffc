import Dispatch
import Text
import Timers

extension Behavior {
  /// Suspending and resuming.
  static let dispatchSuspending = [
    Behavior(
      "dispatch.suspend-balanced", "As many resumes as suspends are needed.",
      reference: "DispatchObject.suspend()"
    ) { subjects throws(Disturbed) in
      try withSource(subjects) { source, queue in
        let log = SourceLog()
        running(source, log)
        source.suspend()
        source.suspend()
        queue.sync {}
        source.resume()
        let before = log.count
        stall(Pace.silence)
        queue.sync {}
        let between = log.count - before
        source.resume()
        let came = wait { log.count > before + between }
        return .judge(
          between == 0 && came,
          "2 suspends: \(between) events after 1 resume, \(came ? "some" : "none") after 2")
      }
    },

    Behavior(
      "dispatch.suspended-silent", "Nothing is called while it is suspended.",
      reference: "DispatchObject.suspend()"
    ) { subjects throws(Disturbed) in
      try withSource(subjects) { source, queue in
        let log = SourceLog()
        running(source, log)
        source.suspend()
        queue.sync {}
        let before = log.count
        stall(Pace.silence)
        queue.sync {}
        let during = log.count - before
        source.resume()
        return .judge(
          during == 0, "\(Numbers.counted(during, "event")) in \(decimal(Pace.silence)) intervals")
      }
    },

    Behavior(
      "dispatch.suspended-backlog",
      "The deadlines that pass while it is suspended arrive as one event with their number.",
      reference: "dispatch_source_get_data: number of times the timer has fired since the last event handler"
    ) { subjects throws(Disturbed) in
      try withSource(subjects) { source, queue in
        let log = SourceLog()
        let grid = running(source, log)
        source.suspend()
        queue.sync {}
        let before = log.count
        stall(6.5)
        source.resume()
        wait { log.count >= before + 4 && grid.isSettled(log.events, from: before + 1) }
        let events = log.events
        let backlog = events.dropFirst(before).prefix { $0.fired >= 1 }
        let contradiction = grid.contradiction(events)
        return .judge(
          contradiction == nil && (backlog.first?.fired ?? 0) >= 6
            && grid.keepsPhase(events, from: before + 1),
          "after 6.5 intervals events for \(backlog.numbers) deadlines"
            + (contradiction.map { "; \($0)" } ?? ""))
      }
    },
  ]
}

/// Starts a source and returns when it has called twice.
@discardableResult
private func running(_ source: any TimerSource, _ log: SourceLog) -> SourceGrid {
  let grid = SourceGrid(first: Pace.time(in: 1))
  log.attach(to: source)
  source.schedule(at: .at(grid.first), every: Pace.dispatch, leeway: nil)
  source.activate()
  wait { log.count >= 2 }
  return grid
}
