import Analysis
import Results
import Text
import Timing

/// What `summary` and `compare` have in common: limits, and how and where the report is written.
struct ReportOptions {
  var format = ReportFormat.table
  /// Metrics instead of a report.
  var metrics: MetricsFormat?
  var output: String?
  var force = false
  var budgets: [Budget] = []
  var regressions: [RegressionLimit] = []
  var allowUndecided = false
  var failOnDifference = false
  var details = false
  /// The figures to judge; `nil` for the usual ones.
  var figures: [ComparedFigure]?
  var hgrm: String?
  var plot: String?

  static let format = Option<ReportOptions>(
    name: "format", takes: .value("FORMAT"), completion: .words(ReportFormat.allCases.map(\.rawValue)),
    help: "table, markdown, json or csv (default: table)"
  ) { options, text throws(ParseError) in options.format = try parseChoice(text) }

  /// The formats of a summary, which can be metrics besides.
  static let summaryFormat = Option<ReportOptions>(
    name: "format", takes: .value("FORMAT"),
    completion: .words(ReportFormat.allCases.map(\.rawValue) + MetricsFormat.allCases.map(\.rawValue)),
    help: "table, markdown, json, csv, openmetrics or prometheus (default: table)"
  ) { options, text throws(ParseError) in
    options.metrics = MetricsFormat(rawValue: text)
    if options.metrics == nil { options.format = try parseSummaryFormat(text) }
  }

  /// The error lists the metrics too.
  private static func parseSummaryFormat(_ text: String) throws(ParseError) -> ReportFormat {
    guard let format = ReportFormat(rawValue: text) else {
      let names = ReportFormat.allCases.map(\.rawValue) + MetricsFormat.allCases.map(\.rawValue)
      throw ParseError("use one of " + names.joined(separator: ", ") + didYouMean(text, among: names))
    }
    return format
  }

  static let output = Option<ReportOptions>(
    name: "output", short: "o", takes: .value("FILE"), completion: .file,
    help: "where to write instead of standard output"
  ) { options, text throws(ParseError) in
    guard !text.isEmpty else { throw ParseError("an empty name") }
    options.output = text
  }

  static let force = Option<ReportOptions>(
    name: "force", takes: .nothing, help: "replace an existing file"
  ) { options, _ in options.force = true }

  static let budget = Option<ReportOptions>(
    name: "budget", takes: .value("LIMIT"), repeats: true,
    help: "a limit that every cell has to keep, such as 'p99<2ms' or 'missed=0'; exit 2 when one does not"
  ) { options, text throws(ParseError) in options.budgets.append(try Budget(parsing: text)) }

  static let regression = Option<ReportOptions>(
    name: "max-regression", takes: .value("LIMIT"), repeats: true,
    help:
      "how much worse than the base a figure may be, such as p99=10%, judged by the figures themselves; exit 2 "
      + "when it is worse"
  ) { options, text throws(ParseError) in options.regressions.append(try RegressionLimit(parsing: text)) }

  static let allowUndecided = Option<ReportOptions>(
    name: "allow-undecided", takes: .nothing,
    help: "a limit that cannot be decided does not fail; one over runs that failed or broke off still does"
  ) { options, _ in options.allowUndecided = true }

  /// Whether a limit is exceeded, or cannot be decided and that is not allowed; limits that nothing was held against
  /// are not kept, and that is said.
  func exitCode(_ gates: [GateResult], _ terminal: Terminal) -> ExitCode {
    if gates.isEmpty, !budgets.isEmpty || !regressions.isEmpty {
      terminal.note("No limit was checked: there is no cell to hold it against.")
      return .limitExceeded
    }
    let failed = gates.filter { $0.fails(allowingUndecided: allowUndecided) }
    // The other formats show the table of limits themselves.
    if format == .csv || metrics != nil {
      failed.forEach {
        terminal.note("\($0.cell): \($0.limit): found \($0.found): \($0.word) \($0.explanation)")
      }
    }
    return failed.isEmpty ? .success : .limitExceeded
  }

  /// Writes a report to where it was asked for.
  func write(_ text: String, _ context: Context) throws {
    guard let output, output != "-" else {
      if metrics != nil { return try context.terminal.writeData(text) }
      switch format {
      case .table, .markdown: return try context.terminal.write(text)
      case .json, .csv: return try context.terminal.writeData(text)
      }
    }
    try OutputTarget(argument: output).write(text, force: force)
  }

  /// Refuses an output that is an input or cannot be written, before anything is read.
  func checkOutput(inputs: [String]) throws {
    try checkDistinct(output: output, inputs: inputs)
    if let output { try OutputTarget(argument: output).check(force: force) }
  }

  /// How wide and colourful a table may be: as the terminal, or plain in a file.
  func table(_ terminal: Terminal) -> (width: Int, color: Bool) {
    output == nil ? (terminal.width, terminal.color) : (120, false)
  }
}
