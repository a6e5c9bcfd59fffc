import Timing

extension Finding {
  /// What real-time settings did not do, and what the kernel does to real-time threads that hardly ever wait.
  static func ofRealtime(_ summaries: [CellSummary], _ environment: Environment) -> [Finding] {
    var notes: [Finding] = []
    let ordinary = summaries.filter { $0.facts.withoutRealtime != nil }
    if let why = ordinary.first?.facts.withoutRealtime {
      let timers = ordinary.map(\.cell.timer).reduce(into: [String]()) { names, name in
        if !names.contains(name) { names.append(name) }
      }
      notes.append(
        Finding(
          .warning, code: "not_realtime",
          "--realtime was not applied to \(timers.joined(separator: ", ")) (\(why))",
          remedy: "do not compare their lateness with that of timers to which it was"))
    }
    let limit = environment[.realtimeRuntime]?.split(separator: " ").compactMap { Int64($0) } ?? []
    let granted = environment[.realtime]?.split(separator: "refused: ", omittingEmptySubsequences: false)
      .first
    let isRealtime = granted?.contains("SCHED_FIFO") == true
    let busy = summaries.filter { $0.facts.withoutRealtime == nil && $0.isBusyThroughout }
    if isRealtime, limit.count == 2, !busy.isEmpty {
      notes.append(
        Finding(
          .warning, code: "realtime_throttled",
          "the kernel stops a real-time thread once it has run for \(Nanoseconds.us(limit[0])) of "
            + "\(Nanoseconds.us(limit[1])), as those of these do that are busy all the time: \(names(busy))",
          remedy: "measure them without --realtime; or \(Diagnosis.withoutRealtimeThrottling(back: limit[0]))"
        ))
    }
    return notes
  }
}

extension CellSummary {
  /// Whether the timer's thread, by what it is or by what it was asked to do, hardly ever waits.
  fileprivate var isBusyThroughout: Bool {
    let loadsThread = ["loop:", "handler:"].contains { cell.load.hasPrefix($0) }
    return cell.timer == "spin" || loadsThread && facts.requestedOccupancy ?? 0 >= 0.9
  }
}
