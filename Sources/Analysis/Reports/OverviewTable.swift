import Text
import Timing

/// The table after a measurement: a line a cell, under a heading for each interval, load and number of timers.
package struct OverviewTable: Sendable {
  private let summaries: [CellSummary]

  /// A table of `summaries`, in their order.
  package init(_ summaries: [CellSummary]) {
    self.summaries = summaries.sorted { $0.cell < $1.cell }
  }

  /// The lines for a terminal of `width` columns; with escape codes when `color`.
  ///
  /// From 80 columns on nothing is cut; what finds no room is left out, the least telling first.
  package func text(width: Int = 80, color: Bool = false) -> String {
    guard !summaries.isEmpty else { return "" }
    var table = TextTable(columns: columns)
    for (row, summary) in summaries.enumerated() {
      let heading = Self.heading(summary.cell)
      if row == 0 || heading != Self.heading(summaries[row - 1].cell) {
        table.headings.append(TextTable.Heading(row: row, text: heading))
      }
    }
    let text = table.text(width: width, color: color)
    guard text.contains(Self.narrowOverheads[0]) else { return text }
    return text + Style(color: color).dim("Δ: over the floor, the same schedule kept by the kernel alone")
      + "\n"
  }

  static func heading(_ cell: Cell) -> String {
    var words = ["every \(cell.interval)", cell.load.printable]
    if cell.timers > 1 { words.append("\(cell.timers) timers") }
    let text = words.joined(separator: ", ")
    return text.count > 80 ? text.prefix(79) + "…" : text
  }

  /// The columns in the order they are shown; the higher the expendability, the sooner one leaves for want of room.
  private var columns: [TextTable.Column] {
    let hasMerged = summaries.contains { $0.slots.merged > 0 }
    let hasEarly = summaries.contains { $0.callbacks.early > 0 }
    let hasP999 = summaries.contains { $0.callbacks[.p999] != nil }
    let hasLeeway = summaries.contains { ($0.cell.leeway?.count ?? 0) > 0 }
    let shares = summaries.contains { $0.cell.timers > 1 }
    let leeway = column("leeway") { summary in
      summary.cell.leeway.map { $0.count == 0 ? "0" : Numbers.time($0.count) } ?? ""
    }
    var drift = column("drift ppm", expendability: 6) { Numbers.drift($0.phaseDrift) }
    drift.narrow = ("drift", summaries.map { Self.shortDrift($0.phaseDrift) })
    return [column("timer", alignsLeft: true) { "  " + $0.cell.timer }] + (hasLeeway ? [leeway] : []) + [
      column("callbacks", narrow: "calls") { Numbers.count($0.callbacks.count) },
      column("missed", isNotable: { $0.slots.missed > 0 }) { Numbers.count($0.slots.missed) },
      column("merged", expendability: hasMerged ? 0 : 8, isNotable: { $0.slots.merged > 0 }) {
        Numbers.count($0.slots.merged)
      },
      column("early", expendability: hasEarly ? 3 : 8, isNotable: { $0.callbacks.early > 0 }) {
        Numbers.count($0.callbacks.early)
      },
      column("min", expendability: 7) { Numbers.time($0.callbacks.min) },
      column("p50") { Numbers.time($0.callbacks[.p50]) },
      column("p99") { Numbers.time($0.callbacks[.p99]) },
      column("p99.9", expendability: hasP999 ? 5 : 8) { Numbers.time($0.callbacks[.p999]) },
      column("max", expendability: 4) { Numbers.time($0.callbacks.max) },
      drift,
      column("per wakeup", narrow: "per wake", expendability: shares ? 2 : 9) { summary in
        summary.pace.callbacksPerCluster.map { Numbers.fixed($0, 2) } ?? Numbers.unknown
      },
    ] + overheads
  }

  /// A drift that is beyond its margin, or the margin of one that is not told from none.
  private static func shortDrift(_ drift: PhaseDrift?) -> String {
    guard let drift, let margin = drift.margin else { return Numbers.unknown }
    return abs(drift.ppm) > margin ? "\(Numbers.ppm(drift.ppm))ppm" : "±\(Numbers.ppm(margin))ppm"
  }

  /// The overhead over the floor at p50 and p99; nothing where no floor was measured.
  private var overheads: [TextTable.Column] {
    let floors = Floors(among: summaries)
    let overheads = summaries.map { FloorOverhead($0, over: floors) }
    guard overheads.contains(where: { $0 != nil }) else { return [] }
    return zip([Quantile.p50, .p99], ["p50 over floor", "p99 over floor"]).enumerated().map { index, column in
      let cells = overheads.map { overhead in overhead.map { Numbers.time($0[column.0]) } ?? "" }
      return TextTable.Column(
        title: column.1, cells: cells, narrow: (Self.narrowOverheads[index], cells), expendability: 1)
    }
  }

  private static let narrowOverheads = ["Δp50", "Δp99"]

  private func column(
    _ title: String, narrow: String? = nil, expendability: Int = 0, alignsLeft: Bool = false,
    isNotable: (@Sendable (CellSummary) -> Bool)? = nil, _ cell: (CellSummary) -> String
  ) -> TextTable.Column {
    let cells = summaries.map(cell)
    var column = TextTable.Column(
      title: title, cells: cells, narrow: narrow.map { ($0, cells) }, expendability: expendability,
      alignsLeft: alignsLeft)
    if let isNotable { column.isNotable = { [summaries] in isNotable(summaries[$0]) } }
    return column
  }
}
