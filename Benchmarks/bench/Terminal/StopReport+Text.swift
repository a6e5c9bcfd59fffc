import Text
import Timing

extension StopReport {
  /// What is printed of a run that ended early: the callbacks around the late one, and what the scheduler did. All times
  /// are to the nanosecond, so that sums come out.
  var text: String {
    var text =
      "Run \(planned.index), \(planned.cell): stopped by \(condition) at slot \(tick.slot), "
      + "\(Numbers.exactTime(tick.lateness)) late\n\n" + rows.text(width: .max, color: false)
    if let attribution = tick.attribution {
      text += "\nAfter the deadline:\n" + steps(attribution).text(width: .max, color: false)
    }
    if let story { text += "\n" + story.text }
    return text + "\n"
  }

  private var rows: TextTable {
    func column(_ title: String, _ cell: (Tick) -> String) -> TextTable.Column {
      TextTable.Column(title: title, cells: window.map(cell))
    }
    return TextTable(columns: [
      column("slot") { "\($0.slot)" }, column("deadline_ns") { "\($0.deadline)" },
      column("callback_ns") { "\($0.callback)" }, column("lateness") { Numbers.exactTime($0.lateness) },
      column("fired") { "\($0.fired)" }, column("missed") { "\($0.missed)" },
      column("blocked") { Numbers.exactTime($0.blocked) },
      TextTable.Column(title: "", cells: window.indices.map { $0 == index ? "<" : "" }, alignsLeft: true),
    ])
  }

  private func steps(_ attribution: Attribution) -> TextTable {
    let moments: [(name: String, time: Int64)] = [
      ("kernel armed for", attribution.armed), ("kernel timer expired", attribution.expired),
      ("thread woken", attribution.woken), ("thread running", attribution.running),
      ("callback", tick.callback),
    ]
    return TextTable(columns: [
      TextTable.Column(title: "", cells: moments.map { "  " + $0.name }, alignsLeft: true),
      TextTable.Column(title: "", cells: moments.map { Numbers.exactTime($0.time - tick.deadline) }),
    ])
  }
}

extension SchedulerStory {
  fileprivate var text: String {
    var text = "From the deadline to the callback, the thread of the callback (\(thread.shown)) was:\n"
    if spans.isEmpty { text += "  not seen: the trace does not reach back so far\n" }
    text += spanTable(spans.suffix(SchedulerStory.mostLines)).text(width: .max, color: false)
    if spans.count > SchedulerStory.mostLines {
      text += "  (the last \(SchedulerStory.mostLines) of \(spans.count))\n"
    }
    for cpu in Set(shares.map(\.cpu)).sorted() {
      text +=
        "Meanwhile on CPU \(cpu):\n"
        + shareTable(shares.filter { $0.cpu == cpu })
        .text(width: .max, color: false)
    }
    return text
  }

  private func spanTable(_ spans: some Collection<Span>) -> TextTable {
    TextTable(columns: [
      TextTable.Column(title: "", cells: spans.map { _ in "  from" }),
      TextTable.Column(title: "", cells: spans.map { Numbers.exactTime($0.start) }),
      TextTable.Column(title: "", cells: spans.map { _ in "for" }),
      TextTable.Column(title: "", cells: spans.map { Numbers.exactTime($0.length) }),
      TextTable.Column(
        title: "", cells: spans.map { $0.state.words + ($0.cpu.map { " on CPU \($0)" } ?? "") },
        alignsLeft: true),
    ])
  }

  /// Who had a processor, for how long: eight of them, and the others together.
  private func shareTable(_ others: [Share]) -> TextTable {
    var rows = others.prefix(8).map { (Numbers.exactTime($0.length), $0.thread.shown) }
    if others.count > 8 {
      let rest = others.dropFirst(8).reduce(0) { $0 + $1.length }
      rows.append((Numbers.exactTime(rest), "\(others.count - 8) other threads"))
    }
    return TextTable(columns: [
      TextTable.Column(title: "", cells: rows.map { "  " + $0.0 }),
      TextTable.Column(title: "", cells: rows.map(\.1), alignsLeft: true),
    ])
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
