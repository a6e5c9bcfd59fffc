import Text
import Timing

extension GateResult {
  /// One word.
  package var word: String {
    switch outcome {
    case .met: "met"
    case .broken: "broken"
    case .undecided: "undecided"
    case .incomplete: "incomplete"
    }
  }

  /// By how much the limit is broken, or why it is undecided or incomplete; empty when it is met.
  package var explanation: String {
    switch outcome {
    case .met: ""
    case .broken(let excess): "by \(excess)"
    case .undecided(let reason), .incomplete(let reason): reason.description
    }
  }

  static func columns(_ results: [GateResult]) -> [TextTable.Column] {
    [
      TextTable.Column(title: "limit", cells: results.map { "  " + $0.limit }, alignsLeft: true),
      TextTable.Column(title: "found", cells: results.map(\.found)),
      TextTable.Column(
        title: "result", cells: results.map { "\($0.word) \($0.explanation)".trimmedEnd }, alignsLeft: true,
        isNotable: { results[$0].outcome != .met }),
    ]
  }

  /// A table of the results for a terminal, with an empty line before it; empty without results.
  package static func table(_ results: [GateResult], width: Int, color: Bool) -> String {
    guard !results.isEmpty else { return "" }
    let results = results.sorted { $0.cell < $1.cell }
    var table = TextTable(columns: columns(results))
    for (row, result) in results.enumerated() where row == 0 || result.cell != results[row - 1].cell {
      table.headings.append(TextTable.Heading(row: row, text: result.cell.description))
    }
    return "\n" + table.text(width: width, color: color)
  }

  static func markdown(_ results: [GateResult]) -> String {
    guard !results.isEmpty else { return "" }
    let cells = TextTable.Column(title: "cell", cells: results.map(\.cell.description), alignsLeft: true)
    return "\n" + Markdown.table(TextTable(columns: [cells] + columns(results)))
  }

  var json: JSONValue {
    .object(
      cell.jsonMembers + [
        ("limit", .string(limit)), ("found", .string(found)), ("result", .string(word)),
        ("explanation", .string(explanation)),
      ])
  }
}
