import Foundation
import Results
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
  }

  #if CHARTS
    /// Draws every chart into a folder that exists.
    /// - Parameters:
    ///   - csv: the path of a ticks CSV.
    ///   - prefix: what the images' names begin with.
    /// - Throws: ``FileError`` or ``DataError`` for a CSV that cannot be read.
    static func draw(csv: String, into folder: String, prefix: String = "", format: Format) throws -> Outcome
    {
      let (reduced, isTraced) = try reduction(of: csv)
      defer { reduced.map(Scratch.remove) }
      let chartFormat = ChartFormat(rawValue: format.rawValue) ?? .svg
      let subtitle = URL(fileURLWithPath: csv).lastPathComponent
      var failures = ChartRenderer().renderAll(
        csv: reduced ?? csv, into: folder, prefix: prefix, format: chartFormat, subtitle: subtitle)
      // Means over groups of callbacks need every callback: this chart is drawn from the file itself.
      let whole = isTraced ? [Chart.why] : []
      failures += ChartRenderer().renderAll(
        whole, csv: csv, into: folder, prefix: prefix, format: chartFormat, subtitle: subtitle)
      var outcome = Outcome()
      for failure in failures {
        var failure = failure
        failure.csv = csv
        outcome.problems.append("\(failure)")
      }
      let lost = Set(failures.map(\.image))
      outcome.drawn = (Chart.all + whole).map { "\(folder)/\(prefix)\($0.name).\(format.rawValue)" }
        .filter { !lost.contains($0) }
      return outcome
    }

    /// A file of what the charts can show, where the CSV is too much for gnuplot, `nil` where it is not; and whether
    /// the trace explains any callback.
    private static func reduction(of csv: String) throws -> (path: String?, isTraced: Bool) {
      var rows: Int64 = 0
      var isTraced = false
      var cells: Set<Cell> = []
      var reduction = Reduction(runs: 1)
      var current: Int?
      try TickReader(path: csv).read { event in
        switch event {
        case .head(_, let planned): reduction = Reduction(runs: max(planned.count, 1))
        case .ticks(let ticks, let run):
          if current != run.index {
            reduction.begin(run)
            cells.insert(run.cell)
            current = run.index
          }
          rows += Int64(ticks.count)
          for tick in ticks { reduction.add(tick) }
          isTraced = isTraced || ticks.contains { $0.attribution != nil && !$0.warmup }
        case .finished, .end: break
        }
      }
      guard Reduction.isNeeded(rows: rows, cells: cells) else { return (nil, isTraced) }
      let path = NSTemporaryDirectory() + "timer-bench-\(UUID().uuidString).csv"
      Scratch.add(path)
      try reduction.write(to: path)
      return (path, isTraced)
    }
  #else
    /// This build has no charts.
    static func draw(csv: String, into folder: String, prefix: String = "", format: Format) throws -> Outcome
    {
      Outcome(problems: ["this build has no charts: draw \(csv) with 'bench plot' of a build that has them"])
    }
  #endif
}
