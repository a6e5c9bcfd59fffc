import Timing

extension Note {
  /// What real-time settings did not do, and what they do to a timer that spins.
  static func ofRealtime(_ summaries: [CellSummary], _ environment: Environment) -> [Note] {
    var notes: [Note] = []
    let ordinary = summaries.filter { $0.facts.withoutRealtime != nil }
    if let why = ordinary.first?.facts.withoutRealtime {
      let timers = ordinary.map(\.cell.timer).reduce(into: [String]()) { names, name in
        if !names.contains(name) { names.append(name) }
      }
      notes.append(
        Note(
          code: "not_realtime", weight: .warning,
          text: "--realtime was not applied to \(timers.joined(separator: ", ")) (\(why))",
          remedy: "do not compare their lateness with that of timers to which it was"))
    }
    let limit = environment[.realtimeRuntime]?.split(separator: " ").compactMap { Int64($0) } ?? []
    let isRealtime = environment["realtime"]?.contains("SCHED_FIFO") == true
    if isRealtime, limit.count == 2, summaries.contains(where: { $0.cell.timer == "spin" }) {
      notes.append(
        Note(
          code: "realtime_throttled", weight: .warning,
          text: "the kernel stops a real-time thread that spins, as that of spin does, once it has run for "
            + "\(Nanoseconds.us(limit[0])) of \(Nanoseconds.us(limit[1]))",
          remedy: "measure spin without --realtime, or set kernel.sched_rt_runtime_us to -1 meanwhile"))
    }
    return notes
  }
}
