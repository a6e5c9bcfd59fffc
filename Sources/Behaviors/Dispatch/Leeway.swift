import Dispatch
import Timers

extension Behavior {
  private static let bounds =
    "dispatch_source_set_timer: at most leeway, then at most min(leeway, interval / 2)"

  /// Leeway and what it does.
  static let dispatchLeeway = [
    Behavior(
      "dispatch.leeway-default", "With the default leeway, phased timers get a wakeup each.",
      reference: "DispatchSourceTimer.schedule: the default leeway is 0"
    ) { subjects throws(Disturbed) in
      try clusters(subjects, leeway: nil) { !$0 }
    },

    Behavior(
      "dispatch.leeway-zero", "With zero leeway, phased timers get a wakeup each.", reference: bounds
    ) { subjects throws(Disturbed) in
      try clusters(subjects, leeway: .nanoseconds(0)) { !$0 }
    },

    Behavior(
      "dispatch.leeway-strict", "Strict timers with zero leeway get a wakeup each.",
      reference: "DispatchSource.TimerFlags.strict"
    ) { subjects throws(Disturbed) in
      try clusters(subjects, leeway: .nanoseconds(0), strict: true) { !$0 }
    },

    Behavior(
      "dispatch.leeway-shares", "A leeway larger than the interval lets phased timers share wakeups.",
      deviatesOnLinux: true, reference: bounds + "; Linux: event_epoll.c of libdispatch does not use it"
    ) { subjects throws(Disturbed) in
      try clusters(subjects, leeway: .nanoseconds(Int(2 * WakeupClusters.interval))) { $0 }
    },

    Behavior(
      "dispatch.leeway-never", "A leeway of .never is accepted: timers share wakeups and go on.",
      documented: false,
      deviatesOnLinux: true,
      reference: "DispatchTimeInterval.never; Linux: event_epoll.c of libdispatch does not use it"
    ) { subjects throws(Disturbed) in
      try clusters(subjects, leeway: .never) { $0 }
    },

    Behavior(
      "dispatch.leeway-bounds",
      "The first event is late by the leeway at most, later ones by half the interval at most.",
      reference: bounds
    ) { subjects throws(Disturbed) in
      try withSource(subjects) { source, _ throws(Disturbed) in
        let log = SourceLog()
        log.attach(to: source)
        // Long against the delays of a loaded machine.
        let interval = 3 * Pace.interval
        let grid = SourceGrid(first: Pace.time(in: 1), interval: interval)
        source.schedule(
          at: .at(grid.first), every: .nanoseconds(Int(interval)), leeway: .nanoseconds(Int(2 * interval)))
        source.activate()
        func bounds() -> LeewayBounds { LeewayBounds(grid.lateness(log.events)) }
        wait { bounds().isSettled }
        let seen = bounds()
        return try .judge(
          grid.contradiction(log.events) == nil, and: seen.areKept,
          "leeway 2 intervals: first \(decimal(seen.first)) late, \(seen.within) of \(seen.later) later ones within 0.5"
        )
      }
    },
  ]
}

/// Runs phased timers on one queue.
private func clusters(
  _ subjects: Subjects, leeway: DispatchTimeInterval?, strict: Bool = false, holds: (Bool) -> Bool
) throws(Disturbed) -> Observation {
  let queue = DispatchQueue(label: "phased")
  let clusters = WakeupClusters()
  let start = Pace.time(in: 1)
  let sources = (0..<WakeupClusters.timers).map { index in
    let source = subjects.source.make(queue, strict)
    let phase = Int64(index) * WakeupClusters.interval / Int64(WakeupClusters.timers)
    source.onEvent { clusters.note(index, first: start + phase) }
    source.schedule(at: .at(start + phase), every: .nanoseconds(Int(WakeupClusters.interval)), leeway: leeway)
    source.activate()
    return source
  }
  defer { for source in sources { source.cancel() } }
  wait(atMost: 2 * Pace.patience) { clusters.figures.isSettled }
  let figures = clusters.figures
  return .judge(holds(try figures.areShared()), figures.evidence)
}
