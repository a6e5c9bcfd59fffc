import Foundation
import Testing
import Timing

@testable import Charts

/// What the scripts reckon from a file before they draw.
@Suite struct ScriptTests {
  private func figures(of csv: String) throws -> [String] {
    let scratch = try Scratch()
    let out = scratch.path("figures")
    var commands = GnuplotText.assignment("csv", csv) + GnuplotText.assignment("chart", "figures")
    commands += GnuplotText.assignment("here", try scriptFolder() + "/")
    for script in ["old.gp", "cells.gp", "quantiles.gp"] {
      commands += "load \(GnuplotText.literal(try scriptFolder() + "/" + script))\n"
    }
    commands += """
      set print \(GnuplotText.literal(out))
      do for [i = 1:shown] {
        c = order[i]
        print sprintf("%s: %d %d %d %d %d %d %d", cellName(c), cCallbacks[c], cMissed[c], cMerged[c], cClusters[c], \\
          cMedian[c], cBulk[c], cBehindHigh[c])
      }

      """
    #expect(Gnuplot.run(commands, command: "gnuplot", limit: .seconds(30)) == .succeeded(message: ""))
    return try contents(out).split(separator: "\n").map(String.init)
  }

  /// Callbacks, missed, merged, clusters, then numpy 2.4.6 quantiles by `method="inverted_cdf"` (p50; the quartile further
  /// from 0), and the most a count of callbacks was behind, by a separate Python program over the same file.
  @Test func `callbacks, sums, quantiles and count drift of each cell are those of an independent program`()
    throws
  {
    #expect(
      try figures(of: fixture()) == [
        "nanosleep 10 ms idle: 14 0 0 14 4044 6802 9204",
        "runloop 10 ms leeway 0 idle: 22 6 0 22 61110 74909 35000000",
        "dispatch 10 ms leeway 0 idle: 22 0 6 22 45810 73430 35000000",
        "dispatch 10 ms leeway 5 ms idle ×3: 18 0 0 18 59470 84651 156213",
        "dispatch 10 ms leeway 0 exec:printf , %d: 11 0 3 11 54331 83741 35000000",
        "runloop 10 ms leeway 0 loop:50%: 11 3 0 11 49445 92875 35000000",
      ])
  }

  private let header =
    "run,timer,interval_ns,leeway_ns,load,repetition,source,warmup,slot,deadline_ns,callback_ns,lateness_ns,"
    + "handler_ns,fired,missed,blocked_ns"

  /// Deadlines at 0, 3 and 6 ms of each 10 ms: the first three share a wakeup, then two, then one is alone.
  @Test func `callbacks whose deadlines had passed share a wakeup cluster`() throws {
    let scratch = try Scratch()
    let csv = scratch.path("c.csv")
    let times: [(Int, Int, Double)] = [
      (0, 0, 6.1), (1, 3, 6.2), (2, 6, 6.3), (0, 10, 13.1), (1, 13, 13.2), (2, 16, 16.1),
    ]
    let rows = times.map { source, deadline, callback in
      let (due, came) = (deadline * 1_000_000, Int(callback * 1e6))
      return "0,dispatch,10000000,0,idle,0,\(source),0,\(deadline / 10),\(due),\(came),\(came - due),0,1,0,0"
    }
    // The deadline at 6 ms lies before the first callback at 6.1 ms; that at 13 ms before the one at 13.1 ms.
    try Data(([header] + rows).joined(separator: "\n").utf8).write(to: URL(filePath: csv))
    #expect(try figures(of: csv).first?.hasPrefix("dispatch 10 ms leeway 0 idle ×3: 6 0 0 3 ") == true)
  }

  @Test func `columns go by name, in any order, among unknown ones`() throws {
    let scratch = try Scratch()
    let csv = scratch.path("shuffled.csv")
    let lines = try contents(fixture()).split(separator: "\n").filter { !$0.contains("printf") }
    let turned = lines.map { line in
      line.hasPrefix("#")
        ? String(line)
        : (line.split(separator: ",", omittingEmptySubsequences: false).reversed() + ["7"]).joined(
          separator: ",")
    }
    let text = turned.joined(separator: "\r\n").replacing("run,7", with: "run,armed_ns")
    try Data(text.utf8).write(to: URL(filePath: csv))
    #expect(try figures(of: csv) == figures(of: fixture()).filter { !$0.contains("printf") })
  }

  @Test func `a picture of very many cells shows the first and says so`() throws {
    let scratch = try Scratch()
    let csv = scratch.path("many.csv")
    let rows = (0..<100).flatMap { run in
      (0..<3).map { slot in
        "\(run),dispatch,1000000,0,cpu:\(run + 1),0,0,0,\(slot),\(slot * 1_000_000),\(slot * 1_000_000 + 50),50,0,1,0,0"
      }
    }
    try Data(([header] + rows).joined(separator: "\n").utf8).write(to: URL(filePath: csv))
    for chart in Chart.ofTicks {
      let image = scratch.path("\(chart.name).svg")
      try ChartRenderer(scripts: .own).render(chart, csv: csv, to: image)
      #expect(try contents(image).contains("many.csv: the first 64 of 100 cells"))
    }
  }
}
