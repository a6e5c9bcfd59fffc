import Timing

extension ChartTable {
  /// Lateness over the run, a panel a cell, and how far a program that counts callbacks has fallen behind.
  ///
  /// Kinds: `panel`, with the ends of its axes; `callback`, at `time_s` since the first deadline of its run, `lateness_ns`
  /// late, the count `behind_ns`, which callback it is by `run`, `source` and `slot`, and its `cause` as far as it is known;
  /// `missed` and `merged`, slots from `from_s` to `to_s`; `event`, at `at_s`, what `label` says, from `name_s` on, in line
  /// `row` from the top. Of callbacks that would lie on the same spot of the picture one stands for all.
  package static func drift(_ source: ChartSource) -> ChartTable {
    let layout = DriftLayout(source.summaries.prefix(mostPanels).map(\.self))
    var table = ChartTable(
      "drift",
      head: ChartHead(
        "Lateness over the run",
        "A dot a callback, by time and lateness, a panel for each of \(source.summaries.count) cells; below each, how far "
          + "a program that counts callbacks has fallen behind. Missed and merged slots are marked on the time axis.",
        of: source),
      columns: [
        "time_s", "lateness_ns", "behind_ns", "from_s", "to_s", "at_s", "name_s", "begin_s", "end_s",
        "low_ns", "high_ns", "knee_ns", "behind_low_ns", "behind_high_ns", "run", "source", "slot", "cause",
      ])
    table.omit(past: mostPanels, of: source.summaries.count)
    if !source.holdsEveryCallback { table.omit("Only the latest callbacks and those around them are shown") }
    let traces = layout.cells.map { source.trace.runs(of: $0.cell) }
    let ends = TimeAxis(traces, layout.cells)
    for (index, summary) in layout.cells.enumerated() {
      let group = layout.group(of: summary)
      let scale = LatenessScale(group.map { layout.cells[$0] }, bulk: max)
      let behind = CountAxis(group.flatMap { traces[$0] }, interval: summary.cell.interval.count)
      table.add(
        ChartRow(
          "panel", panel: index + 1, color: ChartColor(timer: summary.cell.timer),
          label: layout.labels[index],
          note: summary.served, name: summary.cell.description, place: layout.places[index]),
        [
          ("begin_s", ChartText.seconds(ends.from)), ("end_s", ChartText.seconds(ends.to)),
          ("low_ns", "\(scale.low)"),
          ("high_ns", "\(scale.high)"), ("knee_ns", "\(scale.knee)"), ("behind_low_ns", "\(behind.low)"),
          ("behind_high_ns", "\(behind.high)"),
        ])
      var raster = DotRaster(layout.size, ends, scale, behind)
      for run in traces[index] {
        table.add(stretches: run.envelope.merged, "merged", .merged, panel: index + 1, of: summary.cell)
        table.add(stretches: run.envelope.missed, "missed", .missed, panel: index + 1, of: summary.cell)
      }
      for run in traces[index] {
        let color = ChartColor(timer: summary.cell.timer)
        for (point, showsCount) in raster.distinct(run.envelope) {
          table.add(
            ChartRow("callback", panel: index + 1, color: color),
            [
              ("time_s", ChartText.seconds(point.callback)), ("lateness_ns", "\(point.lateness)"),
              ("behind_ns", showsCount ? "\(point.behind)" : ""), ("run", "\(run.planned.index)"),
              ("source", summary.cell.timers > 1 ? "\(point.tick.source)" : ""),
              ("slot", "\(point.tick.slot)"), ("cause", ChartText.field(point.tick.cause)),
            ])
        }
      }
      let events = EventMarks(
        source.events(of: summary.cell), place: ends.place, width: layout.size.width)
      for mark in events.marks {
        table.add(
          ChartRow("event", panel: index + 1, color: .event, label: mark.label, place: (mark.line + 1, 1)),
          [("at_s", ChartText.seconds(mark.at)), ("name_s", ChartText.seconds(ends.time(at: mark.begin)))])
      }
    }
    return table
  }

  /// More panels than this nobody reads, and no image holds.
  static let mostPanels = 64

  /// Says that only the first cells are shown, where there are more.
  mutating func omit(past most: Int, of count: Int, _ things: String = "cells") {
    if count > most { omit("The first \(most) of \(count) \(things) are shown") }
  }

  private mutating func add(
    stretches: [Range<Int64>], _ kind: String, _ color: ChartColor, panel: Int, of cell: Cell
  ) {
    let half = cell.interval.count / 2
    var open: Range<Int64>?
    func row(_ stretch: Range<Int64>) {
      add(
        ChartRow(kind, panel: panel, color: color),
        [
          ("from_s", ChartText.seconds(stretch.lowerBound.subtractingSaturated(half))),
          ("to_s", ChartText.seconds(stretch.upperBound.subtractingSaturated(half))),
        ])
    }
    for stretch in stretches.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      guard let before = open, stretch.lowerBound <= before.upperBound else {
        if let open { row(open) }
        open = stretch
        continue
      }
      open = before.lowerBound..<max(before.upperBound, stretch.upperBound)
    }
    if let open { row(open) }
  }
}

extension CellSummary {
  /// How the cell's deadlines were served, in a few words.
  var served: String {
    let calls = callbacks.count == 1 ? "1 callback" : "\(callbacks.count) callbacks"
    let parts = [(slots.missed, "missed"), (slots.merged, "merged")].filter { $0.0 > 0 }
    return ([calls] + parts.map { "\($0.0) \($0.1)" }).joined(separator: ", ")
  }
}

/// Where the panels of a chart stand.
private struct DriftLayout {
  let cells: [CellSummary]
  let labels: [String]
  private(set) var places: [(row: Int, column: Int)] = []
  private var groups: [[Int]] = []
  private var columns = 1

  init(_ cells: [CellSummary]) {
    self.cells = cells
    labels = ChartText.fitted(cells.map(\.cell.description), to: 54)
    for (index, summary) in cells.enumerated() {
      if let group = groups.firstIndex(where: { cells[$0[0]].cell.isAlike(summary.cell) }) {
        groups[group].append(index)
      } else {
        groups.append([index])
      }
    }
    let timers = cells.map(\.cell.timer).inOrderOfChart
    // Where several timers were measured under the same conditions, a column is a timer.
    let byTimer =
      (2...4).contains(timers.count) && Double(cells.count) >= 0.55 * Double(timers.count * groups.count)
    columns = byTimer ? timers.count : cells.count <= 2 ? 1 : cells.count <= 8 ? 2 : 3
    places = cells.enumerated().map { index, summary in
      byTimer
        ? (
          (groups.firstIndex { $0.contains(index) } ?? 0) + 1,
          (timers.firstIndex(of: summary.cell.timer) ?? 0) + 1
        )
        : (index / columns + 1, index % columns + 1)
    }
  }

  /// The cells under the conditions of one, whose panels share their axes.
  func group(of summary: CellSummary) -> [Int] {
    groups.first { cells[$0[0]].cell.isAlike(summary.cell) } ?? []
  }

  /// What a panel has of pixels.
  var size: (width: Double, height: Double, strip: Double) {
    let width = [840.0, 450, 340, 300][min(columns, 4) - 1]
    let rows = places.map(\.row).max() ?? 1
    return rows == 1 ? (width, 250, 70) : rows <= 3 ? (width, 170, 50) : (width, 110, 36)
  }
}

extension Cell {
  /// Whether another cell was measured under the same conditions, whatever the timer; one that takes no leeway stands
  /// with those that were given none.
  fileprivate func isAlike(_ other: Cell) -> Bool {
    interval == other.interval && load == other.load && timers == other.timers
      && max(0, leeway?.count ?? 0) == max(0, other.leeway?.count ?? 0)
  }
}

extension [String] {
  /// Timers, each once, floors last.
  var inOrderOfChart: [String] {
    var timers: [String] = []
    for timer in self where !timers.contains(timer) { timers.append(timer) }
    return timers.filter { !ChartColor.isFloor($0) } + timers.filter { ChartColor.isFloor($0) }
  }
}

/// The axis of time that all panels share.
private struct TimeAxis {
  private(set) var from: Int64 = 0
  private(set) var to: Int64 = 0

  init(_ traces: [[RunTrace]], _ cells: [CellSummary]) {
    for run in traces.joined() {
      for point in run.envelope.points {
        from = min(from, point.callback)
        to = max(to, point.callback)
      }
    }
    to = max(to, from.addingSaturated(cells.last?.cell.interval.count ?? 1))
  }

  func place(_ time: Int64) -> Double { (Double(time) - Double(from)) / (Double(to) - Double(from)) }
  func time(at place: Double) -> Int64 { from + Int64((place * (Double(to) - Double(from))).rounded()) }
}

/// The axis of the count's lag, at least two intervals.
private struct CountAxis {
  private(set) var low: Int64 = 0
  private(set) var high: Int64

  init(_ runs: [RunTrace], interval: Int64) {
    high = interval.multipliedSaturated(by: 2)
    for run in runs {
      for point in run.envelope.points {
        low = min(low, point.behind)
        high = max(high, point.behind)
      }
    }
  }

  func place(_ value: Int64) -> Double { (Double(value) - Double(low)) / (Double(high) - Double(low)) }
}

/// The spots of a panel that have a dot.
private struct DotRaster {
  private struct Spot: Hashable {
    var time: Int
    var height: Int
  }

  private let size: (width: Double, height: Double, strip: Double)
  private let time: TimeAxis
  private let lateness: LatenessScale
  private let behind: CountAxis
  private var taken: (lateness: Set<Spot>, behind: Set<Spot>) = ([], [])

  init(
    _ size: (width: Double, height: Double, strip: Double), _ time: TimeAxis, _ lateness: LatenessScale,
    _ behind: CountAxis
  ) {
    (self.size, self.time, self.lateness, self.behind) = (size, time, lateness, behind)
  }

  /// The callbacks of a run that show something new, and whether they do so of the count too; the extremes come first, so
  /// that they stay.
  mutating func distinct(_ envelope: CallbackEnvelope) -> [(point: CallbackEnvelope.Point, showsCount: Bool)]
  {
    let (points, extremes, outliers) = (envelope.points, envelope.extremes, envelope.outliers)
    var kept: [(point: CallbackEnvelope.Point, showsCount: Bool)] = []
    for point in points.filter({ extremes.contains($0.order) })
      + points.filter({ !extremes.contains($0.order) })
    {
      let across = Int(time.place(point.callback) * size.width)
      let late = Spot(time: across, height: Int(lateness.place(point.lateness) * size.height))
      let count = Spot(time: across, height: Int(behind.place(point.behind) * size.strip))
      let (isNew, showsCount) = (taken.lateness.insert(late).inserted, taken.behind.insert(count).inserted)
      if isNew || showsCount || outliers.contains(point.order) { kept.append((point, showsCount)) }
    }
    return kept.sorted { $0.point.order < $1.point.order }
  }
}
