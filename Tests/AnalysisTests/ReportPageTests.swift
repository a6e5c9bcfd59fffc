import Foundation
import Testing
import Timing

@testable import Analysis

@Suite struct ReportPageTests {
  private static let assets = ReportPage.Assets(
    style: "b{}\n", scripts: ["let x = 1"], palette: ["runloop": "#d55e00"])

  private func section(_ label: String, _ runs: [Run], environment: Environment = Environment())
    -> ReportPage.Section
  {
    let source = ChartSource(runs, name: label, environment: environment)
    var dataset = source.dataset
    dataset.label = label
    let (charts, omitted) = ChartTable.all(of: source)
    return ReportPage.Section(SummaryReport.Section(dataset), charts: charts, omitted: omitted)
  }

  /// The data of a page, as a browser reads them.
  private func data(_ id: String, of html: String) throws -> [String: Any] {
    let begin = try #require(html.firstRange(of: "id=\"data-\(id)\">"))
    let end = try #require(html[begin.upperBound...].firstRange(of: "</script>"))
    let json = Data(html[begin.upperBound..<end.lowerBound].utf8)
    return try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
  }

  @Test func `a page holds headline, overview, charts, cells and the summary's JSON`() throws {
    let runs = [Run(lateness: [10, 20, 30, 40]), Run(.test(load: "loop:50%"), lateness: [90, 80, 70])]
    var environment = Environment()
    environment[.machine] = "box"
    environment[.commandLine] = "bench run --interval 1ms"
    let html = ReportPage([section("box", runs, environment: environment)], assets: Self.assets).html
    #expect(html.contains("<h1>Timers on box</h1>"))
    // By hand: medians 20 and 80, the latest 90, seven deadlines.
    #expect(html.contains("half of the callbacks came within 20ns to 80ns"))
    #expect(html.contains("The latest of 7 callbacks came 90ns late (dispatch 1ms leeway 0 loop:50%)"))
    #expect(html.contains("None of 7 deadlines was missed or merged"))
    #expect(html.contains("<code>bench run --interval 1ms</code>"))
    #expect(html.contains("<a href=\"#m1-c1\">dispatch</a>") && html.contains("id=\"m1-c2\""))
    let charts = try #require(try data("charts", of: html)["charts"] as? [[String: String]])
    #expect(charts.map { $0["chart"] } == ["drift", "percentiles", "load", "stability"])
    #expect(charts.allSatisfy { html.contains("<figure id=\"\($0["id"] ?? "")\"") })
    #expect(try data("summary", of: html)["format"] as? String == "timer-bench summary")
  }

  @Test func `labels that look like markup are text everywhere`() {
    let evil = "</script><img src=x onerror=alert(1)>"
    var environment = Environment()
    environment[.machine] = evil
    environment[.commandLine] = "bench run --load 'exec:\(evil)'"
    let cell = Cell.test(timer: evil, load: "exec:" + evil)
    let html = ReportPage(
      [section(evil, [Run(cell, lateness: [1, 2, 3])], environment: environment)], assets: Self.assets
    ).html
    #expect(!html.contains("<img"))
    // Data of summary and charts, and the one script.
    #expect(html.matches(of: /<\/script>/).count == 3)
    #expect(html.contains("&lt;/script&gt;&lt;img src=x onerror=alert(1)&gt;"))
  }

  @Test func `a page of two machines begins with what is worse`() throws {
    func runs(_ scale: Int64) -> [Run] {
      (0..<6).map { run in Run(lateness: (0..<200).map { Int64(20_000 + ($0 + run) * 7_919 % 5_000) * scale })
      }
    }
    let sections = [section("a", runs(1)), section("b", runs(2))]
    var policy = ComparisonPolicy()
    policy.draws = 200
    let comparison = Comparison(
      base: sections[0].report.dataset, others: [sections[1].report.dataset], policy: policy)
    let html = ReportPage(sections, comparison: CompareReport(comparison), assets: Self.assets).html
    #expect(html.contains("b against a: worse in p50 of dispatch 1ms leeway 0 idle ×2.00"))
    #expect(html.contains("×2.00 ▲ worse") && html.contains("id=\"comparison-c1\""))
    #expect(try data("comparison", of: html)["format"] as? String == "timer-bench compare")
    let names = html.matches(of: /<[a-z]+ (?:[^>]* )?id="([^"]*)"/).map { String($0.1) }
    #expect(names.count > 20 && Set(names).count == names.count)
  }
}
