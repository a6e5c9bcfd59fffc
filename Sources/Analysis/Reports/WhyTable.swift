import Timing

/// Why callbacks were late, as far as cells were traced: two lines a cell, at the median and in the worst hundredth.
public struct WhyTable: Sendable {
  private struct Line {
    var cell: Cell
    var place: String
    var share: Double
    var breakdown: LatenessBreakdown
  }

  private let lines: [Line]

  /// A table of those of `summaries` that were traced, in their order.
  public init(_ summaries: [CellSummary]) {
    lines = summaries.sorted { $0.cell < $1.cell }.flatMap { summary -> [Line] in
      guard let why = summary.why else { return [] }
      let median = Line(
        cell: summary.cell, place: "p50", share: why.attributedShare, breakdown: why.median)
      return [median]
        + (why.worst.map {
          [Line(cell: summary.cell, place: "worst 1%", share: why.attributedShare, breakdown: $0)]
        } ?? [])
    }
  }

  /// The lines for a terminal of `width` columns, after an empty one; nothing when no cell was traced.
  public func text(width: Int = 80, color: Bool = false) -> String {
    guard !lines.isEmpty else { return "" }
    var table = TextTable(
      columns: [
        column("why late", alignsLeft: true) { "  " + $0.cell.timer + leeway($0.cell) },
        column("at", alignsLeft: true) { $0.place },
        column("traced", expendability: 2) { Numbers.percent($0.share) },
        column("lateness") { Numbers.time($0.breakdown.lateness) },
      ]
        + LatenessPart.allCases.map { part in
          column(part.rawValue) { Numbers.time($0.breakdown.parts[part]) }
        } + [column("mostly", alignsLeft: true) { $0.breakdown.dominant.rawValue }])
    for (row, line) in lines.enumerated() where row == 0 || heading(line) != heading(lines[row - 1]) {
      table.headings.append(TextTable.Heading(row: row, text: heading(line)))
    }
    return "\n" + table.text(width: width, color: color)
  }

  private func heading(_ line: Line) -> String { OverviewTable.heading(line.cell) }

  private func leeway(_ cell: Cell) -> String {
    guard let leeway = cell.leeway, leeway.count > 0 else { return "" }
    return " leeway \(leeway)"
  }

  private func column(
    _ title: String, alignsLeft: Bool = false, expendability: Int = 0, _ cell: (Line) -> String
  ) -> TextTable.Column {
    TextTable.Column(
      title: title, cells: lines.map(cell), expendability: expendability, alignsLeft: alignsLeft)
  }
}
