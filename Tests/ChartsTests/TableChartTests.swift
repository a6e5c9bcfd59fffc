import Analysis
import Foundation
import Testing
import Text
import Timing

@testable import Charts

/// A comparison of boxes that are 1.2, 1.4, … times as late as the base, in five runs of two hundred callbacks.
private func comparison(others: Int, load: String = "idle", names: (Int) -> String = { "box-\($0)" }) throws
  -> Chart
{
  func dataset(_ label: String, factor: Int64) -> Dataset {
    var builder = SummaryBuilder()
    for repetition in 0..<5 {
      let ticks = (0..<200 as Range<Int64>).map { slot in
        let late = (20_000 + (slot + Int64(repetition)) * 7_919 % 5_000) * factor / 10
        return Tick(slot: slot, deadline: slot * 1_000_000, callback: slot * 1_000_000 + late)
      }
      builder.begin(PlannedRun(index: repetition, cell: cell(load: load), repetition: repetition))
      builder.add(ticks)
      builder.finish(nil)
    }
    return Dataset(label: label, file: "\(label).csv", environment: Environment(), cells: builder.samples())
  }
  let sides = (1...others).map { dataset(names($0), factor: Int64(10 + 2 * $0)) }
  let compared = Comparison(base: dataset("base", factor: 10), others: sides)
  return Chart(try #require(ChartTable.compare(compared, environments: [Environment()])))
}

/// Charts as they are drawn from their tables.
@Suite struct TableChartTests {
  @Test(arguments: charts(variedRuns), ChartFormat.allCases)
  func `every chart is drawn whole in every format`(chart: Chart, format: ChartFormat) throws {
    #expect(try drawing(chart, format: format).count > 2_000)
  }

  @Test func `every chart of one small cell is drawn, and those with nothing to say are not`() throws {
    let all = ChartTable.all(of: source([run(cell(), slots: 3)]))
    #expect(all.tables.map(\.chart) == ["drift", "percentiles", "stability"])
    #expect(
      all.omitted == [
        "coalescing is not drawn: no deadline was missed or merged, and no cell has several timers",
        "load is not drawn: only the idle machine was measured",
      ])
    for table in all.tables { #expect(try svg(Chart(table)).contains("dispatch")) }
  }

  @Test func `every chart is drawn of many cells, new timers, and a thousand timers at once`() throws {
    let cells = ["dispatch", "runloop", "nanosleep", "new-timer"].flatMap { timer in
      ["idle", "loop:50%", "loop:90%", "cpu:2", "exec:make"].flatMap { load in
        [1, 8].map { cell(timer, load: load, timers: $0) }
      }
    }
    let many = charts((cells + [cell(timers: 1_000)]).map { run($0) })
    #expect(many.map(\.name) == ["drift", "coalescing", "percentiles", "load", "stability"])
    for chart in many {
      let picture = try svg(chart)
      #expect(picture.contains("dispatch") && picture.contains("new-timer") && picture.contains("loop"))
    }
  }

  @Test(arguments: [
    "exec:echo \"a, b\" #x", "exec:a\nb", "exec:\u{1}\u{1b}[2J", "exec:a\\nb, c'", "exec:%s @x `id`", "=1+1",
    " x ",
    "exec:1,234", "exec:<b>&amp;</b>", "exec:{^2}_y", "exec:負荷 🧪",
  ])
  func `a label is shown as it is, and does nothing`(load: String) throws {
    let runs = [run(cell(load: load)), run(cell(load: load + "2")), run(cell(load: load, timers: 2))]
    for chart in charts(runs, name: load) + [try comparison(others: 1, load: load, names: { _ in load })] {
      let picture = try svg(chart)
      let shown = load.printable.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(
        ">", with: "&gt;")
      #expect(picture.replacing("&#039;", with: "'").contains(shown), "\(chart.name): \(shown)")
      #expect(picture.unicodeScalars.allSatisfy { $0.value >= 0x20 || "\n\t".unicodeScalars.contains($0) })
    }
  }

  @Test(arguments: charts(variedRuns))
  func `a picture says what it shows, where and when it was measured`(chart: Chart) throws {
    let picture = try svg(chart)
    #expect(
      picture.contains("<title id=\"title\">\(chart.text.title)</title>")
        && chart.text.title.hasSuffix(": x.csv"))
    #expect(picture.contains("<svg role=\"img\" aria-labelledby=\"title description\""))
    #expect(
      picture.matches(of: /<title/).count == 1 && !picture.contains("Gnuplot") && !picture.contains("GNUPLOT")
    )
    #expect(picture.contains("box · Linux · Swift 6.3.1 · 2026-01-02T03:04:05Z"))
  }

  @Test(arguments: [
    ["GNUTERM": "x11"], ["GNUPLOT_LIB": "/nonexistent", "GDFONTPATH": "/nonexistent"], ["HOME": "own"],
    ["LC_ALL": "de_DE.UTF-8"],
  ])
  func `nothing of the user's settings reaches a chart, drawn by hand or not`(environment: [String: String])
    throws
  {
    for chart in charts(variedRuns) {
      let scratch = try Scratch()
      try Data(chart.table.utf8).write(to: URL(filePath: scratch.path("t.csv")))
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
    let error = try #require(throws: ChartError.self) {
      try ChartRenderer().render(anyChart, at: scratch.path("drift"))
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
    let picture = try svg(Chart(ChartTable.drift(source([days]))))
    #expect(picture.contains("(days)") && picture.contains(">100<") && !picture.contains("e+"))
    #expect(picture.contains("121 callbacks"))
  }

  @Test func `eleven others are all drawn, twenty are the first sixteen aloud`() throws {
    let picture = try svg(try comparison(others: 11))
    for number in 1...11 { #expect(picture.contains(">box-\(number)<")) }
    #expect(picture.matches(of: /worse</).count >= 22)
    let many = try comparison(others: 20)
    #expect(try svg(many).contains("The first 16 of 20 others are shown"))
  }

  @Test func `ratios beyond a thousand are drawn`() throws {
    let chart = try comparison(others: 1)
    let far = chart.table.replacing(/,ratio,.*/, with: "")
    #expect(far == chart.table)
    var large = chart
    large.table =
      chart.table.split(separator: "\n").map { line in
        let fields = line.split(separator: ",", omittingEmptySubsequences: false)
        guard fields[0] == "panel" else { return String(line) }
        return (fields.dropLast(1).map(String.init) + ["4.2"]).joined(separator: ",")
      }.joined(separator: "\n") + "\n"
    #expect(try svg(large).contains(">10000<"))
  }
}
