import Text
import Analysis
import Foundation
import Results
import Timing

extension Command {
  /// `bench summary`: all figures of recordings.
  static var summary: Command {
    Command(
      CommandSyntax(
        name: "summary", summary: "the overview of ticks CSVs; all figures with --details",
        operands: "FILE…", operandCompletion: .file,
        options: [
          ReportOptions.summaryFormat, ReportOptions.output, ReportOptions.force, ReportOptions.budget,
          ReportOptions.allowUndecided,
          Option(
            name: "details", takes: .nothing, help: "after the overview, all figures of each cell"
          ) { options, _ in options.details = true },
          Option(
            name: "hgrm", takes: .value("DIR"), completion: .folder,
            help: "also write the percentiles of each cell, in µs, as HdrHistogram text into this folder"
          ) { options, text throws(ParseError) in
            guard !text.isEmpty else { throw ParseError("an empty name") }
            options.hgrm = text
          },
        ],
        notes: [
          "Several files are repetitions where nothing differs that can move a figure; those of other conditions or "
            + "machines are sections of their own."
        ],
        example: "bench summary x.csv --budget 'p99<2ms' --format json", defaults: ReportOptions())
    ) { options, files, context in
      guard !files.isEmpty else { throw UsageError(description: "no FILE to summarise", command: "summary") }
      try options.checkOutput(inputs: files)
      try checkDistinct(files)
      let hasStability = options.metrics == nil && (options.format == .json || options.format == .csv)
      let reader = DatasetReader(terminal: context.terminal, purpose: .figures(series: hasStability))
      let sections = try Dataset.named(Dataset.pooled(try reader.read([InputFile](opening: files)))).map {
        SummaryReport.Section(
          $0, budgets: options.budgets, stability: hasStability)
      }
      let (width, color) = options.table(context.terminal)
      let report = SummaryReport(sections)
      try options.write(
        options.metrics.map(report.metrics)
          ?? report.text(options.format, width: width, color: color, details: options.details),
        context)
      if let folder = options.hgrm {
        try writePercentiles(sections, into: folder, force: options.force, context)
      }
      return options.exitCode(sections.flatMap(\.gates), context.terminal)
    }
  }

  private static func writePercentiles(
    _ sections: [SummaryReport.Section], into folder: String, force: Bool, _ context: Context
  ) throws {
    try OutputTarget.createFolder(folder)
    var taken: Set<String> = []
    for section in sections {
      for summary in section.summaries {
        let name = fileName("\(summary.cell) \(section.dataset.label)")
        var (free, number) = (name, 1)
        while !taken.insert(free).inserted {
          number += 1
          free = "\(name)-\(number)"
        }
        for (view, distribution) in [("callbacks", summary.callbacks), ("response", summary.response)] {
          let path = "\(folder)/\(view)-\(free).hgrm"
          // Readers of the format pass over lines that begin with '#'.
          let title = "# \(view) of \(section.dataset.label): \(summary.cell), in µs".printable + "\n"
          try OutputTarget.file(path).write(title + PercentileText(distribution).text, force: force)
          context.terminal.note("Percentiles: \(path)")
        }
      }
    }
  }
}
