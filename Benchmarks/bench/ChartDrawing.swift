import Foundation
import Results
import Text
import Timing

#if CHARTS
  import Charts
#endif

/// Draws the charts of a CSV.
struct ChartDrawing {
  /// The image formats, by their file endings.
  enum Format: String, CaseIterable {
    case svg, png, pdf
  }

  /// What was drawn, and one sentence for each chart that was not.
  struct Outcome {
    var drawn: [String] = []
    var problems: [String] = []

    /// Says what was not drawn; where nothing was, the first reason stands for all, and no empty folder stays.
    func report(folder: String, to terminal: Terminal) {
      guard drawn.isEmpty, let first = problems.first else { return problems.forEach { terminal.note($0) } }
      terminal.note(
        problems.count > 1 ? "No chart was drawn. The first of \(problems.count): \(first)" : first)
      _ = unsafe rmdir(folder.systemPath)
    }
  }

  #if CHARTS
    /// Draws every chart of a recording into a folder that exists.
    /// - Parameter prefix: what the images' names begin with.
    /// - Throws: ``FileError`` or ``DataError`` for a CSV that cannot be read.
    static func draw(_ set: RecordingSet, into folder: String, prefix: String = "", format: Format) throws
      -> Outcome
    {
      try withTemporaryFile(where: set.file == nil, write: set.join(into:)) {
        try draw(csv: set.file ?? $0 ?? "", named: set.paths[0], into: folder, prefix: prefix, format: format)
      }
    }

    /// With more a chart takes minutes, and nobody can tell its lines apart.
    private static let mostCells = 500

    private static func draw(
      csv: String, named name: String, into folder: String, prefix: String, format: Format
    ) throws -> Outcome {
      let data = try ChartData(csv: csv)
      guard data.cells <= mostCells else {
        return Outcome(problems: [
          "\(name) was not drawn: it has \(data.cells) cells, and a chart can show \(mostCells). Draw a file with fewer"
        ])
      }
      var subtitle = name == "-" ? "standard input" : URL(fileURLWithPath: name).lastPathComponent
      if data.isWorstOnly { subtitle += ": only the rows around the worst callbacks" }
      let format = ChartFormat(rawValue: format.rawValue) ?? .svg
      let renderer = ChartRenderer()
      func image(_ chart: Chart) -> String { "\(folder)/\(prefix)\(chart.name).\(format.rawValue)" }
      var failures = try withTemporaryFile(where: data.needsReduction, write: data.reduction.write(to:)) {
        renderer.renderAll(csv: $0 ?? csv, into: folder, prefix: prefix, format: format, subtitle: subtitle)
      }
      // Means over groups of callbacks need every callback: this chart is drawn from the file itself.
      if data.isTraced { failures += renderer.failures(.why, csv: csv, to: image(.why), format, subtitle) }
      if data.hasStability {
        failures += try withTemporaryFile(write: { try write(data.stability, to: $0) }) { table in
          renderer.failures(.stability, csv: table ?? csv, to: image(.stability), format, subtitle)
        }
      }
      let lost = Set(failures.map(\.image))
      return Outcome(
        drawn: (Chart.all + (data.isTraced ? [.why] : []) + (data.hasStability ? [.stability] : [])).map(
          image
        ).filter {
          !lost.contains($0)
        },
        problems: failures.map { failure in
          var failure = failure
          failure.csv = name
          return "\(failure)"
        })
    }

    /// Draws a comparison into a folder that exists.
    /// - Parameters:
    ///   - table: the comparison as CSV.
    ///   - files: the base and the others, for the command that draws it later.
    static func draw(comparison table: String, of files: [String], into folder: String) throws -> Outcome {
      let image = "\(folder)/\(Chart.compare.name).svg"
      let names = files.map { URL(fileURLWithPath: $0).lastPathComponent }
      let subtitle = "\(names[0]) against \(names.dropFirst().joined(separator: ", "))"
      let failures = try withTemporaryFile(write: { try write(table, to: $0) }) { path in
        ChartRenderer().failures(.compare, csv: path ?? "", to: image, .svg, subtitle)
      }
      let later =
        "bench compare \(files.map(shellQuoted).joined(separator: " ")) --plot \(shellQuoted(folder))"
      return Outcome(
        drawn: failures.isEmpty ? [image] : [],
        problems: failures.map { failure in
          var failure = failure
          failure.command = later
          return "\(failure)"
        })
    }

    private static func write(_ table: String, to path: String) throws {
      try OutputTarget.file(path).write(PlainTable(csv: table).text)
    }

    /// Calls `body` with a file that `write` makes and that is removed afterwards; with `nil` where none is needed.
    private static func withTemporaryFile<Value>(
      where needed: Bool = true, write: (String) throws -> Void, _ body: (String?) throws -> Value
    ) throws -> Value {
      guard needed else { return try body(nil) }
      let path = try ScratchFolder.newPath(ending: ".csv")
      defer { ScratchFolder.remove(path) }
      try write(path)
      return try body(path)
    }
  #else
    /// This build has no charts.
    static func draw(comparison table: String, of files: [String], into folder: String) throws -> Outcome {
      Outcome(problems: ["this build has no charts: draw the comparison with a build that has them"])
    }

    /// This build has no charts.
    static func draw(_ set: RecordingSet, into folder: String, prefix: String = "", format: Format) throws
      -> Outcome
    {
      Outcome(problems: [
        "this build has no charts: draw \(set.paths[0]) with 'bench plot' of a build that has them"
      ])
    }
  #endif
}

#if CHARTS
  extension ChartRenderer {
    /// Draws one chart and says why it was not drawn, if it was not.
    fileprivate func failures(
      _ chart: Chart, csv: String, to image: String, _ format: ChartFormat, _ subtitle: String
    ) -> [ChartError] {
      do throws(ChartError) {
        try render(chart, csv: csv, to: image, format: format, subtitle: subtitle)
        return []
      } catch {
        return [error]
      }
    }
  }
#endif
