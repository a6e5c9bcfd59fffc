import Text
import Timing

extension Diagnosis {
  /// The report for a terminal, ended by a newline: what disturbs first, then what is unknown and what is well.
  ///
  /// No line is longer than `width` unless a single word is.
  package func text(width: Int = 80, color: Bool = false) -> String {
    var text = disturbing.text(width: width, color: color)
    let unknown = findings.filter { $0.severity == .unknown }
    if !unknown.isEmpty {
      text += list(
        "unknown", unknown.compactMap(\.topic).joined(separator: ", ") + ": could not be read", width: width)
    }
    for finding in unknown {
      guard let topic = finding.topic, let remedy = finding.remedy else { continue }
      text += list("", "\(topic): \(remedy)", width: width)
    }
    let well = findings.filter { $0.severity == .ok }.map { "\($0.topic ?? "") (\($0.reading))" }
    if !well.isEmpty { text += list("ok", well.joined(separator: ", "), width: width) }
    guard !noise.isEmpty else { return text }
    return text + "\nGaps in a spinning loop, all processors at once:\n"
      + gaps.text(width: width, color: color)
  }

  /// The report for programs: findings and noise as one JSON object, ended by a newline; see `docs/json.md`.
  package var json: String {
    JSONValue.object([
      ("format", .string("timer-bench doctor 1")), ("findings", .array(findings.map(\.json))),
      ("noise", .array(noise.map(\.json))),
    ]).text
  }

  /// A row a finding, and one for its remedy.
  private var disturbing: TextTable {
    let rows = findings.toBeKnown.flatMap { finding in
      [[finding.severity.rawValue, finding.topic ?? "", finding.reading]]
        + (finding.remedy.map { [["", "", "-> \($0)"]] } ?? [])
    }
    return TextTable(columns: [
      TextTable.Column(title: "", cells: rows.map { $0[0] }, alignsLeft: true),
      TextTable.Column(title: "", cells: rows.map { $0[1] }, alignsLeft: true),
      TextTable.Column(title: "", cells: rows.map { $0[2] }, alignsLeft: true, wraps: true),
    ])
  }

  /// A row a processor that was watched.
  private var gaps: TextTable {
    func column(_ title: String, _ cell: (CPUNoise) -> String) -> TextTable.Column {
      TextTable.Column(title: title, cells: noise.map(cell))
    }
    return TextTable(columns: [
      column("cpu") { $0.bound ? "\($0.cpu)" : "any" }, column("watched") { Numbers.time($0.watched) },
      column("median") { Numbers.time($0.median) }, column("longest") { Numbers.time($0.longest) },
      column(">10µs") { Numbers.count($0.over10us) }, column(">100µs") { Numbers.count($0.over100us) },
      column(">1ms") { Numbers.count($0.over1ms) },
    ])
  }

  private func list(_ label: String, _ text: String, width: Int) -> String {
    let indent = 9
    let space = String(repeating: " ", count: indent - label.count)
    return paragraph(text, first: label + space, indent: indent, width: width)
  }
}

extension CPUNoise {
  fileprivate var json: JSONValue {
    .object([
      ("cpu", .integer(cpu)), ("bound", .bool(bound)), ("watched_ns", .integer(watched)),
      ("shortest_ns", .integer(shortest)), ("median_ns", .integer(median)), ("longest_ns", .integer(longest)),
      ("histogram_log2_ns", .array(histogram.map { .integer($0) })), ("over_10us", .integer(over10us)),
      ("over_100us", .integer(over100us)), ("over_1ms", .integer(over1ms)),
    ])
  }
}
