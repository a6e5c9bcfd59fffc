import Analysis
import Foundation
import Results
import Text
import Timing

#if CHARTS
  import CChartLibrary
  import PageFiles
  import Scripts
#endif

extension Command {
  /// `bench report`: recordings as one page to send.
  static var report: Command {
    Command(
      CommandSyntax(
        name: "report", summary: "one page to send: findings, every figure, every chart", operands: "FILE…",
        operandCompletion: .file,
        options: [
          ReportOptions.page, ReportOptions.force, ReportOptions.budget, ReportOptions.allowUndecided,
        ],
        notes: [
          "The page is one file that needs no other and asks for nothing: it opens from a disk, a mail or a web server. "
            + "Several files are repetitions where nothing differs that can move a figure; others are compared with the first."
        ],
        example: "bench report x.csv -o report.html", defaults: ReportOptions())
    ) { options, files, context in
      guard !files.isEmpty else { throw UsageError(description: "no FILE to report", command: "report") }
      guard options.output != nil else {
        throw UsageError(description: "no name for the page: give -o report.html", command: "report")
      }
      try options.checkOutput(inputs: files)
      try checkDistinct(files)
      let assets = try ReportPage.Assets.own
      let sections = try PageReader(terminal: context.terminal).sections(of: files, budgets: options.budgets)
      for (section, sentence) in sections.flatMap({ section in section.omitted.map { (section, $0) } }) {
        context.terminal.note("\(section.report.dataset.label): \(sentence).")
      }
      let page = ReportPage(sections, comparing: options, assets: assets)
      try options.writePage(page.html, context)
      return options.exitCode(sections.flatMap(\.report.gates), context.terminal)
    }
  }
}

extension ReportOptions {
  fileprivate static let page = Option<ReportOptions>(
    name: "output", short: "o", takes: .value("FILE"), completion: .file,
    help: "the page; - for standard output"
  ) { options, text throws(ParseError) in
    guard !text.isEmpty else { throw ParseError("an empty name") }
    options.output = text
  }

  fileprivate func writePage(_ html: String, _ context: Context) throws {
    guard let output else { return }
    try OutputTarget(argument: output).write(html, force: force)
    if output != "-" { context.terminal.note("Report: \(output)") }
  }
}

extension ReportPage {
  /// A page of the sections; where there are several, the first is the base of their comparison.
  fileprivate init(_ sections: [Section], comparing options: ReportOptions, assets: Assets) {
    let datasets = sections.map(\.report.dataset)
    guard let base = datasets.first, datasets.count > 1 else {
      self.init(sections, assets: assets)
      return
    }
    let comparison = Comparison(
      base: base, others: Array(datasets.dropFirst()), quantiles: Budget.quantiles(options.budgets))
    self.init(
      sections, comparison: CompareReport(comparison),
      chart: ChartTable.compare(comparison, environments: datasets.map(\.environment)), assets: assets)
  }
}

/// Reads recordings for a page.
private struct PageReader {
  let terminal: Terminal

  /// The sections of files, each with its figures and charts.
  /// - Throws: ``FileError``, ``DataError`` or ``RepeatedRun``.
  func sections(of files: [String], budgets: [Budget]) throws -> [ReportPage.Section] {
    let sets = try RecordingSet.group([InputFile](opening: files))
    let reader = DatasetReader(terminal: terminal, purpose: .comparison)
    let recordings = try sets.map { try reader.readTraced($0) }
    return try Dataset.named(Dataset.pooled(recordings.map(\.dataset))).map { dataset in
      let members = zip(sets, recordings).filter { dataset.files.contains($0.0.names[0]) }
      var trace = CallbackTrace()
      for (_, recording) in members { trace.add(recording.trace) }
      let name = members.count == 1 ? members[0].0.name : "\(members.count) recordings"
      let (charts, omitted) = charts(ChartSource(name: name, dataset: dataset, trace: trace))
      return ReportPage.Section(
        SummaryReport.Section(dataset, budgets: budgets), charts: charts, omitted: omitted)
    }
  }

  private func charts(_ source: ChartSource) -> ([ChartTable], [String]) {
    let cells = source.dataset.cells.count
    guard cells <= ChartDrawing.mostCells else {
      return ([], ["there are \(cells) cells, and a chart can show \(ChartDrawing.mostCells)"])
    }
    guard source.hasCallbacks else {
      return ([], ["there are no charts: no timer called back after the warm-up"])
    }
    return ChartTable.all(of: source)
  }
}

extension ReportPage.Assets {
  #if CHARTS
    /// The program's own.
    fileprivate static var own: ReportPage.Assets {
      get throws(CommandFailure) {
        guard let library = unsafe chart_library() else {
          throw CommandFailure(
            code: .failure,
            message:
              "this program was built without Chart.js, which draws a page's charts: run './setup' and build it again"
          )
        }
        return ReportPage.Assets(
          style: PageFiles.style, scripts: [unsafe String(cString: library)] + PageFiles.scripts,
          palette: Scripts.palette)
      }
    }
  #else
    /// This build has no charts.
    fileprivate static var own: ReportPage.Assets {
      get throws(CommandFailure) {
        throw CommandFailure(
          code: .failure, message: "this build has no charts: make the report with a build that has them")
      }
    }
  #endif
}
