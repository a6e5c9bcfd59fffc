import Foundation
import Timing

/// What the charts can show of a recording of any size, as a file in the format of the ticks.
///
/// The rows are real callbacks (``Envelope``, and for several timers all of the first intervals), with columns that
/// tell what the rows left out come to: `timers`, `weight`, `behind_ns`, `missed_sum`, `merged_sum`, `clusters`. Rows
/// without a callback time carry the percentile curve of their cell, by `weight`. Each chart's script draws either
/// file.
///
/// Memory: 8 bytes a measured callback, for the percentiles, and a constant a run.
package struct Reduction: Sendable {
  /// Rows from which on a file is reduced before it is drawn: gnuplot reads some 50,000 a second.
  package static let threshold = 50_000
  /// How many intervals the raster of several timers shows, rounded up.
  fileprivate static let rasterIntervals: Int64 = 5
  /// How many of the timers it shows: of more, every second, third, … is drawn.
  fileprivate static let rasterTimers: Int32 = 1_000

  private let columns: Int
  private var runs: [ReducedRun] = []

  /// Begins a reduction for a picture of this many runs: the fewer, the wider the panels.
  package init(runs: Int) {
    columns = runs <= 2 ? 900 : runs <= 8 ? 480 : 340
  }

  /// Whether the scripts would do badly with the file as it is: it is large, or gnuplot cannot read its labels.
  package static func isNeeded(rows: Int64, cells: some Sequence<Cell>) -> Bool {
    rows > threshold
      || cells.contains { cell in
        [cell.timer, cell.load].contains {
          $0.unicodeScalars.contains { plain($0) != $0 }
        }
      }
  }
}

extension Reduction {
  /// Begins the next run; its callbacks follow.
  package mutating func begin(_ run: PlannedRun) {
    runs.append(ReducedRun(planned: run, columns: columns))
  }

  /// Adds the next callback of the run that was begun last; those of the warm-up and of clock events are not drawn.
  package mutating func add(_ tick: Tick) {
    guard !tick.warmup, !tick.event, !runs.isEmpty else { return }
    runs[runs.count - 1].add(tick)
  }

  /// Adds a whole run.
  package mutating func add(_ run: Run) {
    begin(run.planned)
    for tick in run.ticks { add(tick) }
  }

  /// The file's text, to be written piece by piece.
  package func write(_ piece: (String) throws -> Void) rethrows {
    try piece("# timer-bench ticks 1\n# reduced: for drawing only\n")
    try piece(
      "run,timer,interval_ns,leeway_ns,load,repetition,source,warmup,slot,deadline_ns,callback_ns,lateness_ns,"
        + "handler_ns,fired,missed,blocked_ns,timers,weight,behind_ns,missed_sum,merged_sum,clusters\n")
    let ofCell = Dictionary(grouping: runs.indices) { runs[$0].planned.cell }
    for (index, run) in runs.enumerated() {
      let cell = run.planned.cell
      try piece(run.rows)
      guard let all = ofCell[cell], all.first == index else { continue }
      let values = all.flatMap { runs[$0].lateness }
      try piece(
        QuantileSteps(sorted: values.sorted()).steps.map { step in
          "\(run.prefix),0,0,,,,\(step.value),,1,0,,\(cell.timers),\(step.weight),,0,0,0\n"
        }.joined())
    }
  }

  /// Writes the file; it stands for the CSV in ``ChartRenderer/render(_:csv:to:format:subtitle:variables:)``.
  /// - Throws: the system's error.
  package func write(to path: String) throws {
    try Data().write(to: URL(filePath: path))
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    defer { try? file.close() }
    try write { try file.write(contentsOf: Data($0.utf8)) }
  }
}

/// One run of a reduction.
private struct ReducedRun: Sendable {
  let planned: PlannedRun
  private var envelope: Envelope
  private var raster: [Envelope.Point] = []
  private var rasterEnd: Int64 = .min
  private let rasterStep: Int32
  private var sums = Envelope.Sums()
  private var lag: [Int64?] = []
  private(set) var lateness: [Int64] = []
  private var clusterFirst: Int64 = .min
  private var count: Int64 = 0

  init(planned: PlannedRun, columns: Int) {
    self.planned = planned
    envelope = Envelope(columns: columns)
    rasterStep = Int32(clamping: planned.cell.timers) / Reduction.rasterTimers + 1
  }

  mutating func add(_ tick: Tick) {
    let interval = planned.cell.interval.count
    let source = Int(tick.source)
    while lag.count <= source { lag.append(nil) }
    let owed = lag[source].map { $0 &+ tick.missed &* interval } ?? 0
    lag[source] = owed &+ tick.merged &* interval
    lateness.append(tick.lateness)
    sums.behind = owed &+ tick.lateness
    sums.missed &+= tick.missed
    sums.merged &+= tick.merged
    if count == 0 || tick.deadline > clusterFirst {
      clusterFirst = tick.callback
      sums.clusters += 1
    }
    envelope.add(tick, sums: sums)
    if planned.cell.timers > 1 {
      if count == 0 { rasterEnd = tick.callback &+ Reduction.rasterIntervals &* interval }
      if inRaster(tick) {
        raster.append(Envelope.Point(tick: tick, order: count, sums: sums))
      }
    }
    count += 1
  }

  private func inRaster(_ tick: Tick) -> Bool {
    tick.callback <= rasterEnd && tick.source % rasterStep == 0
  }

  /// The first six columns, which all rows of the run share.
  var prefix: String {
    let cell = planned.cell
    return "\(planned.index),\(field(cell.timer)),\(cell.interval.count),"
      + "\(cell.leeway.map { String($0.count) } ?? ""),\(field(cell.load)),\(planned.repetition)"
  }

  var rows: String {
    let points = (raster + envelope.points.filter { !inRaster($0.tick) }).sorted { $0.order < $1.order }
    var previous = Envelope.Sums()
    var text = ""
    for point in points {
      let (tick, now) = (point.tick, point.sums)
      text +=
        "\(prefix),\(tick.source),0,\(tick.slot),\(tick.deadline),\(tick.callback),\(tick.lateness),\(tick.handler),"
        + "\(tick.fired),\(tick.missed),\(tick.blocked),\(planned.cell.timers),0,\(now.behind),"
        + "\(now.missed - previous.missed),\(now.merged - previous.merged),\(now.clusters - previous.clusters)\n"
      previous = now
    }
    return text
  }

  /// A label as gnuplot reads it: quoted, without what it takes for the end of a field or line or for an escape.
  private func field(_ label: String) -> String {
    let plain = label.unicodeScalars.map { Charts.plain($0) }
    return "\"" + String(String.UnicodeScalarView(plain)) + "\""
  }
}
