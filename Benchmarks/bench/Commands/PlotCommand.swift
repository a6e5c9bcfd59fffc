import Foundation
import Results
import Timing

extension Command {
  /// `bench plot`: draws the charts of CSVs that were measured earlier.
  static var plot: Command {
    Command(
      CommandSyntax(
        name: "plot", summary: "draw the charts of ticks CSVs", operands: "FILE…", operandCompletion: .file,
        options: PlotOptions.table,
        notes: ["Charts that are there already are replaced. The parts of a recording are drawn together."],
        example: "bench plot x.csv -o charts --format png", defaults: PlotOptions())
    ) { options, files, context in
      guard !files.isEmpty else { throw UsageError(description: "no FILE to draw", command: "plot") }
      guard let folder = options.folder else {
        throw UsageError(description: "no folder for the charts: give -o DIR", command: "plot")
      }
      let sets = try RecordingSet.group([InputFile](opening: files))
      try OutputTarget.createFolder(folder)
      var problems = 0
      for (set, prefix) in zip(sets, prefixes(sets.map { $0.names[0] })) {
        let drawing = ChartDrawing(
          folder: folder, prefix: prefix, format: options.format, scripts: options.scripts)
        let outcome = try drawing.draw(set, terminal: context.terminal)
        try context.terminal.writePaths(outcome.drawn)
        outcome.report(folder: folder, to: context.terminal)
        problems += outcome.problems.count
      }
      return problems == 0 ? .success : .inputOutput
    }
  }
}

private struct PlotOptions {
  var folder: String?
  var format = ChartDrawing.Format.svg
  var scripts: String?

  static var table: [Option<PlotOptions>] {
    [
      Option(
        name: "output", short: "o", takes: .value("DIR"), completion: .folder,
        help: "the folder for the charts; made if need be"
      ) {
        options, text throws(ParseError) in
        guard !text.isEmpty else { throw ParseError("an empty name") }
        options.folder = text
      },
      Option(
        name: "format", takes: .value("FORMAT"),
        completion: .words(ChartDrawing.Format.allCases.map(\.rawValue)),
        help: "svg, png or pdf (default: svg)"
      ) {
        options, text throws(ParseError) in options.format = try parseChoice(text)
      },
      Option(
        name: "scripts", takes: .value("DIR"), completion: .folder,
        help: "draw with the gnuplot scripts of this folder instead of the program's own"
      ) { options, text throws(ParseError) in
        guard !text.isEmpty else { throw ParseError("an empty name") }
        options.scripts = text
      },
    ]
  }
}

/// What the images of each file begin with: nothing for one file, else the file's name, numbered where names meet.
private func prefixes(_ files: [String]) -> [String] {
  guard files.count > 1 else { return [""] }
  let names = files.map { file in
    let name = file.lastOfPath
    return name.lastIndex(of: ".").map { $0 > name.startIndex ? String(name[..<$0]) : name } ?? name
  }
  return names.enumerated().map { index, name in
    names.filter { $0 == name }.count > 1 ? "\(name)-\(index + 1)-" : "\(name)-"
  }
}
