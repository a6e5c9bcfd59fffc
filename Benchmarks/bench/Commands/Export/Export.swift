import Analysis
import Foundation
import Results
import Text
import Timing

/// Writes recordings as rows of one table.
final class Export {
  private let contents: ExportOptions.Table
  private let format: FlatFormat
  private let facts: [String]
  private let terminal: Terminal
  private let writer: TableWriter
  /// Whether people read the rows, at a terminal.
  private let isShown: Bool
  /// The recordings so far, by their names, and their files.
  private var files: [String: String] = [:]
  /// Facts asked for that no recording has had so far, and no recording is known to have.
  private var unseen: Set<String>

  /// Opens the output.
  /// - Throws: ``UsageError`` or ``FileError``.
  init(_ options: ExportOptions, _ terminal: Terminal) throws {
    (contents, format, self.terminal) = (options.contents, options.format, terminal)
    if options.contents == .facts, options.facts != nil {
      throw UsageError(description: "--facts is for the other tables: this one has all", command: "export")
    }
    let isWide = options.contents == .runs || options.contents == .cells
    facts = (options.facts ?? (isWide ? .all : .named([]))).names
    unseen = Set(facts).subtracting(ExportOptions.Facts.known)
    let columns = Self.columns(options.contents, facts: [])
    if let double = facts.first(where: columns.contains) {
      throw UsageError(
        description: "--facts \(double): the table has a column of that name anyway", command: "export")
    }
    isShown = (options.output ?? "-") == "-" && isatty(1) == 1
    writer = try TableWriter(
      to: OutputTarget(argument: options.output ?? "-"), format: options.format == .csv ? .csv : .jsonLines,
      force: options.force)
  }

  /// The names of a table's columns.
  private static func columns(_ contents: ExportOptions.Table, facts: [String]) -> [String] {
    switch contents {
    case .ticks: ["recording", "machine"] + TableWriter.tickColumns + facts
    case .runs: FlatTable.runs(facts: facts).columns.map(\.name)
    case .cells: FlatTable.cells(facts: facts).columns.map(\.name)
    case .histograms: FlatTable.histograms(facts: facts).columns.map(\.name)
    case .facts: FlatTable.facts.columns.map(\.name)
    }
  }

  /// Writes the rows of some recordings, and ends the output.
  /// - Throws: ``FileError``, ``DataError`` or ``CommandFailure``.
  func write(_ sets: [RecordingSet]) throws {
    try writer.append(format.head(Self.columns(contents, facts: facts)))
    for set in sets {
      switch contents {
      case .ticks: try writeTicks(set)
      case .runs:
        let (dataset, label, facts) = try digests(set)
        try append(FlatTable.runs(facts: self.facts), RunRow.all(dataset, label, facts: facts))
      case .histograms:
        let (dataset, label, _) = try digests(set)
        try append(FlatTable.histograms(facts: facts), HistogramRow.all(dataset, label))
      case .cells:
        let dataset = try DatasetReader(terminal: terminal, purpose: .figures(series: false)).read(set)
        try append(
          FlatTable.cells(facts: facts), CellFiguresRow.all(dataset, try label(dataset.environment, set)))
      case .facts:
        try append(FlatTable.facts, FactRow.all(of: try label(try head(of: set), set)))
      }
    }
    if let name = unseen.sorted().first {
      throw CommandFailure(
        code: .badData,
        message: "no recording has a fact '\(name)'"
          + didYouMean(name, among: ExportOptions.Facts.known) + ": see the '# key: value' lines at its begin"
      )
    }
    try writer.close()
  }

  private func append<Row>(_ table: FlatTable<Row>, _ rows: [Row]) throws {
    for row in rows {
      let line = table.line(row, format)
      try writer.append(isShown ? line.forTerminal(color: false) : line)
    }
  }

  /// Reads a recording in memory that does not grow with its rows.
  private func digests(_ set: RecordingSet) throws -> (Dataset, RecordingLabel, [Int: RunFacts]) {
    var facts: [Int: RunFacts] = [:]
    let dataset = try DatasetReader(terminal: terminal, purpose: .digests).read(set) { event in
      if case .finished(let run, let found) = event, let found { facts[run.index] = found }
    }
    return (dataset, try label(dataset.environment, set), facts)
  }

  /// Names a recording.
  /// - Throws: ``CommandFailure`` for one that was there before.
  private func label(_ environment: Environment, _ set: RecordingSet) throws -> RecordingLabel {
    let label = RecordingLabel(environment, set)
    if let other = files.updateValue(label.file, forKey: label.id) {
      throw CommandFailure(
        code: .usage,
        message:
          "\(label.file) is the same recording as \(other): its callbacks would count twice; name each once")
    }
    unseen.subtract(environment.facts.map(\.key))
    return label
  }

  private func head(of set: RecordingSet) throws -> Environment {
    for problem in set.problems { terminal.note(problem) }
    return try set.files[0].head()
  }
}

extension Export {
  /// Hands the callbacks of a recording on as they are read.
  private func writeTicks(_ set: RecordingSet) throws {
    for problem in set.problems { terminal.note(problem) }
    var recording: RecordingLabel?
    var current: PlannedRun?
    var isLeftOut = false
    for file in set.files {
      let path = file.name
      try ReadAhead.read(file) { event in
        switch event {
        case .head(let environment, _):
          if recording == nil { recording = try label(environment, set) }
          guard let kept = environment.rowsKept else { return }
          isLeftOut = true
          terminal.note(
            "\(path) holds only \(kept), which are no sample: there are no ticks of it. Use --table histograms or cells."
          )
        case .ticks(let ticks, let run):
          guard !isLeftOut, let recording else { return }
          if current != run {
            try checkTimers(of: run, after: current, path)
            begin(run, recording)
            current = run
          }
          try writer.append(ticks)
        case .histogram, .finished: break
        case .end(let status, let cut): endNotes(path, status, cut).forEach(terminal.note)
        }
      }
    }
  }

  private func begin(_ run: PlannedRun, _ recording: RecordingLabel) {
    func shown(_ text: String) -> String { isShown ? text.printable : text }
    var run = run
    (run.cell.timer, run.cell.load) = (shown(run.cell.timer), CellLoad(label: shown(run.cell.load.label)))
    writer.begin(
      run,
      before: [
        .init(name: "recording", text: recording.id), .init(name: "machine", text: shown(recording.machine)),
      ],
      after: facts.map { .init(name: $0, text: recording.environment[$0].map(shown)) },
      field: { String(CSV.line([$0]).dropLast()) })
  }

  /// A file of an older version that tells its number of timers nowhere shows it only as their rows come.
  private func checkTimers(of run: PlannedRun, after before: PlannedRun?, _ path: String) throws {
    guard let before, before.index == run.index else { return }
    throw CommandFailure(
      code: .badData,
      message: "\(path) does not tell the number of timers of run \(run.index) before its rows: "
        + "use --table histograms or cells")
  }
}

extension RecordingLabel {
  /// The label of a recording: its number is made of what no other recording has, when and where it began, with which
  /// seed and arguments; of its path where it does not tell when.
  fileprivate init(_ environment: Environment, _ set: RecordingSet) {
    let path = set.names[0]
    let keys: [Environment.Key] = [.machine, .started, .seed, .commandLine]
    let words = environment[.started] == nil ? [path] : keys.map { environment[$0] ?? "" }
    let digits = String(stableHash(words.joined(separator: "\0").systemBytes), radix: 16)
    var environment = environment
    if set.files.count > 1 { environment[.part] = nil }
    self.init(
      id: String(repeating: "0", count: 16 - digits.count) + digits,
      machine: environment[.machine] ?? URL(fileURLWithPath: path).lastPathComponent, file: path,
      environment: environment)
  }
}
