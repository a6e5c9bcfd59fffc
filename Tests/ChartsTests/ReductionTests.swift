import Foundation
import Testing
import Timing

@testable import Charts

/// numpy 2.4.6: `np.quantile(np.arange(n) * 7919 % 10007 - 100, p, method="inverted_cdf")`.
private let numpyQuantiles: [(size: Int, share: Double, value: Int64)] = [
  (1, 0.5, -100), (1, 0.9, -100), (1, 0.99, -100), (1, 0.999, -100),
  (1, 0.9999, -100), (1, 1.0, -100), (2, 0.5, -100), (2, 0.9, 7819),
  (2, 0.99, 7819), (2, 0.999, 7819), (2, 0.9999, 7819), (2, 1.0, 7819),
  (4, 0.5, 3643), (4, 0.9, 7819), (4, 0.99, 7819), (4, 0.999, 7819),
  (4, 0.9999, 7819), (4, 1.0, 7819), (1000, 0.5, 4903), (1000, 0.9, 8906),
  (1000, 0.99, 9801), (1000, 0.999, 9887), (1000, 0.9999, 9897), (1000, 1.0, 9897),
  (1600, 0.5, 4903), (1600, 0.9, 8906), (1600, 0.99, 9810), (1600, 0.999, 9897),
  (1600, 0.9999, 9906), (1600, 1.0, 9906), (1601, 0.5, 4903), (1601, 0.9, 8906),
  (1601, 0.99, 9810), (1601, 0.999, 9897), (1601, 0.9999, 9906), (1601, 1.0, 9906),
  (100001, 0.5, 4903), (100001, 0.9, 8906), (100001, 0.99, 9806), (100001, 0.999, 9896),
  (100001, 0.9999, 9905), (100001, 1.0, 9906), (250000, 0.5, 4903), (250000, 0.9, 8906),
  (250000, 0.99, 9806), (250000, 0.999, 9896), (250000, 0.9999, 9905), (250000, 1.0, 9906),
]

@Suite struct ReductionTests {
  @Test(arguments: numpyQuantiles)
  func `the quantiles of the thinned sample are those of the whole`(size: Int, share: Double, value: Int64) {
    let sample = (0..<size).map { Int64($0 * 7919 % 10_007 - 100) }.sorted()
    let steps = QuantileSteps(sorted: sample).steps
    #expect(steps.reduce(0) { $0 + $1.weight } == Int64(size))
    var below: Int64 = 0
    let found = steps.first { step in
      below += step.weight
      return Double(below) / Double(size) >= share - 1e-12
    }
    #expect(found?.value == value)
  }

  @Test func `a large sample is thinned to steps that lie close on the axis`() {
    let size = 1_000_000
    let steps = QuantileSteps(sorted: Array(0..<Int64(size))).steps
    #expect(steps.count < 2_000)
    var below: Int64 = 0
    let widths = steps.map { step in
      defer { below += step.weight }
      return log10(Double(Int64(size) - below) / Double(Int64(size) - below - step.weight + 1))
    }
    let widest = widths.max() ?? 0
    #expect(widest <= 6 / Double(QuantileSteps.resolution) + 1e-9)
  }

  private func columns(_ text: String) throws -> [[String: String]] {
    let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    let header = try #require(lines.first).split(separator: ",").map(String.init)
    return lines.dropFirst().map { line in
      let fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      #expect(fields.count == header.count)
      return Dictionary(uniqueKeysWithValues: zip(header, fields))
    }
  }

  private func text(_ reduction: Reduction) -> String {
    var text = ""
    reduction.write { text += $0 }
    return text
  }

  @Test func `the rows left out are in the sums`() throws {
    let cell = Cell(timer: "runloop", interval: .ms(1), leeway: .zero, load: "idle")
    let runs = [1 as UInt64, 2].map { seed in
      Run(
        planned: PlannedRun(index: Int(seed), cell: cell, repetition: Int(seed)),
        ticks: randomTicks(30_000, seed: seed, missing: 10), facts: nil)
    }
    var reduction = Reduction(runs: 2)
    for run in runs { reduction.add(run) }
    let rows = try columns(text(reduction))
    func sum(_ column: String) -> Int64 { rows.reduce(0) { $0 + (Int64($1[column] ?? "") ?? 0) } }
    #expect(rows.count < 30_000)
    #expect(sum("weight") == 60_000)
    #expect(sum("missed_sum") == runs.flatMap(\.ticks).reduce(0) { $0 + $1.missed })
    #expect(sum("clusters") == 60_000)
    let last = rows.last { $0["run"] == "1" && $0["callback_ns"] != "" }
    // Elapsed time less callbacks times interval, counted from the first callback's deadline.
    let ticks = runs[0].ticks
    let behind = (ticks.last?.callback ?? 0) - ticks[0].deadline - Int64(ticks.count - 1) * 1_000_000
    #expect(last?["behind_ns"] == "\(behind)")
  }

  @Test(arguments: Chart.ofTicks)
  func `a chart says the same of a recording and of its reduction`(chart: Chart) throws {
    let scratch = try Scratch()
    let csv = scratch.path("full.csv")
    var reduction = Reduction(runs: 5)
    var lines = [
      "# timer-bench ticks 1",
      "run,timer,interval_ns,leeway_ns,load,repetition,source,warmup,slot,deadline_ns,callback_ns,lateness_ns,handler_ns,fired,missed,blocked_ns",
    ]
    for (index, timer) in ["runloop", "dispatch", "nanosleep", "dispatch", "runloop"].enumerated() {
      let cell = Cell(
        timer: timer, interval: .ms(1), leeway: timer == "nanosleep" ? nil : .zero, load: "idle")
      let run = Run(
        planned: PlannedRun(index: index, cell: cell, repetition: 0),
        ticks: randomTicks(6_000, seed: UInt64(index) + 1), facts: nil)
      reduction.add(run)
      lines += run.ticks.map { tick in
        "\(index),\(timer),1000000,\(cell.leeway == nil ? "" : "0"),idle,0,0,0,\(tick.slot),\(tick.deadline),"
          + "\(tick.callback),\(tick.lateness),0,\(tick.fired),\(tick.missed),0"
      }
    }
    try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: URL(filePath: csv))
    let reduced = scratch.path("reduced.csv")
    try reduction.write(to: reduced)
    let renderer = ChartRenderer(scripts: .own)
    let words = try [csv, reduced].map { file in
      let image = file + ".svg"
      try renderer.render(chart, csv: file, to: image, subtitle: "same")
      return try contents(image).matches(of: />([^<>]+)<\/text>/).map { String($0.1) }
    }
    #expect(words[0].count > 10)
    #expect(words[0] == words[1])
  }

  @Test(arguments: [
    "exec:echo \"a, b\" #x", "exec:a\nb", "exec:\u{1}\u{1b}[2J", "exec:a\\nb, c'", "exec:%s @x `id`",
  ])
  func `a label that gnuplot would misread is drawn from the reduction`(load: String) throws {
    let cell = Cell(timer: "dispatch", interval: .ms(1), leeway: .zero, load: load)
    var reduction = Reduction(runs: 1)
    reduction.add(
      Run(
        planned: PlannedRun(index: 0, cell: cell, repetition: 0), ticks: randomTicks(50, seed: 3), facts: nil)
    )
    let scratch = try Scratch()
    let csv = scratch.path("r.csv")
    try reduction.write(to: csv)
    for chart in Chart.ofTicks {
      let image = scratch.path(chart.name)
      try ChartRenderer(scripts: .own).render(chart, csv: csv, to: image)
      let svg = try contents(image)
      #expect(svg.contains("dispatch"))
      #expect(svg.unicodeScalars.allSatisfy { $0.value >= 0x20 || "\n\t".unicodeScalars.contains($0) })
    }
  }

  @Test func `labels that differ after a comma are different cells`() throws {
    let scratch = try Scratch()
    var reduction = Reduction(runs: 2)
    for (index, load) in ["exec:sleep 1, 2", "exec:sleep 1, 3"].enumerated() {
      let cell = Cell(timer: "dispatch", interval: .ms(1), leeway: nil, load: load)
      reduction.add(
        Run(
          planned: PlannedRun(index: index, cell: cell, repetition: 0), ticks: randomTicks(50, seed: 3),
          facts: nil))
    }
    let (csv, image) = (scratch.path("r.csv"), scratch.path("r.svg"))
    try reduction.write(to: csv)
    try ChartRenderer(scripts: .own).render(.coalescing, csv: csv, to: image)
    let svg = try contents(image)
    #expect(svg.contains("exec:sleep 1‚ 2") && svg.contains("exec:sleep 1‚ 3"))
  }

  @Test func `small files with plain labels are drawn as they are`() {
    let plain = Cell(timer: "dispatch", interval: .ms(1), leeway: nil, load: "exec:sleep 1; ls #_{x}")
    let list = Cell(timer: "dispatch", interval: .ms(1), leeway: nil, load: "exec:sleep 1, 2")
    let quoted = Cell(timer: "dispatch", interval: .ms(1), leeway: nil, load: "exec:echo \"x\"")
    #expect(!Reduction.isNeeded(rows: 1_000, cells: [plain]))
    #expect(Reduction.isNeeded(rows: 1_000, cells: [plain, quoted]))
    #expect(Reduction.isNeeded(rows: 1_000, cells: [plain, list]))
    #expect(Reduction.isNeeded(rows: 5_000_000, cells: [plain]))
  }
}
