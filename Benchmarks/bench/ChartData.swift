#if CHARTS
  import Analysis
  import Charts
  import Foundation
  import Results
  import Timing

  /// What the charts of a ticks CSV are drawn from, read in one pass.
  struct ChartData {
    private(set) var reduction = Reduction(runs: 1)
    /// Whether the trace explains any callback.
    private(set) var isTraced = false
    private var rows: Int64 = 0
    /// A cell of more callbacks has no chart of its stability, which needs every one in memory.
    private var builder = SummaryBuilder(limit: 20_000_000)
    private var environment = Environment()
    private let csv: String

    init(csv: String) throws {
      self.csv = csv
      var current: Int?
      try TickReader(path: csv).read { event in
        switch event {
        case .head(let facts, let planned):
          environment = facts
          reduction = Reduction(runs: max(planned.count, 1))
        case .ticks(let ticks, let run):
          if current != run.index {
            reduction.begin(run)
            builder.begin(run)
            current = run.index
          }
          rows += Int64(ticks.count)
          for tick in ticks {
            reduction.add(tick)
            builder.add(tick)
          }
          isTraced = isTraced || ticks.contains { $0.attribution != nil && !$0.warmup }
        case .finished(let run, let facts):
          if current != run.index { builder.begin(run) }
          builder.finish(facts)
          current = nil
        case .histogram, .end: break
        }
      }
    }
  }

  extension ChartData {
    /// Whether gnuplot would do badly with the CSV as it is.
    var needsReduction: Bool { Reduction.isNeeded(rows: rows, cells: builder.samples().map(\.cell)) }

    /// How many cells there are.
    var cells: Int { builder.samples().count }

    /// Whether the file leaves rows out, so that its rows are no sample.
    var isWorstOnly: Bool { environment.rowsKept != nil }

    /// Whether the stability of the period can be worked out.
    var hasStability: Bool {
      !isWorstOnly && !builder.samples().contains { $0.runs.contains { $0.digest != nil } }
    }

    /// The summary as CSV, with TDEV and MTIE.
    var stability: String {
      let name = URL(fileURLWithPath: csv).lastPathComponent
      let dataset = Dataset(label: name, file: csv, environment: environment, cells: builder.samples())
      return SummaryReport([SummaryReport.Section(dataset)]).text(.csv)
    }
  }
#endif
