import Text
import Timing

extension ChartTable {
  /// p50 and p99 of lateness against load, and the share of deadlines left out; `nil` where only the idle machine was
  /// measured.
  ///
  /// Kinds: `panel`, with the ends of its axes; `series`, a line, which breaks at the load `breaks_at`; `point`, a cell, at
  /// `amount`; `floor`, a floor that was measured on the idle machine only; `mark`, a load without an amount, at `mark`.
  package static func load(_ source: ChartSource) -> ChartTable? {
    let all = LoadResponse.all(source.summaries)
    guard !all.isEmpty else { return nil }
    let responses = all.prefix(mostPanels)
    var table = ChartTable(
      "load",
      head: ChartHead(
        "Lateness against load",
        "p50 and p99 of lateness, and the share of deadlines missed and merged, against the load, a line a timer and leeway. "
          + "A timer breaks where it leaves out more than \(Numbers.percent(LoadResponse.mostLeftOut)) from there on.",
        of: source),
      columns: [
        "amount", "p50_ns", "p99_ns", "missed_percent", "merged_percent", "breaks_at", "floor_ns", "mark",
        "low_ns",
        "high_ns", "knee_ns", "amount_high", "left_out_high_percent",
      ])
    table.omit(past: mostPanels, of: all.count, "panels")
    let cells = responses.flatMap { $0.lines.flatMap { $0.points.map(\.summary) } }
    let scale = LatenessScale(cells.flatMap { [$0.callbacks[.p50], $0.callbacks[.p99]].compactMap(\.self) })
    let worst = cells.map { max($0.slots.missed, $0.slots.merged).share(of: $0.slots.total) }.max() ?? 0
    let names = responses.map { response in
      "\(response.interval) \(response.kind.name.printable)"
        + (response.timers > 1 ? " ×\(response.timers)" : "")
    }
    let titles = ChartText.fitted(Array(names), to: 60)
    for (index, response) in responses.enumerated() {
      let most = response.lines.flatMap { $0.points.map(\.amount) }.max() ?? 1
      table.add(
        ChartRow(
          "panel", panel: index + 1, label: titles[index], note: response.kind.axis, name: names[index],
          place: ChartPanels.place(index, of: responses.count == 1 ? 1 : 2)),
        scale.values + [
          ("amount_high", CSV.number(most)), ("left_out_high_percent", CSV.number(100 * worst)),
        ])
      table.add(response, panel: index + 1)
    }
    return table
  }

  private mutating func add(_ response: LoadResponse, panel: Int) {
    let lines =
      response.lines.filter { !ChartColor.isFloor($0.timer) }
      + response.lines.filter { ChartColor.isFloor($0.timer) }
    for line in lines
    where line.points.count == 1 && line.points[0].amount == 0 && ChartColor.isFloor(line.timer) {
      add(
        ChartRow("floor", panel: panel, color: ChartColor(timer: line.timer)),
        [("floor_ns", CSV.integer(line.points[0].summary.callbacks[.p50]))])
    }
    let looks = lines.map { $0.points[0].summary }.lines(room: 26)
    for (index, line) in lines.enumerated() {
      let color = ChartColor(timer: line.timer)
      add(
        ChartRow(
          "series", panel: panel, series: index + 1, color: color, dash: looks[index].dash,
          label: looks[index].label,
          note: response.verdict(on: line), name: looks[index].name),
        [("breaks_at", CSV.number(line.breaksAt))])
      for point in line.points {
        let (summary, slots) = (point.summary, point.summary.slots)
        add(
          ChartRow("point", panel: panel, series: index + 1, color: color),
          [
            ("amount", CSV.number(point.amount)), ("p50_ns", CSV.integer(summary.callbacks[.p50])),
            ("p99_ns", CSV.integer(summary.callbacks[.p99])),
            ("missed_percent", CSV.number(100 * slots.missed.share(of: slots.total))),
            ("merged_percent", CSV.number(100 * slots.merged.share(of: slots.total))),
          ])
      }
    }
    guard !response.kind.hasAmount else { return }
    var marks: [(amount: Double, load: CellLoad)] = []
    for point in lines.flatMap(\.points) where !marks.contains(where: { $0.amount == point.amount }) {
      marks.append((point.amount, point.summary.cell.load))
    }
    let names = marks.map { mark in
      mark.load.printable.split(separator: ":", maxSplits: 1).last.map(String.init) ?? mark.load.printable
    }
    for (mark, label) in zip(marks, ChartText.fitted(names, to: max(6, 52 / marks.count))) {
      add(
        ChartRow("mark", panel: panel, label: label, name: mark.load.label),
        [("mark", CSV.number(mark.amount))])
    }
  }
}

extension Int64 {
  /// The part of a whole; 0 where there is none.
  func share(of whole: Int64) -> Double { whole > 0 ? Double(self) / Double(whole) : 0 }
}
