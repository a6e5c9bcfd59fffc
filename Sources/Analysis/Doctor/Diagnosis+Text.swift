import Foundation
import Text
import Timing

extension Diagnosis {
  /// The report for a terminal, ended by a newline: what disturbs first, then what is unknown and what is well.
  ///
  /// No line is longer than `width` unless a single word is.
  package func text(width: Int = 80) -> String {
    var lines: [String] = []
    let topicWidth = findings.map(\.topic.count).max() ?? 0
    for severity in [Finding.Severity.warning, .note] {
      for finding in findings where finding.severity == severity {
        lines += table(severity.rawValue, finding, topicWidth: topicWidth, width: width)
      }
    }
    let unknown = findings.filter { $0.severity == .unknown }
    lines += list(
      "unknown", unknown.map(\.topic).joined(separator: ", "), trailer: ": could not be read", width: width)
    for finding in unknown {
      guard let remedy = finding.remedy else { continue }
      lines += wrapped("\(finding.topic): \(remedy)", width: width - indent).map { pad("", indent) + $0 }
    }
    let well = findings.filter { $0.severity == .ok }.map { "\($0.topic) (\($0.reading))" }
    lines += list("ok", well.joined(separator: ", "), trailer: "", width: width)
    if !noise.isEmpty { lines += [""] + noiseTable() }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The report for programs: findings and noise as one JSON object, ended by a newline.
  package func json() throws -> String {
    try JSON.pretty(Document(findings: findings, noise: noise))
  }

  /// See `docs/json.md`.
  private struct Document: Encodable {
    let format = "timer-bench doctor 1"
    let findings: [Finding]
    let noise: [CPUNoise]
  }

  private var indent: Int { 9 }

  private func table(_ label: String, _ finding: Finding, topicWidth: Int, width: Int) -> [String] {
    let left = indent + topicWidth + 2
    let reading = wrapped(finding.reading, width: width - left)
    let remedy = finding.remedy.map { wrapped($0, width: width - left - 3) } ?? []
    let first = pad(label, indent) + pad(finding.topic, topicWidth + 2)
    return zip([first] + Array(repeating: pad("", left), count: max(reading.count, 1) - 1), reading).map {
      $0 + $1
    }
      + zip(["-> "] + Array(repeating: "   ", count: max(remedy.count, 1) - 1), remedy)
      .map { pad("", left) + $0 + $1 }
  }

  private func list(_ label: String, _ text: String, trailer: String, width: Int) -> [String] {
    guard !text.isEmpty else { return [] }
    return wrapped(text + trailer, width: width - indent).enumerated()
      .map { pad($0.offset == 0 ? label : "", indent) + $0.element }
  }

  private func noiseTable() -> [String] {
    let header = ["cpu", "watched s", "median ns", "longest us", ">10us", ">100us", ">1ms"]
    let rows = noise.map { cpu in
      [
        cpu.bound ? "\(cpu.cpu)" : "any", tenths(cpu.watched, of: 1_000_000_000), "\(cpu.median)",
        tenths(cpu.longest, of: 1000), "\(cpu.over10us)", "\(cpu.over100us)", "\(cpu.over1ms)",
      ]
    }
    let widths = header.indices.map { column in ([header] + rows).map { $0[column].count }.max() ?? 0 }
    return ["Gaps in a spinning loop, all processors at once:"]
      + ([header] + rows).map { row in
        zip(row, widths).map { String(repeating: " ", count: $1 - $0.count) + $0 }.joined(separator: "  ")
      }
  }
}

private func pad(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}
