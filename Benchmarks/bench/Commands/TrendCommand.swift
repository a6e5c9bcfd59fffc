import Analysis
import Results
import Timing

extension Command {
  /// `bench trend`: recordings in order, and where their figures stepped.
  static var trend: Command {
    Command(
      CommandSyntax(
        name: "trend", summary: "when did a figure step, over many recordings", operands: "FILE…",
        operandCompletion: .file, options: TrendOptions.table,
        notes: [
          "Recordings of one machine are put in order by when they began, or by a label (bench run --label). Each is one value "
            + "a figure: that of a run on average over its runs, with its 95 % interval where there are several. A step is "
            + "named where figures before and after a recording differ as they hardly would (1 in 100) in a shuffled order, of all "
            + "figures together, and by more than 5%; some dozen recordings are needed, and three after the step. "
            + "The format customSmallerIsBetter is what github-action-benchmark reads: the newest recording's figures."
        ],
        example: "bench trend Results/lab/*.csv --plot charts", defaults: TrendOptions())
    ) { options, files, context in
      guard !files.isEmpty else { throw UsageError(description: "no FILE to look at", command: "trend") }
      try checkDistinct(files)
      try checkDistinct(output: options.output, inputs: files)
      if let output = options.output { try OutputTarget(argument: output).check(force: options.force) }
      let reader = DatasetReader(terminal: context.terminal, purpose: .comparison)
      // One after the other: of each only the figures are kept.
      let points = try RecordingSet.group([InputFile](opening: files)).map { TrendPoint(try reader.read($0)) }
      let trends: [Trend]
      do throws(TrendOrderError) {
        trends = try Trend.all(points, by: options.by.map { .label($0) } ?? .time)
      } catch {
        throw CommandFailure(code: .badData, message: "\(error)")
      }
      try write(TrendReport(trends), options, context)
      guard let folder = options.plot else { return .success }
      return try draw(trends, of: files, into: folder, context) ? .success : .inputOutput
    }
  }

  private static func write(_ report: TrendReport, _ options: TrendOptions, _ context: Context) throws {
    let toFile = options.output.map { $0 != "-" } ?? false
    let (width, color) = toFile ? (120, false) : (context.terminal.width, context.terminal.color)
    let text =
      switch options.format {
      case .table: report.text(width: width, color: color, details: options.details)
      case .json: report.json
      case .customSmallerIsBetter: report.customSmallerIsBetter
      }
    if let output = options.output, toFile {
      return try OutputTarget(argument: output).write(text, force: options.force)
    }
    if options.format == .table {
      try context.terminal.write(text)
    } else {
      try context.terminal.writeData(text)
    }
  }

  /// Whether every chart was drawn; says so where one was not.
  private static func draw(
    _ trends: [Trend], of files: [String], into folder: String, _ context: Context
  ) throws -> Bool {
    try OutputTarget.createFolder(folder)
    var isWhole = true
    for (index, trend) in trends.enumerated() {
      let prefix = trends.count > 1 ? fileName(trend.machine ?? "machine-\(index + 1)") + "-" : ""
      let outcome = ChartDrawing(folder: folder, prefix: prefix).draw(trend, of: files)
      outcome.omissions.forEach { context.terminal.note("\($0).") }
      outcome.drawn.forEach { context.terminal.note("Chart: \($0)") }
      outcome.problems.forEach { context.terminal.note($0) }
      isWhole = isWhole && outcome.problems.isEmpty
    }
    return isWhole
  }
}

private struct TrendOptions {
  enum Format: String, CaseIterable {
    case table, json, customSmallerIsBetter
  }

  var format = Format.table
  var by: String?
  var details = false
  var output: String?
  var force = false
  var plot: String?

  static var table: [Option<TrendOptions>] {
    [
      Option(
        name: "by", takes: .value("KEY"),
        help:
          "put the recordings in order by the value of this label, numbers in it by their size (default: by time)"
      ) { options, text throws(ParseError) in options.by = try Label.checked(key: text) },
      Option(
        name: "format", takes: .value("FORMAT"), completion: .words(Format.allCases.map(\.rawValue)),
        help: "table, json or customSmallerIsBetter (default: table)"
      ) { options, text throws(ParseError) in options.format = try parseChoice(text) },
      Option(
        name: "details", takes: .nothing, help: "after the overview, every value with its interval"
      ) { options, _ in options.details = true },
      Option(
        name: "output", short: "o", takes: .value("FILE"), completion: .file,
        help: "where to write instead of standard output"
      ) { options, text throws(ParseError) in
        guard !text.isEmpty else { throw ParseError("an empty name") }
        options.output = text
      },
      Option(name: "force", takes: .nothing, help: "replace an existing file") { options, _ in
        options.force = true
      },
      Option(
        name: "plot", takes: .value("DIR"), completion: .folder,
        help: "also draw trend.svg into this folder: p50, p99 and missed of each cell over the recordings"
      ) { options, text throws(ParseError) in
        guard !text.isEmpty else { throw ParseError("an empty name") }
        options.plot = text
      },
    ]
  }
}
