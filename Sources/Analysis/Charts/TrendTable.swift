import Text
import Timing

extension ChartTable {
  /// p50, p99 and missed of each cell over the recordings, with their 95 % intervals, and where they stepped; `nil` without a
  /// cell.
  ///
  /// Kinds: `panel`, a cell, with the ends of its axes; `series`, p50 and p99; `point`, a value at the recording `number`,
  /// from 1, `value_ns`, its interval from `from_ns` to `to_ns`; `missed`, a share `missed_percent` with its interval
  /// `from_percent` to `to_percent`; `step`, a figure that is another from `number` on.
  package static func trend(_ trend: Trend) -> ChartTable? {
    guard !trend.cells.isEmpty else { return nil }
    let stepped = Set(trend.steps.map(\.cell))
    // Where there is no room for all, those that stepped are the ones to see.
    let shown =
      trend.cells.count <= mostPanels
      ? trend.cells
      : (trend.cells.filter(stepped.contains) + trend.cells.filter { !stepped.contains($0) })
        .prefix(mostPanels).sorted()
    var table = ChartTable(
      "trend",
      head: ChartHead(
        title: "p50, p99 and missed over \(trend.points.count) recordings",
        description:
          "p50 and p99 of lateness and the share of missed deadlines of each cell over \(trend.points.count) recordings, "
          + "with 95 % intervals over runs; a vertical line stands where a figure stepped.",
        source: ChartText.fitted([trend.span.printable], to: 60)[0],
        machine: trend.points.last.map { ChartHead.machine($0.environment) } ?? ""),
      columns: [
        "number", "value_ns", "from_ns", "to_ns", "missed_percent", "from_percent", "to_percent", "low_ns",
        "high_ns",
        "knee_ns", "missed_high_percent", "numbers",
      ])
    table.omit(past: mostPanels, of: trend.cells.count)
    let titles = ChartText.fitted(shown.map(\.description), to: shown.count == 1 ? 90 : 60)
    for (index, cell) in shown.enumerated() {
      table.add(cell, of: trend, panel: index + 1, title: titles[index], of: shown.count)
    }
    return table
  }

  private mutating func add(_ cell: Cell, of trend: Trend, panel: Int, title: String, of count: Int) {
    func all(_ figure: TrendFigure) -> [TrendValue] { trend.points.compactMap { $0.values[cell]?[figure] } }
    let times = [TrendFigure.p50, .p99].flatMap { all($0) }.map(\.value)
    let worst = all(.missed).map { 100 * ($0.interval?.upperBound ?? $0.value) }.max() ?? 0
    let words = trend.steps.filter { $0.cell == cell }.map { step in
      "\(step.figure.rawValue) \(step.words) from \(step.place + 1) on"
    }
    add(
      ChartRow(
        "panel", panel: panel, label: title, note: words.joined(separator: " · "), name: cell.description,
        place: ChartPanels.place(panel - 1, of: count == 1 ? 1 : 2)),
      LatenessScale(times.map { Int64($0) }).values + [
        ("missed_high_percent", CSV.number(min(100, worst))), ("numbers", "\(trend.points.count)"),
      ])
    let color = ChartColor(timer: cell.timer)
    for (series, figure) in [TrendFigure.p50, .p99].enumerated() where !all(figure).isEmpty {
      add(
        ChartRow(
          "series", panel: panel, series: series + 1, color: color, dash: series + 1, label: figure.rawValue,
          name: figure.rawValue))
      for (index, point) in trend.points.enumerated() {
        guard let value = point.values[cell]?[figure] else { continue }
        add(
          ChartRow(
            "point", panel: panel, series: series + 1, color: color, name: point.name(in: trend.order)),
          [
            ("number", "\(index + 1)"), ("value_ns", CSV.number(value.value)),
            ("from_ns", CSV.number(value.interval?.lowerBound)),
            ("to_ns", CSV.number(value.interval?.upperBound)),
          ])
      }
    }
    for (index, point) in trend.points.enumerated() {
      guard let value = point.values[cell]?[.missed] else { continue }
      add(
        ChartRow("missed", panel: panel, color: color, name: point.name(in: trend.order)),
        [
          ("number", "\(index + 1)"), ("missed_percent", CSV.number(100 * value.value)),
          ("from_percent", CSV.number(value.interval.map { 100 * $0.lowerBound })),
          ("to_percent", CSV.number(value.interval.map { 100 * $0.upperBound })),
        ])
    }
    for step in trend.steps where step.cell == cell {
      add(
        ChartRow("step", panel: panel, color: .event, label: step.figure.rawValue, name: step.words),
        [("number", "\(step.place + 1)")])
    }
  }
}

extension Trend {
  /// From which recording to which, by what they are called in their order.
  fileprivate var span: String {
    let names = [points.first, points.last].compactMap { $0?.name(in: order) }
    return points.count > 1 ? names.joined(separator: " to ") : names.first ?? ""
  }
}
