import Foundation
import Testing

private func hasCharts() throws -> Bool {
  try !Program.run(["plot", "none.csv", "-o", "."]).errors.contains("this build has no charts")
}

/// Pages as the program makes them, where its build has charts.
@Suite(.enabled(if: try hasCharts())) struct PageTests {
  private static let reference: String = {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    return root.appendingPathComponent("Results/reference/quick.csv").path
  }()

  @Test func `a page of the default suite is one file that names no other`() throws {
    let folder = try Program.Folder()
    let made = try Program.run(["report", Self.reference, "-o", "report.html"], in: folder.path)
    #expect(made.status == 0 && made.errors.contains("Report: report.html"), "\(made.errors)")
    let html = try folder.contents(of: "report.html")
    #expect(html.utf8.count < 3_000_000)
    #expect(html.contains("Chart.js v3") && html.contains("default-src 'none'"))
    #expect(html.matches(of: /(src|href)="[^"#d][^"]*"/).isEmpty)
    #expect(html.contains("\"runloop\": \"#d55e00\""))
  }

  @Test func `a page is never written over a recording, nor over a file unasked`() throws {
    let folder = try Program.Folder()
    try FileManager.default.copyItem(atPath: Self.reference, toPath: folder.file("x.csv"))
    let onto = try Program.run(["report", "x.csv", "-o", "x.csv", "--force"], in: folder.path)
    #expect(onto.status == 74 && onto.errors.contains("one of the inputs"), "\(onto.errors)")
    let nowhere = try Program.run(["report", "x.csv"], in: folder.path)
    #expect(nowhere.status == 64 && nowhere.errors.contains("give -o report.html"), "\(nowhere.errors)")
    try Data("mine".utf8).write(to: URL(fileURLWithPath: folder.file("r.html")))
    let taken = try Program.run(["report", "x.csv", "-o", "r.html"], in: folder.path)
    #expect(taken.status == 74 && taken.errors.contains("--force"), "\(taken.errors)")
    #expect(try folder.contents(of: "r.html") == "mine")
    #expect(try Program.run(["report", "x.csv", "x.csv", "-o", "s.html"], in: folder.path).status == 64)
  }
}
