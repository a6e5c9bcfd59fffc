import Analysis
import Foundation
import Timing

extension StopReport {
  /// What is printed of a run that ended early: the callbacks around the late one, and what the scheduler did.
  var text: String {
    var lines = [
      "Run \(planned.index), \(planned.cell): stopped by \(condition) at slot \(tick.slot), "
        + "\(Numbers.exactTime(tick.lateness)) late",
      "", columns(["slot", "deadline_ns", "callback_ns", "lateness", "fired", "missed", "blocked"]),
    ]
    for (position, row) in window.enumerated() {
      lines.append(
        columns([
          "\(row.slot)", "\(row.deadline)", "\(row.callback)", Numbers.exactTime(row.lateness),
          "\(row.fired)",
          "\(row.missed)",
          Numbers.exactTime(row.blocked),
        ]) + (position == index ? "  <" : ""))
    }
    if let attribution = tick.attribution { lines += [""] + steps(attribution) }
    if let story { lines += [""] + story.lines }
    return lines.joined(separator: "\n") + "\n\n"
  }

  private func steps(_ attribution: Attribution) -> [String] {
    let moments: [(String, Int64)] = [
      ("kernel armed for", attribution.armed), ("kernel timer expired", attribution.expired),
      ("thread woken", attribution.woken), ("thread running", attribution.running),
      ("callback", tick.callback),
    ]
    return ["After the deadline:"]
      + moments.map { name, time in
        "  \(name.padding(toLength: 22, withPad: " ", startingAt: 0)) \(rightAligned(Numbers.exactTime(time - tick.deadline), 12))"
      }
  }

  private func columns(_ fields: [String]) -> String {
    let widths = [8, 14, 14, 12, 6, 7, 12]
    return zip(fields, widths).map { rightAligned($0, $1) }.joined()
  }
}

extension SchedulerStory {
  fileprivate var lines: [String] {
    var lines = ["From the deadline to the callback, the thread of the callback (\(thread.shown)) was:"]
    if spans.isEmpty { lines.append("  not seen: the trace does not reach back so far") }
    for span in spans.suffix(SchedulerStory.mostLines) {
      let place = span.cpu.map { " on CPU \($0)" } ?? ""
      lines.append(
        "  from \(rightAligned(Numbers.exactTime(span.start), 11)) for \(rightAligned(Numbers.exactTime(span.length), 11))  "
          + "\(span.state.words)\(place)")
    }
    if spans.count > SchedulerStory.mostLines {
      lines.append("  (the last \(SchedulerStory.mostLines) of \(spans.count))")
    }
    for cpu in Set(shares.map(\.cpu)).sorted() {
      lines.append("Meanwhile on CPU \(cpu):")
      let others = shares.filter { $0.cpu == cpu }
      for share in others.prefix(8) {
        lines.append("  \(rightAligned(Numbers.exactTime(share.length), 11))  \(share.thread.shown)")
      }
      if others.count > 8 {
        let rest = others.dropFirst(8).reduce(0) { $0 + $1.length }
        lines.append("  \(rightAligned(Numbers.exactTime(rest), 11))  \(others.count - 8) other threads")
      }
    }
    return lines
  }

  private static let mostLines = 20
}

extension SchedulerStory.Named {
  fileprivate var shown: String { id == 0 ? "idle" : name.isEmpty ? "\(id)" : "\(name) \(id)" }
}

extension SchedulerStory.Named? {
  fileprivate var shown: String { self?.shown ?? "unknown" }
}

extension SchedulerStory.State {
  fileprivate var words: String {
    switch self {
    case .running: "running"
    case .ready: "ready, waiting for a CPU"
    case .sleeping: "sleeping"
    case .stopped: "stopped by a signal"
    }
  }
}

private func rightAligned(_ text: String, _ width: Int) -> String {
  String(repeating: " ", count: max(width - text.count, 1)) + text
}
