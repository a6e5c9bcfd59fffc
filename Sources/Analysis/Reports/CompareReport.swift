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
  package func text(_ format: ReportFormat, width: Int = 80, color: Bool = false) -> String {
    switch format {
    case .table: columns.map { table($0, $1, width: width, color: color) }.joined(separator: "\n")
    case .markdown: columns.map { markdown($0, $1) }.joined(separator: "\n")
    case .json: json.text
    case .csv: csv
    }
  }

  private var columns: [(Comparison.Column, [GateResult])] { Array(zip(comparison.columns, gates)) }

  private func heading(_ column: Comparison.Column) -> String {
    "\(comparison.base) (base) against \(column.label)".printable
  }
}

extension CompareReport {
  private func table(_ column: Comparison.Column, _ gates: [GateResult], width: Int, color: Bool) -> String {
    let style = Style(color: color)
    var text = style.bold(heading(column)) + "\n"
    for warning in column.warnings {
      text += wrapped("WARNING: \(warning)", first: "", indent: 2, width: width).map(style.bad).joined(
        separator: "\n")
      text += "\n"
    }
    text += column.differences.map { paragraph($0, first: "  ", indent: 4, width: width) }.joined()
    for cell in column.cells {
      let rows = CellRows(cell)
      text += "\n" + style.bold(rows.heading) + "\n" + rows.table.text(width: width, color: color)
      text += rows.remarks.map { paragraph($0, first: "  ", indent: 4, width: width) }.joined()
    }
    text += column.unmatched(comparison.base).map { "\n" + paragraph($0, width: width) }.joined()
    text += GateResult.table(gates, width: width, color: color)
    text += "\n" + paragraph(column.conclusion, width: width)
    return text + (column.cells.isEmpty ? "" : paragraph(comparison.policy.legend, width: width))
  }

  private func markdown(_ column: Comparison.Column, _ gates: [GateResult]) -> String {
    var text = "## \(Markdown.escaped(heading(column)))\n\n"
    text += column.warnings.map { "**Warning: \(Markdown.escaped($0))**\n\n" }.joined()
    text += column.differences.map { "- \(Markdown.escaped($0))\n" }.joined()
    for cell in column.cells {
      let rows = CellRows(cell)
      text += "\n### \(Markdown.escaped(rows.heading))\n\n" + Markdown.table(rows.table)
      text += rows.remarks.isEmpty ? "" : "\n" + rows.remarks.map { "- \(Markdown.escaped($0))\n" }.joined()
    }
    text += column.unmatched(comparison.base).map { "\n\(Markdown.escaped($0))\n" }.joined()
    text += GateResult.markdown(gates)
    text += "\n\(column.conclusion)\n"
    return text + (column.cells.isEmpty ? "" : "\n\(comparison.policy.legend)\n")
  }
}

extension ComparisonPolicy {
  /// What the intervals are of, and how much does not matter.
  package var legend: String {
    "The interval is that of the ratio where there is one, else that of the difference. Same means that all of it lies "
      + "within \(Numbers.shortest(100 * equivalence))% of the smaller side's value, at least \(equivalentTime); within "
      + "\(Numbers.shortest(100 * equivalentShare)) percentage points for missed slots, and "
      + "\(Numbers.shortest(equivalentDrift)) ppm for a drift. Better and worse are beyond that and beyond chance. "
      + "Missed slots include those that a timer left unserved at the end of its run."
  }
}

extension Comparison.Column {
  var warnings: [String] { environment.compactMap(\.warning) }

  var differences: [String] {
    (separation.map { [$0.description] } ?? []) + environment.map(\.description)
  }

  func unmatched(_ base: String) -> [String] {
    func line(_ label: String, _ cells: [Cell]) -> String? {
      cells.isEmpty ? nil : "only in \(label.printable): " + cells.map(\.description).joined(separator: "; ")
    }
    return [line(base, onlyInBase), line(label, onlyInOther)].compactMap { $0 }
  }

  /// How many verdicts there are of each kind, and how many chance alone would bring.
  var conclusion: String {
    let words = cells.flatMap { $0.figures.map(\.verdict.word) }
    guard !words.isEmpty else { return "no cell is in both" }
    let counts = ["better", "worse", "same", "undecided"].map { word in
      "\(words.count { $0 == word }) \(word)"
    }
    let told = counts.joined(separator: ", ") + " of \(words.count) verdicts"
    return cells.contains { $0.method == .singleRuns || $0.method == .identical }
      ? told : told + "; chance alone makes up to 5% of them better or worse"
  }
}

/// The lines of one compared cell.
struct CellRows {
  let cell: CellComparison

  init(_ cell: CellComparison) { self.cell = cell }

  var heading: String {
    func side(_ summary: CellSummary) -> String {
      "\(Numbers.count(summary.callbacks.count)) in \(summary.runs) \(summary.runs == 1 ? "run" : "runs")"
    }
    return "\(cell.cell): \(side(cell.base)) | \(side(cell.other))"
  }

  var table: TextTable {
    let figures = cell.figures
    var columns = [
      TextTable.Column(title: "", cells: figures.map { "  " + $0.figure.rawValue }, alignsLeft: true),
      TextTable.Column(title: "base", cells: figures.map { Self.value($0.base, $0.figure) }),
      TextTable.Column(title: "other", cells: figures.map { Self.value($0.other, $0.figure) }),
      TextTable.Column(
        title: "difference", cells: figures.map { Self.value($0.difference, $0.figure, signed: true) },
        expendability: 1),
      TextTable.Column(
        title: "ratio", cells: figures.map { $0.ratio.map { Numbers.significant($0) } ?? Numbers.unknown }),
      TextTable.Column(title: "95% interval", cells: figures.map(Self.interval)),
      TextTable.Column(title: "verdict", cells: figures.map(\.verdict.word), alignsLeft: true),
    ]
    columns[6].isNotable = { figures[$0].verdict == .better || figures[$0].verdict == .worse }
    return TextTable(columns: columns)
  }

  /// Why figures are undecided, those with one reason together; and what the method leaves out.
  var remarks: [String] {
    var reasons: [(text: String, figures: [String])] = []
    for figure in cell.figures {
      guard case .undecided(let reason) = figure.verdict else { continue }
      if let index = reasons.firstIndex(where: { $0.text == reason.description }) {
        reasons[index].figures.append(figure.figure.rawValue)
      } else {
        reasons.append((reason.description, [figure.figure.rawValue]))
      }
    }
    var remarks = reasons.map { "\($0.figures.joined(separator: ", ")) undecided: \($0.text)" }
    if cell.method == .singleRuns { remarks.append("how runs differ from each other is in no interval here") }
    if cell.method == .identical { remarks.append("both sides hold the same recording") }
    return remarks
  }

  static func value(_ value: Double?, _ figure: ComparedFigure, signed: Bool = false) -> String {
    guard let value else { return Numbers.unknown }
    let sign = signed && value > 0 ? "+" : ""
    switch figure {
    case .p50, .p99, .max: return sign + Numbers.time(value)
    case .missed: return sign + Numbers.percent(value)
    case .drift: return sign + Numbers.ppm(value) + "ppm"
    }
  }

  /// The interval of the ratio where there is one, else that of the difference.
  private static func interval(_ figure: FigureComparison) -> String {
    if let ratio = figure.ratioInterval {
      return "\(Numbers.significant(ratio.lowerBound)) … \(Numbers.significant(ratio.upperBound))"
    }
    guard let range = figure.differenceInterval else { return Numbers.unknown }
    let low = value(range.lowerBound, figure.figure, signed: true)
    return "\(low) … \(value(range.upperBound, figure.figure, signed: true))"
  }
}
