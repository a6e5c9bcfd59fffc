import Foundation
import Results
import Testing

@testable import Charts

@Suite struct RendererTests {
  @Test(arguments: Chart.all, ChartFormat.allCases)
  func `every chart is drawn whole in every format, and nothing else is left`(
    chart: Chart, format: ChartFormat
  ) throws {
    let scratch = try Scratch()
    let image = scratch.path("\(chart.name).\(format)")
    try ChartRenderer(scripts: scripts()).render(chart, csv: fixture(), to: image, format: format)
    #expect(try scratch.names == ["\(chart.name).\(format)"])
    #expect(try Data(contentsOf: URL(filePath: image)).count > 2_000)
  }

  @Test func `a picture names its cells and counts, with hostile labels as they are`() throws {
    let scratch = try Scratch()
    let image = scratch.path("drift.svg")
    try ChartRenderer(scripts: scripts()).render(
      .drift, csv: fixture(), to: image, subtitle: "box_1 ^2 {x} 'q' @a `b`")
    let svg = try contents(image)
    #expect(svg.contains("runloop 10 ms leeway 0 loop:50%"))
    #expect(svg.contains("11 callbacks, 3 missed"))
    #expect(svg.contains("box_1 ^2 {x} 'q' @a `b`"))
  }

  @Test(arguments: [
    "it's", "\"double\"", "`touch canary`", "$(touch canary)", "a\nb", "100%s %d", "; touch canary", "@x",
    "back\\slash",
    "ünïcode ↯", " spaces ", "tab\there", "'.system('touch canary').'", "-", "a\\nb", "[]{}*?",
  ])
  func `a file name is only ever a name`(name: String) throws {
    let scratch = try Scratch(name)
    let csv = scratch.path("\(name)<|.csv")
    try FileManager.default.copyItem(atPath: fixture(), toPath: csv)
    let image = scratch.path("\(name)|.svg")
    let own = scratch.path("plot")
    try FileManager.default.copyItem(atPath: scripts().folder, toPath: own)
    let copied = try #require(ChartScripts(searching: [scratch.url.path(percentEncoded: false)]))
    #expect(copied.folder.hasPrefix(scratch.url.resolvingSymlinksInPath().path(percentEncoded: false)))
    try ChartRenderer(scripts: copied).render(.percentiles, csv: csv, to: image)
    #expect(try scratch.names == ["\(name)<|.csv", "plot", "\(name)|.svg"].sorted())
    #expect(!FileManager.default.fileExists(atPath: "canary"))
  }

  @Test func `what a link in the folder names is not written to`() throws {
    let scratch = try Scratch()
    let victim = scratch.path("victim")
    try Data("precious".utf8).write(to: URL(filePath: victim))
    // The image's own name, and a temporary one that could be guessed.
    let guessed = "drift.svg.\(ProcessInfo.processInfo.processIdentifier).partial"
    for name in ["load.svg", guessed] {
      try FileManager.default.createSymbolicLink(atPath: scratch.path(name), withDestinationPath: victim)
    }
    let renderer = try ChartRenderer(scripts: scripts())
    try renderer.render(.drift, csv: fixture(), to: scratch.path("drift.svg"))
    let error = try #require(throws: ChartError.self) {
      try renderer.render(.load, csv: fixture(), to: scratch.path("load.svg"))
    }
    #expect(error.reason == .unwritable(.link(path: scratch.path("load.svg"))))
    #expect(try contents(victim) == "precious")
    #expect(try scratch.names == ["drift.svg", guessed, "load.svg", "victim"].sorted())
  }

  @Test func `all charts are drawn at once into a folder, and each that fails says so`() throws {
    let scratch = try Scratch()
    let folder = scratch.url.path(percentEncoded: false)
    #expect(
      try ChartRenderer(scripts: scripts()).renderAll(csv: fixture(), into: folder, prefix: "x-").isEmpty)
    #expect(try scratch.names == ["x-coalescing.svg", "x-drift.svg", "x-load.svg", "x-percentiles.svg"])
    let renderer = try ChartRenderer(scripts: scripts(), gnuplot: "no-such-gnuplot")
    let failures = try renderer.renderAll(csv: fixture(), into: folder)
    #expect(failures.map { URL(filePath: $0.image).lastPathComponent } == Chart.all.map { "\($0.name).svg" })
    #expect(try scratch.names.count == 4)
  }

  @Test func `a column that is missing is named, and no image appears`() throws {
    let scratch = try Scratch()
    let csv = scratch.path("bad.csv")
    try Data(contents(fixture()).replacing("lateness_ns", with: "delay").utf8).write(to: URL(filePath: csv))
    let error = try #require(throws: ChartError.self) {
      try ChartRenderer(scripts: scripts()).render(.drift, csv: csv, to: scratch.path("drift.svg"))
    }
    #expect(error.description.contains("has no column lateness_ns"))
    #expect(try scratch.names == ["bad.csv"])
  }

  @Test(arguments: ["", "# timer-bench ticks 1\n", "\u{0}\u{1}\u{2}binary", "run,timer\n1,2\n"])
  func `a file without ticks fails with a reason`(content: String) throws {
    let scratch = try Scratch()
    let csv = scratch.path("odd.csv")
    try Data(content.utf8).write(to: URL(filePath: csv))
    for chart in Chart.all {
      let error = try #require(throws: ChartError.self) {
        try ChartRenderer(scripts: scripts()).render(chart, csv: csv, to: scratch.path("x.svg"))
      }
      guard case .gnuplotFailed(_, let message) = error.reason else {
        Issue.record("\(error)")
        continue
      }
      #expect(!message.isEmpty)
    }
    #expect(try scratch.names == ["odd.csv"])
  }

  @Test func `a name with a NUL, a file that is none and a folder that is none are refused`() throws {
    let scratch = try Scratch()
    let renderer = try ChartRenderer(scripts: scripts())
    func reason(_ csv: String, _ image: String) throws -> ChartError.Reason {
      try #require(throws: ChartError.self) { try renderer.render(.load, csv: csv, to: image) }.reason
    }
    #expect(try reason("a\0b", scratch.path("x.svg")) == .impossibleName)
    #expect(
      try reason(scratch.path("no.csv"), scratch.path("x.svg")) == .unreadable("No such file or directory"))
    #expect(try reason("/", scratch.path("x.svg")) == .unreadable("not a file"))
    let missing = scratch.path("no/x.svg")
    #expect(
      try reason(fixture(), missing)
        == .unwritable(.folderMissing(path: missing, folder: scratch.path("no"))))
    let copy = scratch.path("copy.csv")
    try FileManager.default.copyItem(atPath: fixture(), toPath: copy)
    #expect(try reason(copy, scratch.path("../scratch/copy.csv")) == .overwritesInput)
    #expect(try contents(copy) == contents(fixture()))
  }

  @Test func `scripts that cannot be found are asked for`() throws {
    #expect(ChartScripts(searching: ["/usr/bin/env", "/"]) == nil)
    var renderer = try ChartRenderer(scripts: scripts())
    renderer.scripts = nil
    let scratch = try Scratch()
    let error = try #require(throws: ChartError.self) {
      try renderer.render(.drift, csv: fixture(), to: scratch.path("d.svg"))
    }
    #expect(error.description.contains("folder 'plot'"))
  }

  @Test func `no script runs a command`() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: scripts().folder) {
      let script = try contents(scripts().folder + "/" + name)
      for word in ["system", "`", "eval ", "@", "shell", "'<", "\"<", "'|", "\"|"] {
        let found = script.contains(word)
        #expect(!found, "\(name) holds \(word)")
      }
    }
  }
}
