import Analysis
import Foundation
import Testing
import Timing

@testable import Charts

import struct Timing.Nanoseconds

/// A folder of its own for a test, removed with it.
final class Scratch {
  let url: URL

  init(_ name: String = "scratch") throws {
    url = FileManager.default.temporaryDirectory.appending(path: "charts-\(UUID().uuidString)").appending(
      path: name)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }

  func path(_ name: String) -> String { url.appending(path: name).path(percentEncoded: false) }

  var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: url.path(percentEncoded: false)).sorted()
    }
  }

  /// An executable that does what the shell lines say in place of gnuplot.
  ///
  /// Another process writes it: a file that this one has open for writing would be open in what other tests start at
  /// that moment too, and Linux runs no file that is open for writing (ETXTBSY).
  func fake(_ lines: String) throws -> String {
    let file = path("fake-gnuplot")
    let writer = Process()
    writer.executableURL = URL(filePath: "/bin/sh")
    writer.arguments = [
      "-c", "printf '%s' \"$1\" > \"$0\" && chmod 755 \"$0\"", file, "#!/bin/sh\n\(lines)\n",
    ]
    try writer.run()
    writer.waitUntilExit()
    try #require(writer.terminationStatus == 0)
    return file
  }
}

/// The folder of the scripts that the program carries.
func scriptFolder() throws -> String {
  URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "plot").path(percentEncoded: false)
}

func contents(_ path: String) throws -> String {
  String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
}

/// A callback of each of `slots` slots, one of `period` missed.
func run(_ cell: Cell, slots: Int64 = 40, period: Int64 = 10, repetition: Int = 0) -> Run {
  let ticks = (0..<slots).filter { $0 % period != 5 }.map { slot in
    Tick(
      slot: slot, deadline: slot * cell.interval.count,
      callback: slot * cell.interval.count + 20_000 + slot * 7_919 % 5_003,
      missed: slot % period == 6 ? 1 : 0)
  }
  return Run(
    planned: PlannedRun(index: repetition, cell: cell, repetition: repetition), ticks: ticks, facts: nil)
}

func cell(
  _ timer: String = "dispatch", load: String = "idle", interval: Nanoseconds = .ms(1), timers: Int = 1
)
  -> Cell
{
  Cell(timer: timer, interval: interval, leeway: .zero, load: load, timers: timers)
}

func source(_ runs: [Run], name: String = "x.csv") -> ChartSource {
  var (trace, builder) = (CallbackTrace(runs: runs.count), SummaryBuilder())
  for run in runs {
    trace.begin(run.planned)
    trace.add(run.ticks)
    builder.begin(run.planned)
    builder.add(run.ticks)
    builder.finish(nil)
  }
  var environment = Environment()
  environment[.machine] = "box"
  environment[.os] = "Linux"
  environment[.swiftVersion] = "6.3.1"
  environment[.started] = "2026-01-02T03:04:05Z"
  return ChartSource(
    name: name,
    dataset: Dataset(label: "box", file: name, environment: environment, cells: builder.samples()),
    trace: trace)
}

/// All charts of some runs; each of them has something to say when there is load, and several timers.
func charts(_ runs: [Run], name: String = "x.csv") -> [Chart] {
  ChartTable.all(of: source(runs, name: name)).tables.map { Chart($0) }
}

extension Chart {
  init(_ table: ChartTable) {
    self.init(
      name: table.chart, table: table.csv,
      text: PictureText(title: table.title, description: table.description))
  }
}

/// Cells of both timers and the floor, idle and under load, one and several at once, one with a trace.
let variedRuns: [Run] = ["dispatch", "runloop", "nanosleep"].flatMap { timer in
  [("idle", 1), ("idle", 4), ("loop:50%", 1)].map { run(cell(timer, load: $0.0, timers: $0.1)) }
}

/// A chart that says something.
let anyChart = Chart(ChartTable.drift(source([run(cell())])))

/// The picture of a chart.
func drawing(_ chart: Chart, format: ChartFormat = .svg) throws -> Data {
  let scratch = try Scratch()
  try ChartRenderer().render(chart, at: scratch.path(chart.name), format: format)
  #expect(try scratch.names == ["\(chart.name).csv", "\(chart.name).\(format)"].sorted())
  #expect(try contents(scratch.path("\(chart.name).csv")) == chart.table)
  return try Data(contentsOf: URL(filePath: scratch.path("\(chart.name).\(format)")))
}

func svg(_ chart: Chart) throws -> String { String(decoding: try drawing(chart), as: UTF8.self) }
