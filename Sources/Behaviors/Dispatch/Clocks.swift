import Dispatch
import Foundation
import Text
import Timers
import UnderTest

extension Behavior {
  /// Clocks, starts in the past and never.
  static let dispatchClocks = [
    Behavior(
      "dispatch.wall-deadline", "A wall-clock deadline gives the same grid as long as nobody sets the clock.",
      reference: "DispatchSourceTimer.schedule(wallDeadline:repeating:leeway:)"
    ) { subjects throws(Disturbed) in
      try withSource(subjects) { source, _ throws(Disturbed) in
        let log = SourceLog()
        log.attach(to: source)
        let grid = SourceGrid(first: Pace.time(in: 2))
        source.schedule(at: .wall(monotonic: grid.first), every: Pace.dispatch, leeway: nil)
        source.activate()
        func earliness() -> Earliness { Earliness(grid.lateness(log.events)) }
        wait { grid.contradiction(log.events) != nil || earliness().isSettled }
        let contradiction = grid.contradiction(log.events)
        return try .judge(
          contradiction == nil && log.count > 1, and: earliness().isNone,
          contradiction
            ?? "\(Numbers.counted(log.count, "event")) for \(Numbers.counted(log.fired, "slot")) of the monotonic grid"
        )
      }
    },

    Behavior(
      "dispatch.past-start",
      "A start in the past calls at once, with the number of deadlines that have passed, and keeps its grid.",
      documented: false, reference: "DispatchSourceTimer.schedule does not say"
    ) { subjects throws(Disturbed) in
      try withSource(subjects) { source, _ in
        let log = SourceLog()
        log.attach(to: source)
        let grid = SourceGrid(first: Pace.time(in: -5.25))
        source.schedule(at: .at(grid.first), every: Pace.dispatch, leeway: nil)
        source.activate()
        wait { log.count >= 6 && grid.isSettled(log.events, from: 1) }
        let contradiction = grid.contradiction(log.events)
        return .judge(
          contradiction == nil && (log.events.first?.fired ?? 0) >= 6 && grid.keepsPhase(log.events, from: 1),
          "5.25 intervals ago: events for \(log.events.numbers) deadlines"
            + (contradiction.map { "; \($0)" } ?? ""))
      }
    },

    Behavior(
      "dispatch.never", "A deadline of distantFuture never comes.", reference: "DispatchTime.distantFuture"
    ) { subjects throws(Disturbed) in
      try silent(subjects, at: .monotonic(.distantFuture))
    },

    Behavior(
      "dispatch.far-future", "A deadline in thirty years is accepted and does not come now.",
      documented: false,
      reference: "DispatchTime"
    ) { subjects throws(Disturbed) in
      try silent(subjects, at: .monotonic(.now() + .seconds(1_000_000_000)))
    },

    Behavior(
      "dispatch.repeating-never", "Repeating .never means once, and the timer is not cancelled by it.",
      reference: "DispatchSourceTimer.schedule(deadline:repeating:leeway:)"
    ) { subjects throws(Disturbed) in
      try withSource(subjects) { source, queue in
        let log = SourceLog()
        log.attach(to: source)
        source.schedule(at: .at(Pace.time(in: 1)), every: .never, leeway: nil)
        source.activate()
        wait { log.count >= 1 }
        stall(Pace.silence)
        queue.sync {}
        let once = log.count
        source.schedule(at: .at(Pace.time(in: 1)), every: .never, leeway: nil)
        let again = wait { log.count > once }
        return .judge(
          once == 1 && again,
          "\(Numbers.counted(once, "event")); \(again ? "one more" : "none") after a new schedule"
        )
      }
    },

    Behavior(
      "dispatch.target-queue", "The handler runs on its target queue, whatever the queue's QoS.",
      reference: "DispatchSource.makeTimerSource(flags:queue:)"
    ) { subjects throws(Disturbed) in
      var served: [String] = []
      for (name, qos) in [("background", DispatchQoS.background), ("userInteractive", .userInteractive)] {
        let key = DispatchSpecificKey<String>()
        let queue = DispatchQueue(label: name, qos: qos)
        queue.setSpecific(key: key, value: name)
        let source = subjects.source.make(queue, false)
        defer { source.cancel() }
        let seen = Shared<String?>(nil)
        source.onEvent { seen.value = DispatchQueue.getSpecific(key: key) ?? "another queue" }
        source.schedule(at: .at(Pace.time(in: 1)), every: Pace.dispatch, leeway: nil)
        source.activate()
        wait { seen.value != nil }
        served.append(seen.value ?? "no event")
      }
      return .judge(served == ["background", "userInteractive"], "ran on: \(served.joined(separator: ", "))")
    },
  ]
}

extension SourceTimer.Deadline {
  /// The wall time of a monotonic time.
  static func wall(monotonic nanoseconds: Int64) -> SourceTimer.Deadline {
    let wall = WallClockOffset.measured().wall(nanoseconds)
    let (seconds, rest) = wall.quotientAndRemainder(dividingBy: 1_000_000_000)
    return .wall(DispatchWallTime(timespec: timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))))
  }
}

/// A deadline that must not come now.
private func silent(_ subjects: Subjects, at deadline: SourceTimer.Deadline) throws(Disturbed)
  -> Observation
{
  try withSource(subjects) { source, queue in
    let log = SourceLog()
    log.attach(to: source)
    source.schedule(at: deadline, every: Pace.dispatch, leeway: nil)
    source.activate()
    stall(Pace.silence)
    queue.sync {}
    return .judge(
      log.count == 0, "\(Numbers.counted(log.count, "event")) in \(decimal(Pace.silence)) intervals")
  }
}
