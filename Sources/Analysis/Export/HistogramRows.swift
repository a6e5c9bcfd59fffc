import Timing

/// A bin of the histograms of a run: how many values of each kind are in it.
package struct HistogramRow: CellRow, Sendable {
  let recording: RecordingLabel
  let planned: PlannedRun
  let bin: Histogram.Bin
  var callbacks: Int64 = 0
  var response: Int64 = 0
  var latency: Int64 = 0
  var jitter: Int64 = 0

  var cell: Cell { planned.cell }
}

extension HistogramRow {
  /// The bins of a recording's runs that hold anything, in order; none of a run that failed.
  /// - Parameter dataset: the recording, with digests in place of callbacks.
  package static func all(_ dataset: Dataset, _ recording: RecordingLabel) -> [HistogramRow] {
    dataset.cells.flatMap(\.runs).sorted { $0.planned.index < $1.planned.index }.flatMap { run in
      all(of: run.digest ?? RunDigest(run), run.planned, recording)
    }
  }

  private static func all(
    of digest: RunDigest, _ planned: PlannedRun, _ recording: RecordingLabel
  ) -> [HistogramRow] {
    // A view that is not kept is that of the callbacks.
    let views: [(WritableKeyPath<HistogramRow, Int64>, Histogram)] = [
      (\.callbacks, digest.lateness), (\.response, digest.responses ?? digest.lateness),
      (\.latency, digest.latency.count > 0 ? digest.latency : digest.lateness), (\.jitter, digest.jitter),
    ]
    var rows: [Histogram.Bin: HistogramRow] = [:]
    for (count, histogram) in views {
      for (bin, times) in histogram.bins {
        rows[bin, default: HistogramRow(recording: recording, planned: planned, bin: bin)][keyPath: count] =
          times
      }
    }
    return rows.values.sorted { $0.bin < $1.bin }
  }
}

extension FlatTable where Row == HistogramRow {
  /// A row a bin of a run.
  /// - Parameter facts: the facts of the environment to add.
  package static func histograms(facts: [String]) -> FlatTable {
    FlatTable(
      FlatColumn.recording + [FlatColumn("run") { .integer($0.planned.index) }] + FlatColumn.cell
        + [
          FlatColumn("repetition") { .integer($0.planned.repetition) },
          FlatColumn("bin") { .integer($0.bin.number) },
          FlatColumn("low_ns") { .integer($0.bin.range.lowerBound) },
          FlatColumn("high_ns") { .integer($0.bin.range.upperBound) },
          FlatColumn("callbacks") { .integer($0.callbacks) },
          FlatColumn("response") { .integer($0.response) },
          FlatColumn("latency") { .integer($0.latency) },
          FlatColumn("jitter") { .integer($0.jitter) },
        ] + FlatColumn.facts(facts))
  }
}
