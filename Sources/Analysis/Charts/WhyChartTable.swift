import Text
import Timing

extension ChartTable {
  /// Why callbacks were late: the parts of the lateness as shares of it, around the median and in the latest hundredth;
  /// `nil` where no callback was traced.
  ///
  /// Kinds: `panel`, with the ends of its axes; `bar`, a cell, whose `note` is the mean lateness; `part`, of the bar's
  /// lateness `from_percent` to `to_percent`. A part that shortened the lateness lies below zero.
  package static func why(_ source: ChartSource) -> ChartTable? {
    guard source.isTraced else { return nil }
    let shown = Array(source.summaries.prefix(mostPanels))
    var table = ChartTable(
      "why",
      head: ChartHead(
        "Why callbacks were late",
        "The parts of the lateness as shares of it, a bar a cell, around the median and in the latest hundredth; the number "
          + "is the mean lateness of the callbacks that the bar stands for.", of: source),
      columns: ["bar", "from_percent", "to_percent", "bars", "left_percent", "right_percent"])
    table.omit(past: mostPanels, of: source.summaries.count)
    let panels: [(label: String, breakdown: (WhyFigures) -> LatenessBreakdown?)] = [
      ("around the median", { $0.median }), ("the latest 1 %", { $0.worst }),
    ]
    let breakdowns = panels.map { panel in shown.map { $0.why.flatMap(panel.breakdown) } }
    let left =
      breakdowns.joined().compactMap { $0?.shares?.filter { $0.share < 0 }.reduce(0) { $0 + $1.share } }.min()
      ?? 0
    let ends = (left: 100 * max(left, -1), right: 100 * (1 - max(left, -1)))
    let labels = ChartText.fitted(shown.map(\.cell.description), to: 48)
    for (index, panel) in panels.enumerated() {
      table.add(
        ChartRow("panel", panel: index + 1, label: panel.label, place: (1, index + 1)),
        [
          ("bars", "\(shown.count)"), ("left_percent", CSV.number(ends.left)),
          ("right_percent", CSV.number(ends.right)),
        ])
      for (bar, summary) in shown.enumerated() {
        let breakdown = breakdowns[index][bar]
        let shares = breakdown?.shares
        let note =
          shares != nil
          ? Numbers.time(breakdown?.lateness)
          : summary.why == nil ? "not traced" : breakdown == nil ? "needs 100" : "not late"
        table.add(
          ChartRow(
            "bar", panel: index + 1, color: ChartColor(timer: summary.cell.timer), label: labels[bar],
            note: note,
            name: summary.cell.description), [("bar", "\(bar + 1)")])
        var (up, down) = (0.0, 0.0)
        for (part, share) in shares ?? [] {
          let (from, to) = share < 0 ? (down + share, down) : (up, up + share)
          if share < 0 { down += share } else { up += share }
          table.add(
            ChartRow("part", panel: index + 1, color: .part(part)),
            [
              ("bar", "\(bar + 1)"), ("from_percent", CSV.number(100 * from)),
              ("to_percent", CSV.number(100 * to)),
            ])
        }
      }
    }
    return table
  }
}

extension LatenessBreakdown {
  /// The parts as shares of the lateness, in their order; `nil` where the callbacks were not late.
  fileprivate var shares: [(part: LatenessPart, share: Double)]? {
    guard lateness > 0 else { return nil }
    return LatenessPart.allCases.map { ($0, share($0) ?? 0) }
  }
}
