import Text
import Timing

extension Finding {
  /// What steps of the wall clock and sleeps did to these timers.
  static func ofClocks(_ summaries: [CellSummary]) -> [Finding] {
    summaries.flatMap { summary in
      [ClockEvent.Kind.set, .sleep].compactMap { kind in note(on: summary, kind) }
    }
  }

  private static func note(on summary: CellSummary, _ kind: ClockEvent.Kind) -> Finding? {
    let events = summary.facts.clockEvents.filter { $0.kind == kind }
    guard !events.isEmpty else { return nil }
    let happened = events.prefix(3).map { event in
      let at = "at \(Numbers.time(event.before))"
      return kind == .set
        ? "the wall clock was set by \(event.length > 0 ? "+" : "")\(Numbers.time(event.length)) \(at)"
        : "the system slept for \(Numbers.time(event.length)) \(at)"
    }
    let more = events.count > 3 ? ["and \(events.count - 3) more times"] : []
    let aside = "\(Numbers.counted(summary.slots.eventful, "callback")) left out of the figures"
    let effect =
      summary.facts.moved > 0
      ? "its deadlines are times of that clock and moved against the monotonic one, \(aside) from then on"
      : kind == .set
        ? "its deadlines keep to the monotonic clock and stayed, \(aside) around then"
        : "the monotonic clock stood still and the phase was kept, \(aside) around then"
    let remedy =
      kind == .set
      ? "stop what sets the clock (chronyd, ntpd, systemd-timesyncd) and measure again"
      : "keep the machine awake (systemd-inhibit, caffeinate) and measure again"
    return Finding(
      .warning, code: kind == .set ? "clock_set" : "sleep",
      "\(summary.cell): \((happened + more).joined(separator: "; ")): \(effect)", remedy: remedy)
  }
}
