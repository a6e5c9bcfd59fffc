import Timing

extension Finding {
  /// What real-time settings did not do, and what the kernel does to real-time threads that hardly ever wait.
  static func ofRealtime(_ summaries: [CellSummary], _ environment: Environment) -> [Finding] {
    [unapplied(summaries), throttled(summaries, environment)].compactMap(\.self)
  }

  private static func unapplied(_ summaries: [CellSummary]) -> Finding? {
    let ordinary = summaries.filter { $0.facts.withoutRealtime != nil }
    guard let why = ordinary.first?.facts.withoutRealtime else { return nil }
    let timers = ordinary.map(\.cell.timer).reduce(into: [String]()) { names, name in
      if !names.contains(name) { names.append(name) }
    }
    return Finding(
      .warning, code: "not_realtime",
      "--realtime was not applied to \(timers.joined(separator: ", ")) (\(why))",
      remedy: "do not compare their lateness with that of timers to which it was")
  }

  private static func throttled(_ summaries: [CellSummary], _ environment: Environment) -> Finding? {
    let busy = summaries.filter { $0.facts.withoutRealtime == nil && $0.isBusyThroughout }
    guard environment.realtime?.schedulesInRealTime == true, let limit = environment.realtimeRuntime,
      !busy.isEmpty
    else { return nil }
    return Finding(
      .warning, code: "realtime_throttled",
      "the kernel stops a real-time thread once it has run for \(Nanoseconds.us(limit.runtime)) of "
        + "\(Nanoseconds.us(limit.period)), as those of these do that are busy all the time: \(names(busy))",
      remedy:
        "measure them without --realtime; or \(Diagnosis.withoutRealtimeThrottling(back: limit.runtime))"
    )
  }
}

extension CellSummary {
  /// Whether the timer's thread, by what it is or by what it was asked to do, hardly ever waits.
  fileprivate var isBusyThroughout: Bool {
    let isHeld = cell.load.kind == .loop || cell.load.kind == .handler
    return cell.floor?.spins == true || isHeld && facts.requestedOccupancy ?? 0 >= 0.9
  }
}
