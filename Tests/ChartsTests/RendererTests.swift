import Foundation
import Testing

@testable import Charts

@Suite struct RendererTests {
  @Test(arguments: [
    "it's", "\"double\"", "`touch canary`", "$(touch canary)", "a\nb", "100%s %d", "; touch canary", "@x",
    "back\\slash", "ünïcode ↯", " spaces ", "tab\there", "'.system('touch canary').'", "-", "a\\nb", "[]{}*?",
  ])
  func `a file name is only ever a name`(name: String) throws {
    let scratch = try Scratch(name)
    let own = scratch.path("plot")
    try FileManager.default.copyItem(atPath: scriptFolder(), toPath: own)
    try ChartRenderer(scripts: ChartScripts(folder: own)).render(anyChart, at: scratch.path("\(name)<|"))
    #expect(try scratch.names == ["\(name)<|.csv", "plot", "\(name)<|.svg"].sorted())
    #expect(!FileManager.default.fileExists(atPath: "canary"))
  }

  @Test func `charts are drawn at once into a folder, and each that fails says so`() throws {
    let scratch = try Scratch()
    let folder = scratch.url.path(percentEncoded: false)
    let charts = charts(variedRuns)
    #expect(ChartRenderer().renderAll(charts, into: folder, prefix: "x-").isEmpty)
    #expect(try scratch.names == charts.flatMap { ["x-\($0.name).csv", "x-\($0.name).svg"] }.sorted())
    let renderer = ChartRenderer(gnuplot: "no-such-gnuplot")
    let failures = renderer.renderAll(charts, into: folder)
    #expect(failures.map { URL(filePath: $0.image).lastPathComponent } == charts.map { "\($0.name).svg" })
    #expect(try scratch.names.filter { $0.hasSuffix(".svg") }.count == charts.count)
  }

  @Test(arguments: ["", "# timer-bench ticks 1\n", "\u{0}\u{1}\u{2}binary", "run,timer\n1,2\n"])
  func `a table without its columns fails with a reason`(content: String) throws {
    for chart in charts(variedRuns) {
      let scratch = try Scratch()
      let broken = Chart(name: chart.name, table: content, text: chart.text)
      let error = try #require(throws: ChartError.self) {
        try ChartRenderer().render(broken, at: scratch.path(chart.name))
      }
      guard case .gnuplotFailed(_, let message) = error.reason else {
        Issue.record("\(error)")
        continue
      }
      #expect(!message.isEmpty)
      #expect(try scratch.names == ["\(chart.name).csv"])
    }
  }

  @Test func `a name with a NUL and a folder that is none are refused`() throws {
    let scratch = try Scratch()
    func reason(_ place: String) throws -> ChartError.Reason {
      try #require(throws: ChartError.self) { try ChartRenderer().render(anyChart, at: place) }.reason
    }
    #expect(try reason("a\0b") == .impossibleName)
    guard case .unwritable = try reason(scratch.path("no/x")) else {
      Issue.record("a folder that is none was written to")
      return
    }
  }

  @Test func `a script that is not in the folder named is asked for`() throws {
    let scratch = try Scratch()
    let renderer = ChartRenderer(scripts: ChartScripts(folder: scratch.path("mine")))
    let error = try #require(throws: ChartError.self) { try renderer.render(anyChart, at: scratch.path("d")) }
    #expect(error.description.contains("there is no script") && error.description.contains("mine/drift.gp"))
  }

  @Test func `no script runs a command`() throws {
    for name in try FileManager.default.contentsOfDirectory(atPath: scriptFolder())
    where name.hasSuffix(".gp") {
      let script = try contents(scriptFolder() + "/" + name)
      for word in ["system", "`", "eval ", "@", "shell", "'<", "\"<", "'|", "\"|"] {
        let found = script.contains(word)
        #expect(!found, "\(name) holds \(word)")
      }
    }
  }
}
