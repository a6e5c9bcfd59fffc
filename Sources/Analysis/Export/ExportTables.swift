import Timing

/// What a row says of the recording that it comes from.
package struct RecordingLabel: Hashable, Sendable {
  /// A name that no other recording has.
  package var id: String
  /// The machine's name; the file's where the recording does not tell.
  package var machine: String
  /// The file, or the first of its parts.
  package var file: String
  /// The facts of the environment.
  package var environment: Environment

  /// Creates a label.
  package init(id: String, machine: String, file: String, environment: Environment) {
    (self.id, self.machine, self.file, self.environment) = (id, machine, file, environment)
  }
}

/// A row that belongs to a recording.
protocol RecordingRow: Sendable {
  var recording: RecordingLabel { get }
}

/// A row that belongs to a cell.
protocol CellRow: RecordingRow {
  var cell: Cell { get }
}

extension FlatColumn where Row: RecordingRow {
  /// Which recording it is.
  static var recording: [FlatColumn] {
    [
      FlatColumn("recording") { .text($0.recording.id) },
      FlatColumn("machine") { .text($0.recording.machine) },
    ]
  }

  static var file: FlatColumn { FlatColumn("file") { .text($0.recording.file) } }

  /// Facts of the environment, each a column.
  static func facts(_ keys: [String]) -> [FlatColumn] {
    keys.map { key in FlatColumn(key) { .text($0.recording.environment[key]) } }
  }
}

extension FlatColumn where Row: CellRow {
  /// The key of the cell.
  static var cell: [FlatColumn] {
    [
      FlatColumn("timer") { .text($0.cell.timer) },
      FlatColumn("interval_ns") { .integer($0.cell.interval.count) },
      FlatColumn("leeway_ns") { .integer($0.cell.leeway?.count) },
      FlatColumn("load") { .text($0.cell.load.label) },
      FlatColumn("timers") { .integer($0.cell.timers) },
    ]
  }
}

/// A fact of a recording.
package struct FactRow: RecordingRow, Sendable {
  let recording: RecordingLabel
  let fact: Environment.Fact
}

extension FlatTable where Row == FactRow {
  /// A row a fact that is known.
  package static var facts: FlatTable {
    FlatTable(
      FlatColumn.recording + [
        FlatColumn("key") { .text($0.fact.key) }, FlatColumn("value") { .text($0.fact.value) },
      ])
  }
}

extension FactRow {
  /// The facts that are known, in the order of the file.
  package static func all(of recording: RecordingLabel) -> [FactRow] {
    recording.environment.facts.filter { $0.value != nil }.map { FactRow(recording: recording, fact: $0) }
  }
}
