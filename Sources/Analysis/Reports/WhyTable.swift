import Text
import Timing

/// Why callbacks were late, as far as cells were traced: two lines a cell, at the median and in the worst hundredth.
package struct WhyTable: Sendable {
  private struct Line {
    var cell: Cell
    var place: String
    var share: Double
    var breakdown: LatenessBreakdown
  }

  private let lines: [Line]
  private let shares: [(cell: Cell, share: Double)]

  /// A table of those of `summaries` that were traced, in their order.
  package init(_ summaries: [CellSummary]) {
    shares = summaries.filter { $0.callbacks.count > 0 }.map { ($0.cell, $0.why?.attributedShare ?? 0) }
    lines = summaries.sorted { $0.cell < $1.cell }.flatMap { summary -> [Line] in
      guard let why = summary.why else { return [] }
      let median = Line(
        cell: summary.cell, place: "p50", share: why.attributedShare, breakdown: why.median)
      return [median]
        + (why.worst.map {
          [Line(cell: summary.cell, place: "top 1%", share: why.attributedShare, breakdown: $0)]
        } ?? [])
    }
  }

  /// The lines for a terminal of `width` columns, after an empty one; nothing when no cell was traced.
  package func text(width: Int = 80, color: Bool = false) -> String {
    guard var table = columns else { return "" }
    for (row, line) in lines.enumerated() where row == 0 || heading(line) != heading(lines[row - 1]) {
      table.headings.append(TextTable.Heading(row: row, text: heading(line)))
    }
    let remarks = unexplained.map { paragraph($0, first: "  ", indent: 4, width: width) }.joined()
    return "\n" + table.text(width: width, color: color) + remarks
  }

  /// The table without its headings; `nil` when no cell was traced.
  private var columns: TextTable? {
    guard !lines.isEmpty else { return nil }
    return TextTable(
      columns: [
        column("why late", alignsLeft: true) { "  " + $0.cell.timer + leeway($0.cell) },
        column("at", alignsLeft: true) { $0.place },
        column("lateness", narrow: "late") { Numbers.time($0.breakdown.lateness) },
        part(.arming, expendability: isAnyArming ? 0 : 2), part(.kernel), part(.wakeup),
        part(.framework, narrow: "frame"),
        part(.blocked, expendability: isAnyBlocked ? 1 : 3),
        column("mostly", alignsLeft: true) { $0.breakdown.dominant.rawValue },
      ])
  }

  /// The lines with their cells in full, for a page; `nil` when no cell was traced.
  var table: TextTable? {
    guard var table = columns else { return nil }
    table.columns[0].title = "cell"
    table.columns[0].cells = lines.map(\.cell.description)
    return table
  }

  /// Of the cells whose callbacks are not all explained: how many are.
  private var unexplained: [String] {
    shares.filter { $0.share < 1 }.map { cell, share in
      share == 0
        ? "the trace explains no callback of \(cell)"
        : "the trace explains \(Numbers.percent(share)) of the callbacks of \(cell)"
    }
  }

  private func heading(_ line: Line) -> String { OverviewTable.heading(line.cell) }

  private func leeway(_ cell: Cell) -> String {
    guard let leeway = cell.leeway, leeway.count > 0 else { return "" }
    return " leeway \(leeway)"
  }

  private var isAnyArming: Bool { lines.contains { $0.breakdown.dominant == .arming } }

  private var isAnyBlocked: Bool { lines.contains { $0.breakdown.parts[.blocked, default: 0] > 0 } }

  private func part(_ part: LatenessPart, narrow: String? = nil, expendability: Int = 0) -> TextTable.Column {
    column(part.rawValue, narrow: narrow, expendability: expendability) {
      Numbers.time($0.breakdown.parts[part])
    }
  }

  private func column(
    _ title: String, narrow: String? = nil, alignsLeft: Bool = false, expendability: Int = 0,
    _ cell: (Line) -> String
  ) -> TextTable.Column {
    let cells = lines.map(cell)
    return TextTable.Column(
      title: title, cells: cells, narrow: narrow.map { ($0, cells) }, expendability: expendability,
      alignsLeft: alignsLeft)
  }
}
