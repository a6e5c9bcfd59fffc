import Timing

extension GateResult {
  /// One word.
  public var word: String {
    switch outcome {
    case .met: "met"
    case .broken: "broken"
    case .undecided: "undecided"
    }
  }

  /// By how much the limit is broken, or why it is undecided; empty when it is met.
  public var explanation: String {
    switch outcome {
    case .met: ""
    case .broken(let excess): "by \(excess)"
    case .undecided(let reason): reason.description
    }
  }

  private static func table(_ results: [GateResult]) -> TextTable {
    TextTable(columns: [
      TextTable.Column(title: "cell", cells: results.map(\.cell.description), alignsLeft: true),
      TextTable.Column(title: "limit", cells: results.map(\.limit), alignsLeft: true),
      TextTable.Column(title: "found", cells: results.map(\.found)),
      TextTable.Column(
        title: "result", cells: results.map { "\($0.word) \($0.explanation)".trimmedEnd }, alignsLeft: true,
        isNotable: { results[$0].outcome != .met }),
    ])
  }

  /// A table of the results for a terminal, with an empty line before it; empty without results.
  public static func table(_ results: [GateResult], width: Int, color: Bool) -> String {
    results.isEmpty ? "" : "\n" + table(results).text(width: width, color: color)
  }

  static func markdown(_ results: [GateResult]) -> String {
    results.isEmpty ? "" : "\n" + Markdown.table(table(results))
  }

  var json: JSONValue {
    .object(
      cell.jsonMembers + [
        ("limit", .string(limit)), ("found", .string(found)), ("result", .string(word)),
        ("explanation", .string(explanation)),
      ])
  }
}
