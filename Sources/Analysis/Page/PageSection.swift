import Text
import Timing

/// The part of a page that shows one section.
struct PageSection {
  private let section: ReportPage.Section
  private let id: String
  private let isAlone: Bool
  private let isOpen: Bool

  init(_ section: ReportPage.Section, number: Int, of count: Int) {
    self.section = section
    id = "m\(number)"
    isAlone = count == 1
    isOpen = count <= 2
  }

  private var report: SummaryReport.Section { section.report }

  /// The charts with their places.
  var charts: [PageCharts.Chart] { section.charts.map { ("\(id)-\($0.chart)", $0) } }

  /// Where to go on the page, and what it is called: the parts of a section that is alone, else the whole of it.
  var links: [(String, String)] {
    guard isAlone else { return [(id, report.dataset.label)] }
    return [
      ("overview", "Overview"), ("findings", "Findings"), ("charts", "Charts"), ("cells", "Cells"),
      ("environment", "Environment"),
    ].map { ("\(id)-\($0)", $1) }
  }

  var html: String {
    let heading = HTML.element("h2", HTML.text(report.dataset.label))
    let files = HTML.element("p", ["class": "files"], HTML.text(report.dataset.files.joined(separator: ", ")))
    let machine = HTML.element(
      "p", ["class": "machine"], HTML.text(ChartHead.machine(report.dataset.environment)))
    let headline =
      isAlone
      ? "" : HTML.element("p", HTML.text(Headline(report).sentences.map { $0 + "." }.joined(separator: " ")))
    let body =
      machine + files + headline + again + part("overview", "Overview", overview)
      + part("findings", "Findings", findings) + part("charts", "Charts", drawn)
      + part("cells", "Cells", cells)
      + part("environment", "Environment", environment)
    return """
      <details class="section" id="\(id)"\(isOpen ? " open" : "")><summary>\(heading)</summary>
      \(body)</details>

      """
  }

  private func part(_ name: String, _ title: String, _ content: String) -> String {
    content.isEmpty
      ? "" : "<section id=\"\(id)-\(name)\">\n\(HTML.element("h3", HTML.text(title)))\n\(content)</section>\n"
  }
}

extension PageSection {
  /// The command that measures it again.
  private var again: String {
    guard let command = report.dataset.environment[.commandLine] else { return "" }
    return HTML.element(
      "p", ["class": "again"],
      "Measure it again: " + HTML.element("code", HTML.text(command))
        + " <button type=\"button\" data-copy>Copy</button>") + "\n"
  }

  private var overview: String {
    let table = PageTable(report.summaries, id: id, floors: Floors(among: report.summaries))
    return table.html + WhyTable(report.summaries).html + LoadResponseTable(report.summaries).html
      + GateResult.html(report.gates)
  }

  private var findings: String {
    let told =
      report.recommendations.map(\.description)
    let notes = report.notes.map { note in
      let remedy =
        note.remedy.map { " " + HTML.element("span", ["class": "remedy"], HTML.text($0 + ".")) } ?? ""
      let word = note.severity == .warning ? "Warning" : "Note"
      return HTML.element(
        "li", ["class": note.severity.rawValue],
        HTML.element("strong", word) + " " + HTML.text(note.text + ".") + remedy)
    }
    return HTML.list(told.map { $0 + "." })
      + (notes.isEmpty ? "" : HTML.element("ul", ["class": "notes"], notes.joined(separator: "\n")) + "\n")
  }

  private var drawn: String {
    charts.map { PageCharts.figure($0, level: 4) }.joined()
      + section.omitted.map { HTML.element("p", ["class": "omission"], HTML.text($0 + ".")) }.joined()
  }

  private var cells: String {
    let floors = Floors(among: report.summaries)
    return report.summaries.enumerated().map { index, summary in
      let details = CellDetails(summary, floors: floors)
      let table = HTML.table(
        details.table, caption: "Lateness of callbacks, response of deadlines: \(summary.cell)")
      return """
        <details class="cell" id="\(PageTable.place(id, index))"><summary>\(HTML.text(details.heading))</summary>
        \(table)\(HTML.list(details.sentences))</details>

        """
    }.joined()
  }

  private var environment: String {
    let facts = report.dataset.environment.facts.filter { !$0.key.hasPrefix("finding_") }
    let table = TextTable(columns: [
      TextTable.Column(title: "fact", cells: facts.map(\.key), alignsLeft: true),
      TextTable.Column(title: "value", cells: facts.map { $0.value ?? "unknown" }, alignsLeft: true),
    ])
    return """
      <details><summary>All \(facts.count) facts of the machine, the system and the program</summary>
      \(HTML.table(table, caption: "Facts of \(report.dataset.label)"))</details>

      """
  }
}

extension GateResult {
  /// The results as a table; nothing without any.
  static func html(_ results: [GateResult]) -> String {
    guard !results.isEmpty else { return "" }
    let cells = TextTable.Column(title: "cell", cells: results.map(\.cell.description), alignsLeft: true)
    return HTML.table(TextTable(columns: [cells] + columns(results)), caption: "Limits")
  }
}

extension WhyTable {
  /// The lines as a table; nothing where no cell was traced.
  var html: String { table.map { HTML.table($0, caption: "Why callbacks were late") } ?? "" }
}
