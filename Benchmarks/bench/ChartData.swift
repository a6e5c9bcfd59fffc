#if CHARTS
  import Analysis
  import Charts
  import Foundation
  import Results
  import Timing

  /// What the charts of a recording are drawn from, read in one pass.
  struct ChartData {
    let source: ChartSource
    /// Transitional: what the old scripts draw from.
    let reduction: Reduction

    /// Reads the files of a recording; `name` is what its charts call it.
    /// - Throws: ``FileError`` or ``DataError``.
    init(_ set: RecordingSet, name: String, terminal: Terminal) throws {
      var trace = CallbackTrace()
      var reduction = Reduction(runs: 1)
      var current: Int?
      let dataset = try DatasetReader(terminal: terminal).read(set) { event in
        switch event {
        case .head(_, let planned):
          guard trace.isEmpty else { return }
          trace = CallbackTrace(runs: max(planned.count, 1))
          reduction = Reduction(runs: max(planned.count, 1))
        case .ticks(let ticks, let run):
          if current != run.index {
            trace.begin(run)
            reduction.begin(run)
          }
          current = run.index
          trace.add(ticks)
          for tick in ticks { reduction.add(tick) }
        case .histogram, .finished, .end: break
        }
      }
      self.reduction = reduction
      source = ChartSource(name: name, dataset: dataset, trace: trace)
    }

    /// Whether the trace explains any callback.
    var isTraced: Bool { source.isTraced }

    /// How many cells there are.
    var cells: Int { source.dataset.cells.count }

    /// Whether the file leaves rows out, so that its rows are no sample.
    var isWorstOnly: Bool { source.dataset.environment.rowsKept != nil }

    /// Whether the stability of the period can be worked out.
    var hasStability: Bool {
      !isWorstOnly && !source.dataset.cells.contains { $0.runs.contains { $0.digest != nil } }
    }

    /// The summary as CSV, with TDEV and MTIE.
    var stability: String {
      SummaryReport([SummaryReport.Section(source.dataset)]).text(.csv)
    }
  }
#endif
