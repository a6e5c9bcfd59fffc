extension Behavior {
  /// What becomes of a timer that is suspended when its last reference goes; in a process of its own, since it may trap.
  static let dispatchReleasing = [
    Behavior(
      "dispatch.release-suspended", "A source that is released while it is suspended traps.",
      reference: "dispatch_release; swift-corelibs-libdispatch #604"
    ) { subjects in
      guard let child = subjects.child else { return .noChild }
      let outcome = child.run(["release", "source"])
      switch outcome.end {
      case .signalled(let signal): return .judge(true, "the process ends by signal \(signal)")
      case .exited(0): return .judge(false, "the process \(outcome.lines.joined(separator: ", "))")
      case .exited, .killed, .notStarted: return Observation(.failedToRun, outcome.problem ?? "")
      }
    },

    Behavior(
      "dispatch.owner-release-suspended",
      "An owner that is let go of while it is suspended ends cleanly, once.",
      documented: false, reference: "Timers: DispatchTimer"
    ) { subjects in
      guard let child = subjects.child else { return .noChild }
      let outcome = child.run(["release", "owner"])
      switch outcome.end {
      case .signalled(let signal): return .judge(false, "the process ends by signal \(signal)")
      case .exited(0):
        return .judge(outcome.lines == ["ended 1"], "the owner \(outcome.lines.joined(separator: ", "))×")
      case .exited, .killed, .notStarted: return Observation(.failedToRun, outcome.problem ?? "")
      }
    },
  ]
}
