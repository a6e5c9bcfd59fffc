import Text
import Timing

/// All that there is to say of some recordings, in sections of a machine each.
package struct SummaryReport: Sendable {
  /// The recordings of one machine under the same circumstances.
  package struct Section: Sendable {
    /// Where the figures come from.
    package var dataset: Dataset
    /// The figures, a cell each.
    package var summaries: [CellSummary]
    /// TDEV and MTIE, a cell each; empty when not asked for.
    package var stabilities: [Stability]
    /// What a reader has to know.
    package var notes: [Finding]
    /// Which timer to use, where that can be told.
    package var recommendations: [Recommendation]
    /// How the cells stand to the budgets.
    package var gates: [GateResult]
  }

  /// The sections in the order of their recordings.
  package var sections: [Section]

  /// Creates a report from its sections.
  package init(_ sections: [Section]) { self.sections = sections }
}

extension SummaryReport.Section {
  /// Works everything out for one dataset.
  /// - Parameters:
  ///   - budgets: limits to hold every cell against.
  ///   - stability: whether to work out TDEV and MTIE.
  package init(_ dataset: Dataset, budgets: [Budget] = [], stability: Bool = true) {
    let quantiles = Budget.quantiles(budgets)
    let summaries = dataset.cells.concurrentMap { CellSummary($0, quantiles: quantiles) }
    self.init(
      dataset: dataset, summaries: summaries,
      stabilities: stability ? dataset.cells.concurrentMap { Stability($0) } : [],
      notes: Finding.all(on: summaries, in: dataset.environment, separation: dataset.separation),
      recommendations: Recommendation.all(dataset.cells, summaries),
      gates: Budget.evaluate(budgets, on: summaries))
  }
}

extension SummaryReport {
  /// The report as text, ending in a newline.
  /// - Parameters:
  ///   - width: columns of the terminal, for ``ReportFormat/table``.
  ///   - color: whether text may be marked, for ``ReportFormat/table``.
  ///   - details: whether all figures of each cell follow the overview, for ``ReportFormat/table``.
  package func text(
    _ format: ReportFormat, width: Int = 80, color: Bool = false, details: Bool = false
  ) -> String {
    switch format {
    case .table:
      sections.map { $0.table(width: width, color: color, details: details) }.joined(separator: "\n")
    case .markdown: sections.map(\.markdown).joined(separator: "\n")
    case .json: json.text
    case .csv: csv
    }
  }

  /// How the quantiles are found, for every report to state.
  static let rule =
    "A quantile is the smallest observed value that the share p of all values does not exceed."
}

extension SummaryReport.Section {
  /// The tables that a measurement ends with, then on request all figures of each cell.
  fileprivate func table(width: Int, color: Bool, details: Bool) -> String {
    let style = Style(color: color)
    var text = style.bold("\(dataset.label): \(dataset.files.joined(separator: ", "))".printable) + "\n"
    text += OverviewTable(summaries).text(width: width, color: color)
    text += WhyTable(summaries).text(width: width, color: color)
    text += details ? cells(width: width, style) : style.dim("All figures of each cell: --details") + "\n"
    text += GateResult.table(gates, width: width, color: color)
    text += LoadResponseTable(summaries).text(width: width, color: color)
    text += recommendations.map { "\n" + paragraph($0.description, width: width) }.joined()
    text += notes.isEmpty ? "" : "\n"
    for note in notes.condensed {
      text += paragraph(note.description, first: "", indent: 2, width: width)
    }
    return text
  }

  private func cells(width: Int, _ style: Style) -> String {
    var text = "\n" + paragraph(SummaryReport.rule, width: width)
    let floors = Floors(among: summaries)
    for summary in summaries {
      let details = CellDetails(summary, floors: floors)
      text += "\n" + style.bold(details.heading) + "\n"
      text += details.table.text(width: width, color: style.color)
      text += details.sentences.map { paragraph($0, first: "  ", indent: 4, width: width) }.joined()
    }
    return text
  }

  fileprivate var markdown: String {
    var text = "## \(Markdown.escaped(dataset.label))\n\n\(SummaryReport.rule)\n"
    let floors = Floors(among: summaries)
    for summary in summaries {
      let details = CellDetails(summary, floors: floors)
      text += "\n### \(Markdown.escaped(details.heading))\n\n" + Markdown.table(details.table)
      text += "\n" + details.sentences.map { "- \(Markdown.escaped($0))\n" }.joined()
    }
    text += GateResult.markdown(gates)
    text += LoadResponseTable(summaries).markdown
    text += recommendations.map { "\n\(Markdown.escaped($0.description)).\n" }.joined()
    text += notes.isEmpty ? "" : "\n" + notes.map { "- \(Markdown.escaped($0.description))\n" }.joined()
    return text
  }
}
