import Text
import Timing

/// The part of a page that holds others against a base.
struct PageComparison: Sendable {
  let report: CompareReport
  private let chart: ChartTable?

  init(_ report: CompareReport, chart: ChartTable?) { (self.report, self.chart) = (report, chart) }

  private var comparison: Comparison { report.comparison }

  var charts: [PageCharts.Chart] { chart.map { [("comparison-chart", $0)] } ?? [] }

  /// What is worse and better, and how much is undecided; sentences without their full stops.
  var headline: [String] {
    comparison.columns.map { column in
      "\(column.label) against \(comparison.base): "
        + (column.cells.isEmpty ? "no cell is in both" : Self.outcome(column) + column.conclusion)
    }
  }

  private static func outcome(_ column: Comparison.Column) -> String {
    let figures = column.cells.flatMap { cell in cell.figures.map { (cell.cell, $0) } }
    return [(ComparisonVerdict.worse, "worse"), (.better, "better")].compactMap { verdict, word -> String? in
      let found = figures.filter { $0.1.verdict == verdict }
      guard let first = found.first else { return nil }
      let ratio = first.1.ratio.map { " ×" + Numbers.significant($0) } ?? ""
      let more = found.count > 1 ? " and \(found.count - 1) more" : ""
      return "\(word) in \(first.1.figure.description) of \(first.0)\(ratio)\(more); "
    }.joined()
  }

  var html: String {
    """
    <section id="comparison">
    <h2>Comparison</h2>
    \(HTML.list((headline + comparison.warnings).map { $0 + "." }))\(table)\
    \(charts.map { PageCharts.figure($0, level: 3) }.joined())\(differences)\(HTML.list(comparison.unmatched(most: 20).map { $0 + "." }))\(details)\
    <p class="legend">\(HTML.text(comparison.policy.legend))</p>
    </section>

    """
  }

  /// A row a cell and figure, a column an other.
  private var table: String {
    let others = comparison.columns
    let cells = Set(others.flatMap { $0.cells.map(\.cell) }).sorted()
    let titles =
      ["timer", "interval", "leeway", "load", "timers", "figure", "\(comparison.base) (base)"]
      + others.map(\.label)
    let heads = titles.map { HTML.element("th", ["scope": "col"], HTML.text($0)) }
    let rows = cells.enumerated().flatMap { index, cell in
      let compared = others.map { other in other.cells.first { $0.cell == cell } }
      return comparison.policy.figures.map { figure in
        let found = compared.map { $0?.figures.first { $0.figure == figure } }
        let base = found.compactMap { $0?.base }.first
        return PageTable.row(cell, link: "comparison-c\(index + 1)")
          + HTML.element("td", ["class": "word"], figure.description)
          + HTML.element(
            "td", ["class": "number", "data-value": base.map { "\($0)" } ?? ""],
            HTML.text(CellRows.value(base, figure)))
          + found.map(Self.verdict).joined() + "</tr>"
      }
    }
    let caption = "The others as multiples of the base, a row a cell and figure"
    return HTML.scrolling(
      caption,
      HTML.element(
        "table", ["class": "cells"],
        HTML.element("caption", caption) + HTML.element("thead", HTML.element("tr", heads.joined())) + "\n"
          + HTML.element("tbody", rows.joined(separator: "\n"))))
  }

  private static func verdict(_ figure: FigureComparison?) -> String {
    guard let figure else {
      return HTML.element("td", ["class": "number", "data-value": ""], "not measured")
    }
    let mark =
      switch figure.verdict {
      case .worse: "▲ "
      case .better: "▼ "
      case .same: "= "
      case .undecided: ""
      }
    let size =
      figure.ratio.map { "×" + Numbers.significant($0) }
      ?? CellRows.value(figure.difference, figure.figure, signed: true)
    return HTML.element(
      "td",
      [
        "class": "number \(figure.verdict.word)",
        "data-value": (figure.ratio ?? figure.difference).map { "\($0)" } ?? "",
      ], HTML.text("\(size) \(mark)\(figure.verdict.word)"))
  }

  private var differences: String {
    comparison.columns.map { column in
      let told = column.differences
      guard !told.isEmpty else { return "" }
      let title = "What differs between \(comparison.base) and \(column.label) besides (\(told.count))"
      return "<details><summary>\(HTML.text(title))</summary>\n\(HTML.list(told))</details>\n"
    }.joined()
  }

  private var details: String {
    let cells = Set(comparison.columns.flatMap { $0.cells.map(\.cell) }).sorted()
    return cells.enumerated().map { index, cell in
      let tables = comparison.columns.compactMap { column -> String? in
        guard let found = column.cells.first(where: { $0.cell == cell }) else { return nil }
        let rows = CellRows(found)
        return HTML.table(rows.table, caption: "\(comparison.base) (base) against \(column.label)")
          + HTML.list(rows.remarks)
      }
      return """
        <details class="cell" id="comparison-c\(index + 1)"><summary>\(HTML.text(cell.description))</summary>
        \(tables.joined())</details>

        """
    }.joined()
  }
}
