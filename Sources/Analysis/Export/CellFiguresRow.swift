import Timing

/// The figures of a cell of one recording.
package struct CellFiguresRow: CellRow, Sendable {
  let recording: RecordingLabel
  let summary: CellSummary
  let overhead: FloorOverhead?

  var cell: Cell { summary.cell }
}

extension CellFiguresRow {
  /// The cells of a recording, in their order.
  package static func all(_ dataset: Dataset, _ recording: RecordingLabel) -> [CellFiguresRow] {
    let summaries = dataset.cells.concurrentMap { CellSummary($0) }
    let floors = Floors(among: summaries)
    return summaries.map {
      CellFiguresRow(recording: recording, summary: $0, overhead: FloorOverhead($0, over: floors))
    }
  }
}

extension FlatTable where Row == CellFiguresRow {
  /// A row a cell.
  /// - Parameter facts: the facts of the environment to add.
  package static func cells(facts: [String]) -> FlatTable {
    FlatTable(
      FlatColumn.recording + [FlatColumn.file] + FlatColumn.cell + runs + view("") { $0.callbacks }
        + view("response_") { $0.response } + view("latency_") { $0.latency } + slots + pace + causes + why
        + FlatColumn.facts(facts))
  }

  private static var runs: [FlatColumn<CellFiguresRow>] {
    [
      FlatColumn("runs") { .integer($0.summary.runs) },
      FlatColumn("failed_runs") { .integer($0.summary.failures.count) },
      FlatColumn("unbegun_runs") { .integer($0.summary.unbegun) },
      FlatColumn("from_histogram") { .bool($0.summary.isFromHistogram) },
    ]
  }

  /// How the times of a view are distributed.
  private static func view(
    _ prefix: String, _ of: @escaping @Sendable (CellSummary) -> Distribution
  ) -> [FlatColumn<CellFiguresRow>] {
    func column(
      _ name: String, _ value: @escaping @Sendable (Distribution) -> FlatValue
    ) -> FlatColumn<CellFiguresRow> {
      FlatColumn(prefix + name) { value(of($0.summary)) }
    }
    return [
      column("n") { .integer($0.count) }, column("early") { .integer($0.early) },
      column("min_ns") { .integer($0.min) },
    ]
      + Quantile.standard.map { quantile in
        column(quantile.description.replacing(".", with: "_") + "_ns") { .integer($0[quantile]) }
      } + [
        column("max_ns") { .integer($0.max) }, column("mean_ns") { .number($0.mean) },
        column("sd_ns") { .number($0.standardDeviation) },
        column("mad_ns") { .integer($0.medianAbsoluteDeviation) },
      ]
  }

  private static var slots: [FlatColumn<CellFiguresRow>] {
    [
      FlatColumn("slots") { .integer($0.summary.slots.total) },
      FlatColumn("fired") { .integer($0.summary.slots.fired) },
      FlatColumn("missed") { .integer($0.summary.slots.missed) },
      FlatColumn("merged") { .integer($0.summary.slots.merged) },
      FlatColumn("warmup_callbacks") { .integer($0.summary.slots.warmup) },
      FlatColumn("event_callbacks") { .integer($0.summary.slots.eventful) },
      FlatColumn("event_slots") { .integer($0.summary.slots.eventfulSlots) },
      FlatColumn("pending") { .integer($0.summary.facts.pending) },
      FlatColumn("dropped") { .integer($0.summary.facts.dropped) },
      FlatColumn("lost") { .integer($0.summary.facts.lost) },
    ]
  }

  private static var pace: [FlatColumn<CellFiguresRow>] {
    [
      FlatColumn("jitter_p50_ns") { .integer($0.summary.pace.jitterP50) },
      FlatColumn("jitter_p99_ns") { .integer($0.summary.pace.jitterP99) },
      FlatColumn("achieved_interval_ns") { .integer($0.summary.pace.achievedInterval) },
      FlatColumn("drift_ppm") { .number($0.summary.phaseDrift?.ppm) },
      FlatColumn("drift_low_ppm") { .number($0.summary.phaseDrift?.interval?.lowerBound) },
      FlatColumn("drift_high_ppm") { .number($0.summary.phaseDrift?.interval?.upperBound) },
      FlatColumn("count_drift_ns") { .integer($0.summary.pace.countDrift.total) },
      FlatColumn("count_drift_ppm") { .number($0.summary.pace.countDrift.ppm) },
      FlatColumn("wakeup_clusters") { .integer($0.summary.pace.clusters) },
      FlatColumn("callbacks_per_cluster") { .number($0.summary.pace.callbacksPerCluster) },
    ]
  }

  private static var causes: [FlatColumn<CellFiguresRow>] {
    [
      FlatColumn("blocked_share") { .number($0.summary.causes.blockedShare) },
      FlatColumn("handler_share") { .number($0.summary.causes.handlerShare) },
      FlatColumn("leeway_used_p50") { .number($0.summary.causes.leeway?.usedP50) },
      FlatColumn("leeway_used_p99") { .number($0.summary.causes.leeway?.usedP99) },
      FlatColumn("leeway_violations") { .integer($0.summary.causes.leeway?.violations) },
      FlatColumn("effective_leeway_ns") { .integer($0.summary.facts.effectiveLeeway) },
      FlatColumn("requested_occupancy") { .number($0.summary.facts.requestedOccupancy) },
      FlatColumn("achieved_occupancy") { .number($0.summary.facts.achievedOccupancy) },
      FlatColumn("cpu_per_callback_ns") { .number($0.summary.facts.cpuPerCallback) },
      FlatColumn("switches_per_callback") { .number($0.summary.facts.switchesPerCallback) },
      FlatColumn("max_rss_bytes") { .integer($0.summary.facts.peakMemory) },
      FlatColumn("floor") { .text($0.overhead?.floor.timer) },
      FlatColumn("over_floor_p50_ns") { .integer($0.overhead?[.p50]) },
      FlatColumn("over_floor_p99_ns") { .integer($0.overhead?[.p99]) },
    ]
  }

  /// The parts of the lateness, where it was traced.
  private static var why: [FlatColumn<CellFiguresRow>] {
    let groups: [(String, @Sendable (WhyFigures) -> LatenessBreakdown?)] = [
      ("why_p50_", { $0.median }), ("why_worst_", { $0.worst }),
    ]
    return groups.flatMap { prefix, group in
      LatenessPart.allCases.map { part in
        FlatColumn("\(prefix)\(part.rawValue)_ns") {
          .number($0.summary.why.flatMap(group).flatMap { $0.parts[part] })
        }
      }
    }
  }
}
