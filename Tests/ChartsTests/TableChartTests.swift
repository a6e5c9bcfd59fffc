import Analysis
import Foundation
import Testing
import Text
import Timing

@testable import Charts

/// A callback of each of `slots` slots, one of `period` missed.
private func run(_ cell: Cell, slots: Int64 = 40, period: Int64 = 10, repetition: Int = 0) -> Run {
  let ticks = (0..<slots).filter { $0 % period != 5 }.map { slot in
    Tick(
      slot: slot, deadline: slot * cell.interval.count,
      callback: slot * cell.interval.count + 20_000 + slot * 7_919 % 5_003,
      missed: slot % period == 6 ? 1 : 0)
  }
  return Run(
    planned: PlannedRun(index: repetition, cell: cell, repetition: repetition), ticks: ticks, facts: nil)
}

private func cell(
  _ timer: String = "dispatch", load: String = "idle", interval: Nanoseconds = .ms(1), timers: Int = 1
)
  -> Cell
{
  Cell(timer: timer, interval: interval, leeway: .zero, load: load, timers: timers)
}

private func source(_ runs: [Run], name: String = "x.csv") -> ChartSource {
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

private let tables: [(chart: Chart, table: @Sendable (ChartSource) -> ChartTable)] = [
  (.drift, ChartTable.drift)
]

private func drawing(_ chart: Chart, _ table: ChartTable, format: ChartFormat = .svg) throws -> Data {
  let scratch = try Scratch()
  try ChartRenderer().render(
    chart, table: table.csv, at: scratch.path(chart.name), format: format,
    text: PictureText(title: table.title, description: table.description))
  #expect(try scratch.names == ["\(chart.name).csv", "\(chart.name).\(format)"].sorted())
  #expect(try contents(scratch.path("\(chart.name).csv")) == table.csv)
  return try Data(contentsOf: URL(filePath: scratch.path("\(chart.name).\(format)")))
}

private func svg(_ chart: Chart, _ table: ChartTable) throws -> String {
  String(decoding: try drawing(chart, table), as: UTF8.self)
}

/// Charts as they are drawn from their tables.
@Suite struct TableChartTests {
  @Test(arguments: tables.map(\.chart), ChartFormat.allCases)
  func `every chart is drawn whole in every format, of one cell`(chart: Chart, format: ChartFormat) throws {
    let table = try #require(tables.first { $0.chart == chart }).table(source([run(cell())]))
    #expect(try drawing(chart, table, format: format).count > 2_000)
  }

  @Test(arguments: tables.map(\.chart))
  func `every chart is drawn of many cells`(chart: Chart) throws {
    let cells = ["dispatch", "runloop", "nanosleep", "new-timer"].flatMap { timer in
      ["idle", "loop:50%", "loop:90%", "cpu:2", "exec:make"].flatMap { load in
        [1, 8].map { cell(timer, load: load, timers: $0) }
      }
    }
    let table = try #require(tables.first { $0.chart == chart }).table(source(cells.map { run($0) }))
    let picture = try svg(chart, table)
    #expect(picture.contains("dispatch") && picture.contains("new-timer") && picture.contains("loop:90%"))
  }

  @Test(arguments: [
    "exec:echo \"a, b\" #x", "exec:a\nb", "exec:\u{1}\u{1b}[2J", "exec:a\\nb, c'", "exec:%s @x `id`", "=1+1",
    " x ",
    "exec:1,234", "exec:<b>&amp;</b>", "exec:{^2}_y", "exec:負荷 🧪",
  ])
  func `a label is shown as it is, and does nothing`(load: String) throws {
    for (chart, table) in tables {
      let picture = try svg(
        chart, table(source([run(cell(load: load)), run(cell(load: load + "2"))], name: load)))
      let shown = load.printable.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
        ">", with: "&gt;")
      #expect(picture.replacing("&#039;", with: "'").contains(shown), "\(chart.name): \(shown)")
      #expect(picture.unicodeScalars.allSatisfy { $0.value >= 0x20 || "\n\t".unicodeScalars.contains($0) })
      #expect(!picture.contains("gnuplot>"))
    }
  }

  @Test(arguments: tables.map(\.chart))
  func `a picture says what it shows, where and when it was measured`(chart: Chart) throws {
    let table = try #require(tables.first { $0.chart == chart }).table(source([run(cell())]))
    let picture = try svg(chart, table)
    #expect(
      picture.contains("<title id=\"title\">\(table.title)</title>") && table.title.hasSuffix(": x.csv"))
    #expect(picture.contains("<svg role=\"img\" aria-labelledby=\"title description\""))
    #expect(
      picture.matches(of: /<title/).count == 1 && !picture.contains("Gnuplot") && !picture.contains("GNUPLOT")
    )
    #expect(picture.contains("box · Linux · Swift 6.3.1 · 2026-01-02T03:04:05Z"))
  }

  @Test(arguments: [
    ["GNUTERM": "x11"], ["GNUTERM": "qt"], ["GNUPLOT_LIB": "/nonexistent"], ["GDFONTPATH": "/nonexistent"],
    ["HOME": "own"], ["LC_ALL": "de_DE.UTF-8"],
  ])
  func `nothing of the user's settings reaches a chart that is drawn by hand`(environment: [String: String])
    throws
  {
    for (chart, table) in tables {
      let scratch = try Scratch()
      try Data(table(source([run(cell())])).csv.utf8).write(to: URL(filePath: scratch.path("t.csv")))
      try FileManager.default.createDirectory(atPath: scratch.path("own"), withIntermediateDirectories: true)
      try Data(
        "set datafile separator ';'\nset decimalsign ','\nset logscale y\nset key\nset title 'mine'\n".utf8
      )
      .write(to: URL(filePath: scratch.path("own/.gnuplot")))
      func draw(_ image: String, _ more: [String: String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = [
          "gnuplot", "-e", "data='\(scratch.path("t.csv"))'; out='\(scratch.path(image))'",
          try scriptFolder() + "/\(chart.name).gp",
        ]
        var all = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GNU") && $0.key != "HOME" }
        for (key, value) in more { all[key] = value == "own" ? scratch.path("own") : value }
        process.environment = all
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        return try contents(scratch.path(image))
      }
      #expect(try draw("a.svg", environment) == draw("b.svg", [:]), "\(chart.name)")
    }
  }

  @Test func `a table never replaces a file that is none`() throws {
    let scratch = try Scratch()
    let mine = scratch.path("drift.csv")
    try Data("# timer-bench ticks 1\n".utf8).write(to: URL(filePath: mine))
    let table = ChartTable.drift(source([run(cell())]))
    let error = try #require(throws: ChartError.self) {
      try ChartRenderer().render(
        .drift, table: table.csv, at: scratch.path("drift"), text: PictureText(title: "", description: ""))
    }
    #expect(error.reason == .inTheWay(mine) && error.description.contains("would replace"))
    #expect(try contents(mine) == "# timer-bench ticks 1\n")
    #expect(try scratch.names == ["drift.csv"])
  }

  @Test func `a time axis of 120 days is in days`() throws {
    let day = Int64(86_400) * 1_000_000_000
    let ticks = (0...120 as ClosedRange<Int64>).map {
      Tick(slot: $0, deadline: $0 * day, callback: $0 * day + 50_000)
    }
    let days = Run(
      planned: PlannedRun(index: 0, cell: cell(interval: Nanoseconds(day)), repetition: 0), ticks: ticks,
      facts: nil)
    let picture = try svg(.drift, ChartTable.drift(source([days])))
    #expect(picture.contains("(days)") && picture.contains(">100<") && !picture.contains("e+"))
    #expect(picture.contains("121 callbacks"))
  }
}
