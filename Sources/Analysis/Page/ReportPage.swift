import Text
import Timing

/// One page that shows recordings whole: what is found, every figure, every chart, and, of several machines, how they
/// compare. It holds all that it needs and asks for nothing.
package struct ReportPage: Sendable {
  /// What makes a page look and move.
  package struct Assets: Sendable {
    /// The style sheet.
    package var style: String
    /// The scripts, in the order in which they run; none holds the end of a script.
    package var scripts: [String]
    /// The colour of each role, such as `#d55e00`.
    package var palette: [String: String]

    /// Creates the assets.
    package init(style: String, scripts: [String], palette: [String: String]) {
      (self.style, self.scripts, self.palette) = (style, scripts, palette)
    }
  }

  /// The recordings of one machine under the same circumstances.
  package struct Section: Sendable {
    /// The figures.
    package var report: SummaryReport.Section
    /// The charts.
    package var charts: [ChartTable]
    /// Charts that are missing and why, a sentence each.
    package var omitted: [String]

    /// Creates a section.
    package init(_ report: SummaryReport.Section, charts: [ChartTable], omitted: [String]) {
      (self.report, self.charts, self.omitted) = (report, charts, omitted)
    }
  }

  private let sections: [Section]
  private let comparison: PageComparison?
  private let assets: Assets

  /// Creates a page.
  /// - Parameters:
  ///   - sections: at least one, the base of the comparison first.
  ///   - comparison: how the others stand to the first; `nil` for one section.
  ///   - chart: the chart of the comparison; `nil` where there is none.
  package init(
    _ sections: [Section], comparison: CompareReport? = nil, chart: ChartTable? = nil, assets: Assets
  ) {
    self.sections = sections
    self.comparison = comparison.map { PageComparison($0, chart: chart) }
    self.assets = assets
  }
}

extension ReportPage {
  /// What the page is called.
  private var title: String {
    let labels = sections.map(\.report.dataset.label)
    let shown = labels.count > 3 ? labels.prefix(2) + ["\(labels.count - 2) more"] : labels[...]
    return "Timers on " + shown.joined(separator: ", ")
  }

  /// The page, UTF-8.
  package var html: String {
    let parts = sections.enumerated().map { index, section in
      PageSection(section, number: index + 1, of: sections.count)
    }
    let charts = PageCharts(parts.flatMap(\.charts) + (comparison?.charts ?? []))
    let links = (comparison.map { _ in [("comparison", "Comparison")] } ?? []) + parts.flatMap(\.links)
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
      script-src 'unsafe-inline'; img-src data:">
      <link rel="icon" href="data:,">
      <title>\(HTML.text(title))</title>
      <style>
      \(assets.style)</style>
      </head>
      <body>
      <a class="skip" href="#content">To the content</a>
      <header>
      <h1>\(HTML.text(title))</h1>
      \(headline)
      <nav aria-label="Parts of this page">\(links.map { HTML.element("a", ["href": "#" + $0], HTML.text($1)) }.joined(separator: "\n"))</nav>
      </header>
      <main id="content">
      \(comparison?.html ?? "")\(parts.map(\.html).joined())</main>
      <footer>\(HTML.text(SummaryReport.rule))
      <span class="buttons"><button type="button" data-download="summary">Download the figures (JSON)</button>\
      \(comparison == nil ? "" : "<button type=\"button\" data-download=\"comparison\">Download the comparison (JSON)</button>")\
      </span></footer>
      <div id="tip" role="status" aria-live="polite" hidden></div>
      \(HTML.data(SummaryReport(sections.map(\.report)).json.text, id: "data-summary"))\
      \(comparison.map { HTML.data($0.report.json.text, id: "data-comparison") } ?? "")\
      \(HTML.data(charts.json(palette: assets.palette).text, id: "data-charts"))\
      \(assets.scripts.map { "<script>\n\($0)\n</script>\n" }.joined())</body>
      </html>

      """
  }

  private var headline: String {
    let sentences = comparison.map(\.headline) ?? sections.flatMap { Headline($0.report).sentences }
    return HTML.element(
      "p", ["class": "headline"], HTML.text(sentences.map { $0 + "." }.joined(separator: " ")))
  }
}

/// The charts of a page, each with the place that it has there.
struct PageCharts {
  /// A chart and the name of its place.
  typealias Chart = (id: String, table: ChartTable)

  private let charts: [Chart]

  init(_ charts: [Chart]) { self.charts = charts }

  /// What the page's script draws them from.
  func json(palette: [String: String]) -> JSONValue {
    .object([
      ("palette", .object(palette.sorted { $0.key < $1.key }.map { ($0, .string($1)) })),
      (
        "charts",
        .array(
          charts.map {
            .object([
              ("id", .string($0.id)), ("chart", .string($0.table.chart)), ("table", .string($0.table.csv)),
            ])
          })
      ),
    ])
  }

  /// The place of a chart: its heading and what it shows; the script adds the panels.
  static func figure(_ chart: Chart, level: Int) -> String {
    let table = chart.table
    let head =
      HTML.element("h\(level)", ["id": chart.id + "-title"], HTML.text(table.heading))
      + HTML.element("p", HTML.text(table.about))
    let omissions = table.omissions.map { HTML.element("p", ["class": "omission"], HTML.text($0 + ".")) }
      .joined()
    return """
      <figure id="\(HTML.text(chart.id))" class="chart" aria-labelledby="\(HTML.text(chart.id))-title">
      <figcaption>\(head)\(omissions)</figcaption>
      <div class="panels"><noscript><p>Charts need JavaScript; every figure is in the tables.</p></noscript></div>
      <p class="origin">\(HTML.text(table.origin)) \
      <button type="button" data-table="\(HTML.text(chart.id))">Its table (CSV)</button></p>
      </figure>

      """
  }
}
