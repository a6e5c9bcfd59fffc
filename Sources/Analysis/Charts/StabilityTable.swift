import Text
import Timing

extension ChartTable {
  /// How steady the period is: TDEV and MTIE against averaging time, a panel of both a condition; `nil` for a recording that
  /// does not hold every callback.
  ///
  /// Kinds: `panel`, with the ends of its axes; `series`, a line; `point`, over `averaging_ns`. A time without a figure has
  /// an empty field.
  package static func stability(_ source: ChartSource) -> ChartTable? {
    guard source.holdsEveryCallback else { return nil }
    let shown = Array(source.summaries.prefix(mostPanels))
    let panels = ChartPanels(shown).panels
    var table = ChartTable(
      "stability",
      head: ChartHead(
        "Stability of the period",
        "Time deviation and maximum time interval error (ITU-T G.810) against averaging time, a line a timer and leeway.",
        of: source),
      columns: [
        "averaging_ns", "tdev_ns", "mtie_ns", "averaging_low_ns", "averaging_high_ns", "tdev_low_ns",
        "tdev_high_ns",
        "mtie_low_ns", "mtie_high_ns",
      ])
    table.omit(past: mostPanels, of: source.summaries.count)
    let cells = Set(shown.map(\.cell))
    let stabilities = source.dataset.cells.filter { cells.contains($0.cell) }.concurrentMap { Stability($0) }
    let points = Dictionary(uniqueKeysWithValues: stabilities.map { ($0.cell, $0.points) })
    let all = stabilities.flatMap(\.points)
    func ends(_ name: String, _ values: [Double]) -> [(String, String)] {
      let positive = values.filter { $0 > 0 }
      return [
        ("\(name)_low_ns", CSV.number(positive.min())), ("\(name)_high_ns", CSV.number(positive.max())),
      ]
    }
    let axes =
      ends("averaging", all.map { Double($0.averaging) }) + ends("tdev", all.compactMap(\.timeDeviation))
      + ends("mtie", all.map { Double($0.maximumTimeIntervalError) })
    let titles = ChartText.fitted(panels.map(\.condition.name), to: 60)
    for (index, panel) in panels.enumerated() {
      table.add(
        ChartRow(
          "panel", panel: index + 1, label: titles[index], name: panel.condition.name,
          place: ChartPanels.place(index, of: panels.count <= 3 ? 1 : 2)), axes)
      let lines = panel.cells.lines(room: 26)
      for (series, summary) in panel.cells.enumerated() {
        let (line, color) = (lines[series], ChartColor(timer: summary.cell.timer))
        table.add(
          ChartRow(
            "series", panel: index + 1, series: series + 1, color: color, dash: line.dash, label: line.label,
            name: line.name))
        for point in points[summary.cell] ?? [] {
          table.add(
            ChartRow("point", panel: index + 1, series: series + 1, color: color),
            [
              ("averaging_ns", "\(point.averaging)"), ("tdev_ns", CSV.number(point.timeDeviation)),
              ("mtie_ns", "\(point.maximumTimeIntervalError)"),
            ])
        }
      }
    }
    return table
  }
}
