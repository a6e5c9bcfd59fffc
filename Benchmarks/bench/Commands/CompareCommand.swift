import Analysis
import Behaviors
import Foundation
import Results
import Timing

extension Command {
  /// `bench compare`: what differs between recordings, or between behaviours files.
  static var compare: Command {
    Command(
      CommandSyntax(
        name: "compare", summary: "is OTHER worse than BASE, beyond chance", operands: "BASE OTHER…",
        operandCompletion: .file,
        options: [
          ReportOptions.format, ReportOptions.output, ReportOptions.force, ReportOptions.budget,
          ReportOptions.regression, ReportOptions.allowUndecided,
          Option(
            name: "metric", takes: .value("LIST"), completion: .list(ComparedFigure.names),
            help: "what is judged: p50 or another quantile, missed, max, drift (default: "
              + "\(ComparedFigure.standard.map(\.description).joined(separator: ",")))"
          ) { options, text throws(ParseError) in
            let figures = try parseList(text) { name throws(ParseError) in
              try ComparedFigure(parsing: name)
            }
            // A figure that is named twice is one member of the family.
            options.figures = figures.enumerated().filter { !figures[..<$0.offset].contains($0.element) }
              .map(\.element)
          },
          Option(
            name: "details", takes: .nothing,
            help: "after the overview, all figures of each cell with intervals"
          ) { options, _ in options.details = true },
          Option(
            name: "fail-on-difference", takes: .nothing,
            help: "for behaviours files: exit 2 when there is a difference"
          ) { options, _ in options.failOnDifference = true },
          Option(
            name: "plot", takes: .value("DIR"), completion: .folder,
            help: "also draw compare.svg into this folder: percentiles and ratios of the cells that both have"
          ) { options, text throws(ParseError) in
            guard !text.isEmpty else { throw ParseError("an empty name") }
            options.plot = text
          },
        ],
        notes: [
          "Cells are matched by timer, interval, leeway, load and number of timers. Several OTHER files are repetitions "
            + "where nothing differs that can move a figure, else columns of their own. Two files of 'bench behaviors' may be "
            + "compared as well.", ComparisonPolicy().legend,
          "A limit of --max-regression is judged by the figures themselves, but with one run a side it is undecided.",
        ],
        example: "bench compare base.csv new.csv --max-regression p99=10%", defaults: ReportOptions())
    ) { options, files, context in
      guard files.count >= 2 else {
        throw UsageError(description: "a BASE and at least one OTHER are needed", command: "compare")
      }
      try options.checkOutput(inputs: files)
      if let folder = options.plot { try checkDistinct(output: "\(folder)/compare.svg", inputs: files) }
      let inputs = try [InputFile](opening: files)
      let kinds = try inputs.map { try isBehaviors($0) }
      if kinds.allSatisfy({ $0 }) {
        guard options.plot == nil else {
          throw UsageError(description: "--plot draws ticks, not behaviours", command: "compare")
        }
        return try compareBehaviors(inputs, options, context)
      }
      if let mixed = zip(files, kinds).first(where: \.1) {
        throw CommandFailure(
          code: .badData,
          message: "\(mixed.0) is a file of behaviours and others are of ticks: compare like with like")
      }
      guard !options.failOnDifference else {
        throw UsageError(
          description: "--fail-on-difference is for behaviours files: use --max-regression for ticks",
          command: "compare")
      }
      let reader = DatasetReader(terminal: context.terminal, purpose: .comparison)
      var datasets = try reader.read(inputs)
      guard datasets.count >= 2 else {
        throw UsageError(
          description: "these are parts of one recording: name another one", command: "compare")
      }
      let base = datasets.removeFirst()
      let sides = try Dataset.named([base] + Dataset.pooled(datasets))
      var policy = ComparisonPolicy()
      if let figures = options.figures { policy.figures = figures }
      let comparison = Comparison(
        base: sides[0], others: Array(sides.dropFirst()), policy: policy,
        quantiles: Budget.quantiles(options.budgets) + RegressionLimit.quantiles(options.regressions))
      var report = CompareReport(comparison, budgets: options.budgets, regressions: options.regressions)
      // What only the other side has is held against the budgets as well.
      for (index, side) in sides.dropFirst().enumerated() {
        let alone = Set(comparison.columns[index].onlyInOther)
        let summaries = side.cells.filter { alone.contains($0.cell) }.map {
          CellSummary($0, quantiles: Budget.quantiles(options.budgets))
        }
        report.gates[index] += Budget.evaluate(options.budgets, on: summaries)
      }
      let (width, color) = options.table(context.terminal)
      try options.write(
        report.text(options.format, width: width, color: color, details: options.details), context)
      let isDrawn =
        try options.plot.map {
          try draw(report, environments: sides.map(\.environment), of: files, into: $0, context)
        } ?? true
      let code = options.exitCode(report.gates.flatMap { $0 }, context.terminal)
      return code == .success && !isDrawn ? .inputOutput : code
    }
  }

  /// Whether the chart was drawn; says so where it was not.
  private static func draw(
    _ report: CompareReport, environments: [Environment], of files: [String], into folder: String,
    _ context: Context
  ) throws -> Bool {
    try OutputTarget.createFolder(folder)
    let outcome = ChartDrawing(folder: folder).draw(
      report.comparison, environments: environments, of: files)
    outcome.omissions.forEach { context.terminal.note("\($0).") }
    outcome.drawn.forEach { context.terminal.note("Chart: \($0)") }
    outcome.problems.forEach { context.terminal.note($0) }
    return outcome.problems.isEmpty
  }

  private static func isBehaviors(_ file: InputFile) throws -> Bool {
    BehaviorReport.recognises(String(decoding: try file.start(256), as: UTF8.self))
  }

  private static func compareBehaviors(
    _ files: [InputFile], _ options: ReportOptions, _ context: Context
  ) throws -> ExitCode {
    guard options.budgets.isEmpty, options.regressions.isEmpty else {
      throw UsageError(
        description: "--budget and --max-regression are for ticks: behaviours have no figures",
        command: "compare")
    }
    guard files.count == 2 else {
      throw UsageError(description: "behaviours are compared two files at a time", command: "compare")
    }
    let reports = try files.map { file in
      try BehaviorReport(csv: String(decoding: try file.contents(), as: UTF8.self), file: file.name)
    }
    for (file, report) in zip(files, reports) where report.status != .complete {
      context.terminal.note(
        "\(file.name) is \(report.status.rawValue): what it does not hold shows as a difference.")
    }
    let comparison = BehaviorComparison(base: reports[0], other: reports[1])
    let text =
      switch options.format {
      case .table: comparison.table()
      case .markdown: comparison.markdown()
      case .json: comparison.json
      case .csv: comparison.csv()
      }
    try options.write(text, context)
    return options.failOnDifference && !comparison.differences.isEmpty ? .limitExceeded : .success
  }
}
