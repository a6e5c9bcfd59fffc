import Text
import Timing

/// A comparison and the limits it was held against.
package struct CompareReport: Sendable {
  /// The figures.
  package var comparison: Comparison
  /// How each column's cells stand to the limits, column by column.
  package var gates: [[GateResult]]

  /// Holds every column of `comparison` against budgets (the other side's figures) and regression limits.
  package init(_ comparison: Comparison, budgets: [Budget] = [], regressions: [RegressionLimit] = []) {
    self.comparison = comparison
    gates = comparison.columns.map { column in
      Budget.evaluate(budgets, on: column.cells.map(\.other))
        + RegressionLimit.evaluate(regressions, on: column)
    }
  }

  /// The report as text, ending in a newline.
  /// - Parameters:
  ///   - width: columns of the terminal, for ``ReportFormat/table``.
  ///   - color: whether text may be marked, for ``ReportFormat/table``.
  ///   - details: whether all figures of each cell follow the overview, for ``ReportFormat/table``.
  package func text(
    _ format: ReportFormat, width: Int = 80, color: Bool = false, details: Bool = false
  ) -> String {
    switch format {
    case .table: table(width: width, color: color, details: details)
    case .markdown: markdown
    case .json: json.text
    case .csv: csv
    }
  }

  var columns: [(column: Comparison.Column, gates: [GateResult])] { Array(zip(comparison.columns, gates)) }
}

extension CompareReport {
  private func table(width: Int, color: Bool, details: Bool) -> String {
    let style = Style(color: color)
    var text =
      wrapped(CompareHeadline(comparison).sentence, width: width).map(style.bold).joined(separator: "\n")
      + "\n"
    for warning in comparison.warnings {
      text += wrapped("WARNING: \(warning)", first: "", indent: 2, width: width).map(style.bad).joined(
        separator: "\n")
      text += "\n"
    }
    text += "\n" + CompareOverview(comparison).text(width: width, color: color)
    text += comparison.advice.map { paragraph("\($0).", first: "", indent: 2, width: width) }.joined()
    text += comparison.unmatched(most: details ? .max : 3).map {
      paragraph($0, first: "", indent: 2, width: width)
    }
    .joined()
    for (column, gates) in columns where !gates.isEmpty {
      let shown = details ? gates : gates.filter { $0.outcome != .met }
      let met = gates.count { $0.outcome == .met }
      text += "\n" + paragraph("\(column.label): \(met) of \(gates.count) limits met", width: width)
      text += GateResult.table(shown, width: width, color: color)
    }
    guard !comparison.figures.isEmpty else { return text }
    guard details else {
      return text + style.dim("All figures of each cell with their intervals: --details") + "\n"
    }
    text += columns.map { "\n" + detailed($0.column, width: width, style) }.joined()
    return text + "\n" + paragraph(comparison.policy.legend, width: width)
  }

  /// All figures of a column, cell by cell.
  private func detailed(_ column: Comparison.Column, width: Int, _ style: Style) -> String {
    var text = style.bold("\(comparison.base) (base) against \(column.label)".printable) + "\n"
    text += column.differences.map { paragraph($0, first: "  ", indent: 4, width: width) }.joined()
    for cell in column.cells {
      let rows = CellRows(cell)
      text += "\n" + style.bold(rows.heading) + "\n" + rows.table.text(width: width, color: style.color)
      text += rows.remarks.map { paragraph($0, first: "  ", indent: 4, width: width) }.joined()
    }
    return text + "\n" + paragraph(column.conclusion, width: width)
  }
}

extension ComparisonPolicy {
  /// What the intervals are of, how much does not matter, and how chance is kept out.
  package var legend: String {
    "The interval is that of the ratio where there is one, else that of the difference; it holds for its figure alone. "
      + "Better and worse are beyond chance as one of all figures of the comparison (false discovery rate "
      + "\(Numbers.shortest(100 * rate))%, Benjamini and Hochberg), and beyond what does not matter: "
      + "\(Numbers.shortest(100 * equivalence))% of the smaller side's value, at least \(equivalentTime); "
      + "\(Numbers.shortest(100 * equivalentShare)) percentage points for missed slots, and "
      + "\(Numbers.shortest(equivalentDrift)) ppm for a drift. Same means that a difference beyond that is ruled out at "
      + "the same rate. Missed slots include those that a timer left unserved at the end of its run. One run a side "
      + "decides nothing."
  }
}

extension Comparison {
  /// What spoils the comparison, with the sides it is said of.
  var warnings: [String] {
    var warnings: [(text: String, labels: [String])] = []
    for column in columns {
      for text in column.environment.compactMap(\.warning) {
        if let index = warnings.firstIndex(where: { $0.text == text }) {
          warnings[index].labels.append(column.label)
        } else {
          warnings.append((text, [column.label]))
        }
      }
    }
    return warnings.map { columns.count == 1 ? $0.text : "\($0.text) (\($0.labels.joined(separator: ", ")))" }
  }

  /// Cells that a column does not share with the base, no more than `most` of each named.
  func unmatched(most: Int) -> [String] {
    func line(_ label: String, _ cells: [Cell]) -> String? {
      guard !cells.isEmpty else { return nil }
      let more = cells.count > most ? "; and \(cells.count - most) more" : ""
      return "only in \(label): " + cells.prefix(most).map(\.description).joined(separator: "; ") + more
    }
    var lines: [String] = []
    for column in columns {
      let missing = columns.count == 1 ? base : "\(base), not in \(column.label)"
      lines += [line(missing, column.onlyInBase), line(column.label, column.onlyInOther)].compactMap(\.self)
    }
    return lines
  }
}

extension Comparison.Column {
  /// What differs in the environment, and what keeps the recordings apart.
  var differences: [String] {
    (separation.map { [$0.description] } ?? []) + environment.map(\.description)
  }

  /// How many verdicts there are of each kind.
  var conclusion: String {
    let words = cells.flatMap { $0.figures.map(\.verdict.word) }
    guard !words.isEmpty else { return "no cell is in both" }
    let counts = ["better", "worse", "same", "undecided"].map { word in
      "\(words.count { $0 == word }) \(word)"
    }
    return counts.joined(separator: ", ") + " of \(words.count) verdicts"
  }
}
