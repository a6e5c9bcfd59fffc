import Text
import Timing

extension ChartTable {
  /// What was folded together: missed and merged deadlines of each cell and, where several timers ran at once, callbacks
  /// per wakeup cluster and lateness against leeway, and a raster of callbacks; `nil` where nothing was left out and no
  /// cell has several timers.
  ///
  /// Kinds: `panel`, of `bars`, of `leeways` or of a raster of `timers`, each with the ends of its axes; `bar`, the
  /// deadlines of a cell; `series`, a timer, and `point`, at its `leeway`, the `mark`-th; `mark`, a leeway's name;
  /// `deadline` and `callback`, of a `source`, in intervals since the first callback.
  package static func coalescing(_ source: ChartSource) -> ChartTable? {
    let shown = Array(source.summaries.prefix(mostPanels))
    let several = shown.filter { $0.cell.timers > 1 }
    guard !several.isEmpty || shown.contains(where: { $0.slots.missed > 0 || $0.slots.merged > 0 }) else {
      return nil
    }
    var table = ChartTable(
      "coalescing",
      head: ChartHead(
        "Missed and merged deadlines, shared wakeups",
        "The share of deadlines that had no callback of their own, a bar a cell; where several timers ran at once, callbacks "
          + "per wakeup and median lateness against leeway, and a raster of the callbacks of each timer.",
        of: source),
      columns: [
        "bar", "missed_percent", "merged_percent", "leeway_percent", "mark", "per_wakeup", "p50_ns", "source",
        "due",
        "came", "bars", "leeways", "timers", "end", "low_ns", "high_ns", "knee_ns",
      ])
    table.omit(past: mostPanels, of: source.summaries.count)
    table.addBars(shown)
    var panel = 1
    if !several.isEmpty { table.addLeeways(several, from: &panel) }
    let rasters = several.prefix(mostRasters)
    table.omit(past: mostRasters, of: several.count, "rasters")
    let labels = ChartText.fitted(rasters.map(\.cell.description), to: rasters.count <= 4 ? 60 : 44)
    for (index, summary) in rasters.enumerated() {
      panel += 1
      let color = ChartColor(timer: summary.cell.timer)
      table.add(
        ChartRow(
          "panel", panel: panel, color: color, label: labels[index], name: summary.cell.description,
          place: ChartPanels.place(index, of: rasters.count <= 4 ? min(rasters.count, 2) : 3)),
        [("timers", "\(summary.cell.timers)"), ("end", CSV.number(RunTrace.rasterIntervals))])
      guard let run = source.trace.runs(of: summary.cell).first else { continue }
      for mark in run.raster {
        table.add(
          ChartRow("callback", panel: panel, color: color),
          [
            ("source", "\(mark.source)"), ("due", CSV.number(mark.deadline)),
            ("came", CSV.number(mark.callback)),
          ])
      }
    }
    return table
  }

  /// More rasters than this take a page that nobody scrolls.
  private static let mostRasters = 24

  private mutating func addBars(_ cells: [CellSummary]) {
    let worst = cells.map(\.slots.leftOutShare).max() ?? 0
    add(
      ChartRow("panel", panel: 1, label: "Deadlines without a callback of their own", place: (1, 1)),
      [("bars", "\(cells.count)"), ("end", CSV.number(worst > 0 ? 105 * worst : 1))])
    let labels = ChartText.fitted(cells.map(\.cell.description), to: 46)
    for (index, summary) in cells.enumerated() {
      let slots = summary.slots
      let lost = [(slots.missed, "missed"), (slots.merged, "merged")].filter { $0.0 > 0 }.map {
        "\($0.0) \($0.1)"
      }
      add(
        ChartRow(
          "bar", panel: 1, color: ChartColor(timer: summary.cell.timer), label: labels[index],
          note: "\(lost.isEmpty ? "none" : lost.joined(separator: ", ")) of \(slots.total)",
          name: summary.cell.description),
        [
          ("bar", "\(index + 1)"), ("missed_percent", CSV.number(100 * slots.missed.share(of: slots.total))),
          ("merged_percent", CSV.number(100 * slots.merged.share(of: slots.total))),
        ])
    }
  }

  /// A panel of each figure for each interval and load, a line a timer and number of timers.
  private mutating func addLeeways(_ cells: [CellSummary], from panel: inout Int) {
    func share(_ cell: Cell) -> Double {
      100 * Double(cell.leeway?.count ?? 0) / Double(max(1, cell.interval.count))
    }
    let leeways = Set(cells.map { share($0.cell) }).sorted()
    // With one leeway there is nothing to hold against it; the bars and rasters say the rest.
    guard leeways.count > 1 else { return }
    var fields: [[CellSummary]] = []
    for cell in cells {
      if let index = fields.firstIndex(where: {
        $0[0].cell.interval == cell.cell.interval && $0[0].cell.load == cell.cell.load
      }) {
        fields[index].append(cell)
      } else {
        fields.append([cell])
      }
    }
    let scale = LatenessScale(cells.compactMap { $0.callbacks[.p50] })
    let most = cells.compactMap(\.pace.callbacksPerCluster).max() ?? 1
    for (row, field) in fields.enumerated() {
      let name = "\(field[0].cell.interval) \(field[0].cell.load.printable)"
      for (column, what) in ["callbacks per wakeup", "p50 of lateness"].enumerated() {
        panel += 1
        add(
          ChartRow(
            "panel", panel: panel, label: "\(what), \(ChartText.fitted([name], to: 36)[0])", name: name,
            place: (row + 1, column + 1)),
          scale.values + [("leeways", "\(leeways.count)"), ("end", CSV.number(max(2, most)))])
        for (place, leeway) in leeways.enumerated() {
          add(
            ChartRow(
              "mark", panel: panel,
              label: leeway == 0 ? "0" : "\(Numbers.shortest((10 * leeway).rounded() / 10)) %"),
            [("mark", "\(place + 1)")])
        }
        var lines: [(timer: String, timers: Int)] = []
        for cell in field where !lines.contains(where: { $0 == (cell.cell.timer, cell.cell.timers) }) {
          lines.append((cell.cell.timer, cell.cell.timers))
        }
        for (series, line) in lines.enumerated() {
          let color = ChartColor(timer: line.timer)
          let dash = lines[..<series].count { $0.timer == line.timer } % 6 + 1
          add(
            ChartRow(
              "series", panel: panel, series: series + 1, color: color, dash: dash,
              label: column == 1
                ? ChartText.fitted(["\(line.timer.printable) ×\(line.timers)"], to: 24)[0] : ""))
          let members = field.filter { $0.cell.timer == line.timer && $0.cell.timers == line.timers }
          for cell in members.sorted(by: { share($0.cell) < share($1.cell) }) {
            let place = (leeways.firstIndex(of: share(cell.cell)) ?? 0) + 1
            let shift = 0.03 * (Double(series) - Double(lines.count - 1) / 2)
            add(
              ChartRow("point", panel: panel, series: series + 1, color: color),
              [
                ("leeway_percent", CSV.number(share(cell.cell))), ("mark", CSV.number(Double(place) + shift)),
                column == 0
                  ? ("per_wakeup", CSV.number(cell.pace.callbacksPerCluster))
                  : ("p50_ns", CSV.integer(cell.callbacks[.p50])),
              ])
          }
        }
      }
    }
  }
}
