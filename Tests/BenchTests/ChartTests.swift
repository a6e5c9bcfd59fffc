import Foundation
import Testing

private func hasCharts() throws -> Bool {
  try !Program.run(["plot", "none.csv", "-o", "."]).errors.contains("this build has no charts")
}

/// Charts as the program draws them, where its build has charts.
@Suite(.enabled(if: try hasCharts())) struct ChartTests {
  /// Six runs of one cell, two hundred callbacks each, `scale` tenths as late as they would be.
  private func ticks(scale: Int, timer: String = "dispatch") -> String {
    var head = "# timer-bench ticks 1\n# machine: box \(scale)\n"
    var rows = ""
    for run in 0..<6 {
      head +=
        "# run \(run): {\"interval_ns\":1000000,\"leeway_ns\":0,\"load\":\"idle\",\"repetition\":\(run),"
        + "\"run\":\(run),\"timer\":\"\(timer)\",\"timers\":1}\n"
      for slot in 0..<200 {
        let (deadline, late) = (slot * 1_000_000, (20_000 + (slot + run) * 7_919 % 5_000) * scale / 10)
        rows +=
          "\(run),\(timer),1000000,0,idle,\(run),0,0,\(slot),\(deadline),\(deadline + late),\(late),0,1,0,0\n"
      }
      rows +=
        "# done \(run): {\"callbacks\":200,\"dropped\":0,\"end_ns\":199500000,\"epoch_monotonic_ns\":1,\"fired\":200,"
        + "\"missed\":0,\"pending\":0,\"slots\":200,\"status\":\"complete\",\"warmup\":0}\n"
    }
    return head
      + "run,timer,interval_ns,leeway_ns,load,repetition,source,warmup,slot,deadline_ns,callback_ns,"
      + "lateness_ns,handler_ns,fired,missed,blocked_ns\n\(rows)# end rows=1200 status=complete\n"
  }

  @Test func `a pipe and the parts of a recording are drawn as one file is`() throws {
    let folder = try Program.Folder()
    try Data(ticks(scale: 10).utf8).write(to: URL(fileURLWithPath: folder.file("base.csv")))
    let piped = try Program.shell(
      "cat base.csv | bench plot - -o p && cat base.csv | bench plot /dev/stdin -o q", in: folder.path)
    #expect(piped.status == 0, "\(piped.errors)")
    let charts = ["drift", "percentiles", "stability"]
    let names = piped.output.split(separator: "\n").map(String.init)
    #expect(names == ["p", "q"].flatMap { folder in charts.map { "\(folder)/\($0).svg" } })
    let run = try Program.run(
      [
        "run", "--timer", "nanosleep", "--interval", "100us", "--duration", "1s", "--repetitions", "1",
        "--no-plot", "--rotate",
        "100kB", "-o", "x.csv",
      ],
      in: folder.path)
    #expect(run.status == 0, "\(run.errors)")
    let parts = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("x.") }
    #expect(parts.count > 2)
    let drawn = try Program.run(["plot", "-o", "s"] + parts.shuffled(), in: folder.path)
    #expect(
      drawn.output.split(separator: "\n").map(String.init).filter { !$0.contains("coalescing") }
        == charts.map { "s/\($0).svg" }, "\(drawn.errors)")
    #expect(try folder.contents(of: "s/drift.svg").contains("x.csv"))
  }

  @Test func `the drift of the default suite is a small picture, with its table beside it`() throws {
    let folder = try Program.Folder()
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let reference = root.appendingPathComponent("Results/reference/quick.csv").path
    let plotted = try Program.run(["plot", reference, "-o", "q"], in: folder.path)
    #expect(plotted.status == 0, "\(plotted.errors)")
    let picture = try folder.contents(of: "q/drift.svg")
    #expect(picture.utf8.count < 300_000)
    #expect(picture.contains("<title id=\"title\">Lateness over the run: quick.csv</title>"))
    #expect(picture.contains("firecracker-vm · Debian GNU/Linux 12 (bookworm)"))
    #expect(try folder.contents(of: "q/drift.csv").hasPrefix("# timer-bench chart drift 1\nkind,panel,"))
  }

  /// What lies beside a recording is never run, nor what the working directory holds.
  @Test func `scripts beside a recording are not run`() throws {
    let folder = try Program.Folder()
    try FileManager.default.createDirectory(atPath: folder.file("plot"), withIntermediateDirectories: true)
    for name in ["style", "drift", "page", "load", "old"] {
      try Data("set print 'ran'\nprint 'ran'\n".utf8).write(
        to: URL(fileURLWithPath: folder.file("plot/\(name).gp")))
    }
    try Data(ticks(scale: 10).utf8).write(to: URL(fileURLWithPath: folder.file("base.csv")))
    let plotted = try Program.run(["plot", "base.csv", "-o", "p"], in: folder.path)
    #expect(plotted.status == 0, "\(plotted.errors)")
    #expect(!FileManager.default.fileExists(atPath: folder.file("ran")))
  }

  @Test func `more cells than a chart can show are refused`() throws {
    let folder = try Program.Folder()
    let rows = (0...500).map { "\($0),t\($0),1000000,0,idle,0,0,0,0,0,5,5,0,1,0,0\n" }.joined()
    let head = try #require(ticks(scale: 1).split(separator: "\n").first { $0.hasPrefix("run,") })
    try Data("# timer-bench ticks 1\n\(head)\n\(rows)# end rows=501 status=complete\n".utf8).write(
      to: URL(fileURLWithPath: folder.file("many.csv")))
    let refused = try Program.run(["plot", "many.csv", "-o", "p"], in: folder.path)
    #expect(refused.status == 74)
    #expect(
      refused.errors.contains("it has more than 500 cells, and a chart can show 500"), "\(refused.errors)")
  }

  @Test func `compare draws what it compares, and plot the stability of the period`() throws {
    let folder = try Program.Folder()
    try Data(ticks(scale: 10).utf8).write(to: URL(fileURLWithPath: folder.file("base.csv")))
    try Data(ticks(scale: 12).utf8).write(to: URL(fileURLWithPath: folder.file("it's.csv")))
    let compared = try Program.run(["compare", "base.csv", "it's.csv", "--plot", "c"], in: folder.path)
    #expect(compared.status == 0, "\(compared.errors)")
    #expect(compared.output.contains("box 12 against box 10 (base): worse in "))
    let picture = try folder.contents(of: "c/compare.svg")
    #expect(picture.contains("box 10 against box 12"))
    #expect(picture.contains("1.20  (") && picture.contains("worse"))
    let plotted = try Program.run(["plot", "it's.csv", "-o", "p"], in: folder.path)
    #expect(plotted.status == 0 && plotted.output.contains("p/stability.svg"))
    #expect(try folder.contents(of: "p/stability.svg").contains("dispatch leeway 0"))
  }

  @Test func `a comparison that cannot be drawn is still told, and the status says so`() throws {
    let folder = try Program.Folder()
    try Data(ticks(scale: 10).utf8).write(to: URL(fileURLWithPath: folder.file("base.csv")))
    try Data(ticks(scale: 12).utf8).write(to: URL(fileURLWithPath: folder.file("other.csv")))
    try Data(ticks(scale: 12, timer: "runloop").utf8).write(
      to: URL(fileURLWithPath: folder.file("strange.csv")))
    let missing = try Program.run(
      ["compare", "base.csv", "other.csv", "--plot", "c"], in: folder.path,
      environment: ["BENCH_GNUPLOT": "no-such"])
    #expect(missing.status == 74 && missing.output.contains("worse"))
    #expect(missing.errors.contains("bench compare base.csv other.csv --plot c"))
    let nothing = try Program.run(["compare", "base.csv", "strange.csv", "--plot", "c"], in: folder.path)
    #expect(nothing.status == 74 && nothing.errors.contains("shares no cell"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("c/compare.svg")))
  }

  @Test func `a chart may not replace a recording it is drawn from`() throws {
    let folder = try Program.Folder()
    for name in ["compare.svg", "other.csv"] {
      try Data(ticks(scale: 10).utf8).write(to: URL(fileURLWithPath: folder.file(name)))
    }
    let refused = try Program.run(["compare", "compare.svg", "other.csv", "--plot", "."], in: folder.path)
    #expect(refused.status == 74 && refused.errors.contains("one of the inputs"))
    #expect(try folder.contents(of: "compare.svg") == ticks(scale: 10))
  }
}
