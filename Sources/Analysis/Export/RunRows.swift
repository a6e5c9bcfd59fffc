import Timing

/// A run with its facts.
package struct RunRow: CellRow, Sendable {
  let recording: RecordingLabel
  let planned: PlannedRun
  /// `nil` where the recording breaks off before, or the run never began.
  let facts: RunFacts?
  /// The lateness of the measured callbacks; `nil` for a run that failed or never began.
  let lateness: Histogram?
  let status: String

  var cell: Cell { planned.cell }
}

extension RunRow {
  /// The runs of a recording, in the order in which they were planned.
  /// - Parameters:
  ///   - dataset: the recording, with digests in place of callbacks.
  ///   - facts: the facts of the runs by their numbers.
  package static func all(
    _ dataset: Dataset, _ recording: RecordingLabel, facts: [Int: RunFacts]
  ) -> [RunRow] {
    dataset.cells.flatMap { samples in
      let unknown = samples.unbegun.map {
        RunRow(recording: recording, planned: $0, facts: nil, lateness: nil, status: "unbegun")
      }
      let failed = samples.failures.map {
        RunRow(
          recording: recording, planned: $0.planned, facts: facts[$0.planned.index], lateness: nil,
          status: "failed")
      }
      let measured = samples.runs.map { run in
        RunRow(
          recording: recording, planned: run.planned, facts: run.facts,
          lateness: (run.digest ?? RunDigest(run)).lateness,
          status: run.facts?.status.rawValue ?? "unfinished")
      }
      return measured + failed + unknown
    }.sorted { $0.planned.index < $1.planned.index }
  }
}

extension FlatTable where Row == RunRow {
  /// A row a run.
  /// - Parameter facts: the facts of the environment to add.
  package static func runs(facts: [String]) -> FlatTable {
    FlatTable(
      FlatColumn.recording + [FlatColumn.file, FlatColumn("run") { .integer($0.planned.index) }]
        + FlatColumn.cell + [FlatColumn("repetition") { .integer($0.planned.repetition) }] + figures
        + accounts
        + circumstances + FlatColumn.facts(facts))
  }

  /// How the run ended, and the lateness of its measured callbacks.
  private static var figures: [FlatColumn<RunRow>] {
    [
      FlatColumn("status") { .text($0.status) },
      FlatColumn("problem") { .text($0.facts?.problem) },
      FlatColumn("n") { .integer($0.lateness?.count) },
      FlatColumn("min_ns") { .integer($0.lateness?.min) },
      FlatColumn("max_ns") { .integer($0.lateness?.max) },
      FlatColumn("mean_ns") { .number($0.lateness?.mean) },
    ]
  }

  /// Its slots, as the `# done` line tells them.
  private static var accounts: [FlatColumn<RunRow>] {
    let facts: [(String, @Sendable (RunFacts) -> Int64?)] = [
      ("epoch_monotonic_ns", { $0.epoch }), ("end_ns", { $0.end }), ("slots", { $0.slots }),
      ("fired", { $0.fired }), ("missed", { $0.missed }), ("pending", { $0.pending }),
      ("callbacks", { $0.callbacks }), ("warmup", { $0.warmup }), ("dropped", { $0.dropped }),
      ("lost", { $0.lost }), ("event_callbacks", { $0.eventful }),
    ]
    return facts.map { name, value in FlatColumn(name) { .integer($0.facts.flatMap(value)) } }
  }

  private static var circumstances: [FlatColumn<RunRow>] {
    [
      FlatColumn("requested_occupancy") { .number($0.facts?.requestedOccupancy) },
      FlatColumn("achieved_occupancy") { .number($0.facts?.achievedOccupancy) },
      FlatColumn("load_problem") { .text($0.facts?.loadProblem) },
      FlatColumn("effective_leeway_ns") { .integer($0.facts?.effectiveLeeway) },
      FlatColumn("wall_bracket_ns") { .integer($0.facts?.wallBracket) },
      FlatColumn("grid_offset_ns") { .integer($0.facts?.gridOffset) },
      FlatColumn("rejected_fire_dates") { .integer($0.facts?.rejectedFireDates) },
      FlatColumn("cpu_ns") { .integer($0.facts?.cpu) },
      FlatColumn("max_rss_bytes") { .integer($0.facts?.peakMemory) },
      FlatColumn("voluntary_switches") { .integer($0.facts?.voluntarySwitches) },
      FlatColumn("involuntary_switches") { .integer($0.facts?.involuntarySwitches) },
      FlatColumn("trace_lost_events") { .integer($0.facts?.traceLost) },
      FlatColumn("realtime_of_run") { .text($0.facts?.realtime.map { "\($0)" }) },
      FlatColumn("stopped_by") { .text($0.facts?.stoppedBy) },
      FlatColumn("pauses") { .integer($0.facts.map { $0.pauses?.count ?? 0 }) },
      FlatColumn("paused_ns") { row in .integer(row.facts.map { total($0.pauses?.map(\.length)) }) },
      FlatColumn("clock_steps") { .integer($0.facts.map { $0.clockSet?.count ?? 0 }) },
      FlatColumn("clock_set_ns") { row in .integer(row.facts.map { total($0.clockSet?.map(\.length)) }) },
      FlatColumn("sleeps") { .integer($0.facts.map { $0.sleep?.count ?? 0 }) },
      FlatColumn("slept_ns") { row in .integer(row.facts.map { total($0.sleep?.map(\.length)) }) },
      FlatColumn("deadline_clock") { .text($0.facts?.deadlineClock?.rawValue) },
    ]
  }

  private static func total(_ lengths: [Int64]?) -> Int64 {
    (lengths ?? []).reduce(0) { $0.addingSaturated($1) }
  }
}
