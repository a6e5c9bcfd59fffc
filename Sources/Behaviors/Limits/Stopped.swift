import CPlatform
import Foundation

extension Behavior {
  /// A process that is stopped and continued.
  static let stopped = [
    Behavior(
      "runloop.stopped-process",
      "After its process was stopped and continued, one late callback comes, and then the grid goes on.",
      documented: false, reference: "signal SIGSTOP; Timer, Repeating versus nonrepeating timers"
    ) { subjects throws(Disturbed) in
      try stoppedProcess(subjects, "runloop") { events throws(Disturbed) in
        let late = events.filter { $0.lateness > 8 }.count
        // Stopped while it worked out a fire date, a timer names one wrong slot.
        if late == 0 || late == 2 { throw .stoppedInside }
        let before = events.prefix { $0.lateness <= 8 }
        let shift = PhaseShift(
          before: before.dropFirst().map(\.phase), after: events.dropFirst(before.count + 1).map(\.phase))
        try shift.requireArmed()
        let slots = events.map(\.slot)
        let ordered = zip(slots, slots.dropFirst()).allSatisfy { $0 < $1 }
        let skipped = zip(slots, slots.dropFirst()).map { $1 - $0 - 1 }.max() ?? 0
        return try .judge(
          late == 1 && ordered && skipped >= 8, and: shift.isNone,
          "\(counted(late, "late callback")), \(skipped) slots skipped, phase moved by \(decimal(shift.size)) intervals"
        )
      }
    },

    Behavior(
      "dispatch.stopped-process",
      "After its process was stopped and continued, one late callback brings the number of deadlines that passed, and then the grid goes on.",
      documented: false, reference: "signal SIGSTOP; dispatch_source_get_data"
    ) { subjects throws(Disturbed) in
      try stoppedProcess(subjects, "dispatch") { events throws(Disturbed) in
        let late = events.filter { $0.lateness > 8 }
        // Stopped between taking the number and its callback, a source brings the rest with the next.
        if late.count == 2, late[1].fired >= 8 { throw .stoppedInside }
        // Of the callbacks after the stop, the best is on time for the last deadline that it stands for.
        let after = events.drop { $0.lateness <= 8 }.dropFirst()
        let best = after.map { $0.lateness - Double($0.fired - 1) }.min() ?? 1
        let never = after.allSatisfy { $0.lateness - Double($0.fired - 1) > -Pace.earliness }
        return .judge(
          late.count == 1 && late.allSatisfy { $0.fired >= 9 } && best < 0.5 && never,
          "\(counted(late.count, "late callback")) for \(late.map { "\($0.fired)" }.joined(separator: " + ")) slots, the next ones \(decimal(best)) intervals late"
        )
      }
    },
  ]
}

/// What a child reports of one callback.
private struct StoppedEvent {
  let slot: Int
  let fired: Int
  let lateness: Double
  let phase: Double

  init?(_ line: String) {
    let words = line.split(separator: " ")
    guard words.count == 5, words[0] == "event", let slot = Int(words[1]), let fired = Int(words[2]),
      let lateness = Double(words[3]), let phase = Double(words[4])
    else { return nil }
    (self.slot, self.fired, self.lateness, self.phase) = (slot, fired, lateness, phase)
  }
}

private func stoppedProcess(
  _ subjects: Subjects, _ timer: String, judge: ([StoppedEvent]) throws(Disturbed) -> Observation
) throws(Disturbed) -> Observation {
  guard let child = subjects.child else { return .noChild }
  var ready = false
  let outcome = child.run(["stopped", timer]) { pid, lines in
    wait(atMost: Pace.processPatience / 2) { !lines().isEmpty }
    ready = lines().contains("ready")
    guard ready else { return }
    kill(pid, SIGSTOP)
    stall(12)
    kill(pid, SIGCONT)
  }
  if let line = outcome.lines.first(where: { $0.hasPrefix("disturbed ") }) {
    throw Disturbed(String(line.dropFirst("disturbed ".count)))
  }
  if let problem = outcome.problem { return Observation(.failedToRun, problem) }
  let events = outcome.lines.compactMap { StoppedEvent($0) }
  guard ready, events.count >= 4 else {
    return Observation(.failedToRun, "its process reported \(counted(events.count, "callback"))")
  }
  return try judge(events)
}

extension Disturbed {
  fileprivate static let stoppedInside = Disturbed("the process was stopped inside the timer's own work")
}

extension Observation {
  /// The observation where no process can be started.
  static let noChild = Observation(.unsupported, "needs a process of its own, and none was provided")
}
