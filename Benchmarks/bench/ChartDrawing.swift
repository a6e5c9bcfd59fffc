import Analysis
import Foundation
import Results
import Text
import Timing

#if CHARTS
  import Charts
#endif

/// Draws the charts of recordings and comparisons, each with its table beside it.
struct ChartDrawing {
  /// The image formats, by their file endings.
  enum Format: String, CaseIterable {
    case svg, png, pdf
  }

  /// What was drawn, and one sentence for each chart that was not.
  struct Outcome {
    var drawn: [String] = []
    var problems: [String] = []
    /// What charts leave out, and those that would say nothing.
    var omissions: [String] = []

    /// Says what was not drawn; where nothing was, the first reason stands for all, and no empty folder stays.
    func report(folder: String, to terminal: Terminal) {
      omissions.forEach { terminal.note("\($0).") }
      guard drawn.isEmpty, let first = problems.first else { return problems.forEach { terminal.note($0) } }
      terminal.note(
        problems.count > 1 ? "No chart was drawn. The first of \(problems.count): \(first)" : first)
      _ = unsafe rmdir(folder)
    }
  }

  /// The folder that exists, in which charts are drawn.
  var folder: String
  /// With more cells a chart takes minutes, and nobody can tell its lines apart.
  static let mostCells = 500
  /// What the images' names begin with.
  var prefix = ""
  var format = Format.svg
  /// A folder with the user's own scripts.
  var scripts: String?
}

#if CHARTS
  extension ChartDrawing {
    /// Draws every chart of a recording.
    /// - Throws: ``FileError`` or ``DataError`` for a CSV that cannot be read.
    func draw(_ set: RecordingSet, terminal: Terminal) throws -> Outcome {
      let path = set.names[0]
      let source: ChartSource
      do {
        let (dataset, trace) = try DatasetReader(terminal: terminal, purpose: .figures(series: true))
          .readTraced(set, mostCells: Self.mostCells)
        source = ChartSource(name: set.name, dataset: dataset, trace: trace)
      } catch let excess as TooManyCells {
        return Outcome(problems: [
          "\(path.printable) was not drawn: it has \(excess.count), and a chart can show \(Self.mostCells). "
            + "Draw a file with fewer"
        ])
      }
      guard source.hasCallbacks else {
        return Outcome(problems: ["\(path.printable) was not drawn: no timer called back after the warm-up"])
      }
      let (tables, omitted) = ChartTable.all(of: source)
      var outcome = draw(tables) { failure in failure.csv = path }
      outcome.omissions += omitted
      return outcome
    }

    /// Draws a comparison.
    /// - Parameter files: the base and the others, for the command that draws it later.
    func draw(_ comparison: Comparison, environments: [Environment], of files: [String]) -> Outcome {
      guard let table = ChartTable.compare(comparison, environments: environments) else {
        return Outcome(problems: [
          "\(folder)/compare.svg was not drawn: \(files[0]) shares no cell with the others."
        ])
      }
      let later =
        "bench compare \(files.map(shellQuoted).joined(separator: " ")) --plot \(shellQuoted(folder))"
      return draw([table]) { failure in failure.command = later }
    }

    /// Draws a trend.
    /// - Parameter files: the recordings, for the command that draws it later.
    func draw(_ trend: Trend, of files: [String]) -> Outcome {
      guard let table = ChartTable.trend(trend) else {
        return Outcome(problems: ["\(folder)/trend.svg was not drawn: no recording has a cell."])
      }
      let later = "bench trend \(files.map(shellQuoted).joined(separator: " ")) --plot \(shellQuoted(folder))"
      return draw([table]) { failure in failure.command = later }
    }

    private func draw(_ tables: [ChartTable], explaining: (inout ChartError) -> Void) -> Outcome {
      let renderer = ChartRenderer(scripts: ChartScripts(folder: scripts))
      let charts = tables.map { table in
        Chart(
          name: table.chart, table: table.csv,
          text: PictureText(title: table.title, description: table.description))
      }
      let failures = renderer.renderAll(
        charts, into: folder, prefix: prefix, format: ChartFormat(rawValue: format.rawValue) ?? .svg)
      let images = tables.map { "\(folder)/\(prefix)\($0.chart).\(format.rawValue)" }
      let lost = Set(failures.map(\.image))
      return Outcome(
        drawn: images.filter { !lost.contains($0) },
        problems: failures.map { failure in
          var failure = failure
          explaining(&failure)
          return "\(failure)"
        },
        omissions: tables.flatMap { table in table.omissions.map { "\(prefix)\(table.chart): \($0)" } })
    }
  }
#else
  extension ChartDrawing {
    /// This build has no charts.
    func draw(_ comparison: Comparison, environments: [Environment], of files: [String]) -> Outcome {
      Outcome(problems: ["this build has no charts: draw the comparison with a build that has them"])
    }

    /// This build has no charts.
    func draw(_ trend: Trend, of files: [String]) -> Outcome {
      Outcome(problems: ["this build has no charts: draw the trend with a build that has them"])
    }

    /// This build has no charts.
    func draw(_ set: RecordingSet, terminal: Terminal) throws -> Outcome {
      Outcome(problems: [
        "this build has no charts: draw \(set.names[0]) with 'bench plot' of a build that has them"
      ])
    }
  }
#endif
