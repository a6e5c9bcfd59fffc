import Foundation
import Testing

@testable import Charts

private let compareHeader =
  "base,label,timer,interval_ns,leeway_ns,load,timers,figure,unit,base_n,other_n,base_value,other_value,difference,"
  + "difference_low,difference_high,ratio,ratio_low,ratio_high,method,verdict,reason,share"

/// The rows of one cell against one other; `figures` are all fields from `base_value` to `verdict`.
private func rows(
  _ label: String, timer: String = "dispatch", load: String = "idle", figures: [String],
  curve: [(share: Double, base: String, other: String)] = [(0, "10000", "12000"), (1, "90000", "99000")]
) -> [String] {
  let cell = "base,\(label),\(timer),1000000,0,\(load),1"
  return zip(["p50", "p99", "max"], figures).map { "\(cell),\($0),ns,100,200,\($1),," }
    + curve.map { "\(cell),curve,ns,100,200,\($0.base),\($0.other),,,,,,,,,,\($0.share)" }
}

private let plainFigures = [
  "1000,2000,1000,900,1100,2,1.9,2.1,runs,worse", "1000,500,-500,-600,-400,0.5,0.4,0.6,runs,better",
  "1000,1000,0,-50,60,1,0.95,1.06,runs,same",
]

private let summaryHeader =
  "label,timer,interval_ns,leeway_ns,load,timers,view,averaging_ns,tdev_ns,tdev_terms,mtie_ns"

private func stabilityRows(_ timer: String, _ points: [(averaging: Int, tdev: String, mtie: Int)]) -> [String]
{
  ["box,\(timer),1000000,0,idle,1,callbacks,,,,"]
    + points.map { "box,\(timer),1000000,0,idle,1,stability,\($0.averaging),\($0.tdev),9,\($0.mtie)" }
}

private let points = [
  (1_000_000, "5000.5", 20_000), (2_000_000, "4000", 21_000), (4_000_000, "3000", 22_000),
  (8_000_000, "2000", 23_000),
  (16_000_000, "1000", 24_000),
]

/// The picture of a report's lines.
private func drawing(
  _ chart: Chart, _ lines: [String], format: ChartFormat = .svg, subtitle: String? = nil
) throws -> Data {
  let scratch = try Scratch()
  let (csv, image) = (scratch.path("report.csv"), scratch.path("image"))
  try Data(PlainTable(csv: lines.joined(separator: "\n") + "\n").text.utf8).write(to: URL(filePath: csv))
  try ChartRenderer(scripts: .own).render(chart, csv: csv, to: image, format: format, subtitle: subtitle)
  return try Data(contentsOf: URL(filePath: image))
}

private func svg(_ chart: Chart, _ lines: [String]) throws -> String {
  String(decoding: try drawing(chart, lines), as: UTF8.self)
}

@Suite struct ReportChartTests {
  @Test(arguments: ChartFormat.allCases)
  func `a comparison and a stability are drawn whole in every format`(format: ChartFormat) throws {
    let compared = [compareHeader] + rows("other", figures: plainFigures)
    #expect(try drawing(.compare, compared, format: format).count > 2_000)
    let summary = [summaryHeader] + stabilityRows("runloop", points)
    #expect(try drawing(.stability, summary, format: format).count > 2_000)
  }

  @Test func `ratios are told with interval and verdict, differences where there is no ratio`() throws {
    let figures = [
      "1000,1200,200,150,250,1.2,1.15,1.25,runs,worse", "-400,300,700,600,800,,,,runs,worse",
      ",,,,,,,,none,undecided",
    ]
    let picture = try svg(.compare, [compareHeader] + rows("other", figures: figures))
    #expect(picture.contains("1.20  (1.15 … 1.25)  worse"))
    #expect(picture.contains("no ratio: +700 ns (+600 ns … +800 ns) worse"))
    #expect(picture.contains("too few callbacks"))
  }

  /// The dots of `pointtype`, by their place from the left and from the top.
  private func dots(_ picture: String, _ pointType: Int) -> [(x: Double, y: Double)] {
    picture.matches(of: /xlink:href='#gpPt([0-9]+)' transform='translate\(([-0-9.]+),([-0-9.]+)\)/).compactMap
    {
      guard let type = Int($0.1), type == pointType, let x = Double($0.2), let y = Double($0.3) else {
        return nil
      }
      return (x, y)
    }
  }

  @Test func `a half lies as far left of 1 as a double lies right of it`() throws {
    let picture = try svg(.compare, [compareHeader] + rows("other", figures: plainFigures, curve: []))
    // gnuplot's point type 7 is gpPt6; the white ground of the open dot is drawn first.
    let places = dots(picture, 6).map(\.x).sorted()
    try #require(places.count == 3)
    #expect(abs((places[1] - places[0]) - (places[2] - places[1])) < 0.3)
    #expect(places[2] - places[1] > 20)
  }

  @Test func `an interval that leaves the axis says so, also at zero and below`() throws {
    let figures = [
      "1000,1200,200,-2000,40000,1.2,-1,41,blocks,undecided", "1000,0,-1000,-1000,-500,0,0,0.5,runs,better",
      "1000,-200,-1200,-1300,-1100,-0.2,-0.3,-0.1,runs,better",
    ]
    let picture = try svg(.compare, [compareHeader] + rows("other", figures: figures))
    #expect(picture.matches(of: />◂</).count == 3)
    #expect(picture.matches(of: />▸</).count == 1)
    #expect(picture.contains("0  (0 … 0.50)  better"))
  }

  @Test func `several others share the panels of the base, and each cell has its own`() throws {
    let lines = ["b_1", "c^2", "d"].flatMap { label in
      ["idle", "loop:50%"].flatMap { rows(label, load: $0, figures: plainFigures) }
    }
    let picture = try svg(.compare, [compareHeader] + lines)
    #expect(picture.matches(of: /dispatch 1 ms leeway 0 (idle|loop:50%)/).count == 2)
    for name in ["b_1", "c^2", "d", "base (base)"] { #expect(picture.contains(">\(name)<"), "\(name)") }
    #expect(picture.matches(of: /2\.00  \(1\.90 … 2\.10\)  worse/).count == 6)
  }

  @Test(arguments: ["a, \"b\" #x", "`id`", "@x {^2}_y", "%s %d \\n", "it's", "<|>&", "ｘ"])
  func `a label is only ever a label`(label: String) throws {
    let quoted = "\"" + label.replacing("\"", with: "\"\"") + "\""
    let picture = try svg(.compare, [compareHeader] + rows(quoted, load: quoted, figures: plainFigures))
    let shown = String(String.UnicodeScalarView(label.unicodeScalars.map { plain($0) }))
      .replacing("&", with: "&amp;").replacing("<", with: "&lt;")
    #expect(picture.contains("dispatch 1 ms leeway 0 \(shown)<"))
    #expect(picture.contains(">\(shown)<"))
  }

  @Test func `pictures of very many cells or others show the first and say so`() throws {
    let cells = (1...70).flatMap { rows("x", load: "cpu:\($0)", figures: plainFigures) }
    #expect(try svg(.compare, [compareHeader] + cells).contains("the first 64 of 70 cells"))
    let others = (1...9).flatMap { rows("x\($0)", figures: plainFigures) }
    #expect(try svg(.compare, [compareHeader] + others).contains("the first 8 of 9 others"))
  }

  /// The line pieces of the colour of a run loop timer, #d55e00.
  private func pieces(_ picture: String) -> Int {
    let paths = picture.matches(of: /<path stroke='rgb\(213, *94, *0\)' +d='([^']*)'/)
    return paths.reduce(0) { $0 + $1.1.filter { $0 == "M" }.count }
  }

  @Test func `an averaging time without a figure leaves a gap, and 0 is marked on the axis`() throws {
    func picture(_ middle: String) throws -> String {
      var points = points
      points[2].1 = middle
      return try svg(.stability, [summaryHeader] + stabilityRows("runloop", points))
    }
    let (whole, gap, zero) = (try picture("3000"), try picture(""), try picture("0"))
    #expect(pieces(gap) == pieces(whole) + 1)
    #expect(dots(whole, 10).isEmpty && dots(gap, 10).isEmpty)
    #expect(dots(zero, 10).count == 1)
    #expect(pieces(zero) == pieces(whole) + 1)
  }

  @Test func `a summary without averaging times says so`() throws {
    let picture = try svg(.stability, [summaryHeader] + stabilityRows("runloop", []))
    #expect(picture.contains("no timer called back twice"))
  }

  @Test func `rows that gnuplot cannot read are not taken for rows that are not there`() throws {
    let scratch = try Scratch()
    let csv = scratch.path("raw.csv")
    let lines = ([summaryHeader] + stabilityRows("\"a \"\"b, c\"\"\"", points)).joined(separator: "\n")
    try Data(lines.utf8).write(to: URL(filePath: csv))
    let error = try #require(throws: ChartError.self) {
      try ChartRenderer(scripts: .own).render(.stability, csv: csv, to: scratch.path("x.svg"))
    }
    #expect(error.description.contains("6 rows of") && error.description.contains("could not be read"))
  }

  @Test(arguments: [Chart.compare, .stability])
  func `a column that is missing is named, and columns go by name`(chart: Chart) throws {
    let lines =
      chart == .compare
      ? [compareHeader] + rows("other", figures: plainFigures)
      : [summaryHeader] + stabilityRows("runloop", points)
    let turned = lines.map {
      ($0.split(separator: ",", omittingEmptySubsequences: false).reversed() + ["7"]).joined(separator: ",")
    }
    #expect(try svg(chart, turned) == svg(chart, lines))
    let error = try #require(throws: ChartError.self) {
      try svg(chart, [lines[0].replacing("timers", with: "many")] + lines.dropFirst())
    }
    #expect(error.description.contains("has no column timers"))
    #expect(throws: ChartError.self) { try svg(chart, [""]) }
  }
}
