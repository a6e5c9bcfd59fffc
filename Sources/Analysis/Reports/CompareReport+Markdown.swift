import Text
import Timing

extension CompareReport {
  /// The most that a comment of GitHub holds, less room for who puts a line before it.
  private static let mostCharacters = 65_000
  /// So many limits that are not met are shown.
  private static let mostLimits = 60

  /// For a pull request: the sentence, the table, what limits are not met, and each column folded as far as there is room.
  var markdown: String {
    var text = "\(Markdown.escaped(CompareHeadline(comparison).sentence))\n\n"
    text += comparison.warnings.map { "**Warning: \(Markdown.escaped($0))**\n\n" }.joined()
    text += CompareOverview(comparison).markdown
    text += comparison.advice.map { "\n\(Markdown.escaped($0)).\n" }.joined()
    text += comparison.unmatched(most: 3).map { "\n\(Markdown.escaped($0))\n" }.joined()
    for (column, gates) in columns where !gates.isEmpty {
      let failed = gates.filter { $0.outcome != .met }
      text +=
        "\n\(Markdown.escaped(column.label)): \(gates.count - failed.count) of \(gates.count) limits met"
      text += failed.count > Self.mostLimits ? "; the first \(Self.mostLimits) that are not:\n" : "\n"
      text += GateResult.markdown(Array(failed.prefix(Self.mostLimits)))
    }
    guard !comparison.figures.isEmpty else { return text }
    let legend = "\n\(comparison.policy.legend)\n"
    var leftOut = 0
    for (column, _) in columns where !column.cells.isEmpty {
      let folded = folded(column)
      if text.unicodeScalars.count + folded.unicodeScalars.count + legend.unicodeScalars.count
        < Self.mostCharacters
      {
        text += folded
      } else {
        leftOut += 1
      }
    }
    if leftOut > 0 {
      text +=
        "\nThe figures of \(leftOut) of \(columns.count) others have no room here: `bench compare … --details`.\n"
    }
    return text + legend
  }

  /// All figures of a column, one table, under a line that opens it.
  private func folded(_ column: Comparison.Column) -> String {
    var text = "\n<details><summary>\(Markdown.html(column.label)): \(column.conclusion)</summary>\n\n"
    text += column.differences.map { "- \(Markdown.escaped($0))\n" }.joined()
    let rows = column.cells.map(CellRows.init)
    func joined(_ index: Int) -> [String] { rows.flatMap { $0.table.columns[index].cells } }
    var columns = rows.first?.table.columns ?? []
    for index in columns.indices { columns[index].cells = joined(index) }
    columns.insert(
      TextTable.Column(
        title: "cell", cells: rows.flatMap { row in row.cell.figures.map { _ in row.cell.cell.description } },
        alignsLeft: true), at: 0)
    return text + "\n" + Markdown.table(TextTable(columns: columns)) + "\n</details>\n"
  }
}
