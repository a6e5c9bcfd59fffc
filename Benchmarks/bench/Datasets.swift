import Analysis
import CPlatform
import Foundation
import Results
import Text
import Timing

/// Reads recordings for analysis, row by row, so that a file of any size needs memory for its figures only.
struct DatasetReader {
  let terminal: Terminal
  let purpose: Purpose

  /// What the recordings are read for.
  enum Purpose {
    /// Telling what is beyond chance: all callbacks are kept.
    case comparison
    /// Figures: of a cell with many callbacks only how often each time occurs is kept, and for a series the lateness of
    /// each callback.
    case figures(series: Bool)
    /// Histograms: no callback is kept.
    case digests
  }

  /// Reads CSVs; those that are parts of one recording become one dataset, in the place of the first of them.
  /// - Throws: ``FileError`` or ``DataError``.
  func read(_ files: [InputFile]) throws -> [Dataset] {
    try RecordingSet.group(files).map { try read($0) }
  }

  /// Reads the files of one recording; `watch` sees each event too, and may end the reading by throwing.
  /// - Throws: ``FileError`` or ``DataError``.
  func read(_ set: RecordingSet, watching watch: (TickEvent) throws -> Void = { _ in }) throws -> Dataset {
    for problem in set.problems { terminal.note(problem) }
    var reading = Reading(builder: purpose.builder)
    for (position, file) in set.files.enumerated() {
      let isLast = position == set.files.count - 1
      try ReadAhead.read(file) { event in
        try reading.take(event, path: file.name, isLast: isLast, note: terminal.note)
        try watch(event)
      }
    }
    if reading.isUnended, set.problems.isEmpty {
      terminal.note("\(set.names[set.names.count - 1]) is a part that others follow. Give all of them.")
    }
    let environment = reading.environment
    let name = environment[.machine] ?? set.names[0].lastOfPath
    var dataset = Dataset(
      label: name, file: set.names[0], environment: environment, cells: reading.builder.samples())
    dataset.files = set.names
    return dataset
  }
}

extension DatasetReader.Purpose {
  /// With as many callbacks a cell takes no more memory for them than for counts.
  private static let mostKept = 1 << 18

  fileprivate var builder: SummaryBuilder {
    switch self {
    case .comparison: SummaryBuilder()
    case .figures(let series): SummaryBuilder(countingBeyond: Self.mostKept, series: series)
    case .digests: SummaryBuilder(limit: 0)
    }
  }
}

/// A recording has more cells than can be drawn.
struct TooManyCells: Error {
  /// How many, in words.
  var count: String
}

extension DatasetReader {
  /// Reads the files of one recording, and of its callbacks those that a picture can show.
  /// - Throws: ``FileError`` or ``DataError``, and ``TooManyCells`` as soon as there is one too many: mostly before the
  ///   first row.
  func readTraced(_ set: RecordingSet, mostCells: Int = .max) throws -> (
    dataset: Dataset, trace: CallbackTrace
  ) {
    var trace = CallbackTrace()
    var current: Int?
    var cells: Set<Cell> = []
    let dataset = try read(set) { event in
      switch event {
      case .head(_, let planned):
        cells.formUnion(planned.map(\.cell))
        if cells.count > mostCells { throw TooManyCells(count: "\(cells.count) cells") }
        if trace.isEmpty { trace = CallbackTrace(runs: max(planned.count, 1)) }
      case .ticks(let ticks, let run):
        if current != run.index {
          trace.begin(run)
          cells.insert(run.cell)
          if cells.count > mostCells { throw TooManyCells(count: "more than \(mostCells) cells") }
        }
        current = run.index
        trace.add(ticks)
      case .histogram, .finished, .end: break
      }
    }
    return (dataset, trace)
  }
}

/// The state of reading the files of one recording.
private struct Reading {
  var environment = Environment()
  var builder: SummaryBuilder
  private var current: Int?
  /// What stands in place of the rows of the run at hand, and the largest lateness among those that were kept.
  private var stored: StoredDigest?
  private var latest: Int64?
  private var storedLine = 0
  /// Whether a file in parts ends within a run.
  private(set) var isUnended = false

  init(builder: SummaryBuilder) { self.builder = builder }

  /// Whether the file leaves rows out, so that its rows are no sample.
  private var leavesRowsOut: Bool { environment.rowsKept != nil }

  mutating func take(_ event: TickEvent, path: String, isLast: Bool, note: (String) -> Void) throws {
    switch event {
    case .head(let facts, let planned):
      environment = facts
      builder.plan(planned)
      if let kept = facts.rowsKept {
        note("\(path) holds only \(kept). Its figures come from histograms.")
      }
    case .ticks(let ticks, let run):
      begin(run)
      guard !leavesRowsOut else {
        latest =
          ticks.lazy.filter(\.isMeasured).map(\.lateness).max().map { max($0, latest ?? $0) } ?? latest
        return
      }
      builder.add(ticks)
    case .histogram(let json, let run, let line):
      begin(run)
      guard leavesRowsOut else { return }
      do {
        let digest = try JSONDecoder().decode(StoredDigest.self, from: Data(json))
        stored = digest
        storedLine = line
        builder.replace(with: digest)
      } catch {
        throw DataError(
          file: path, line: line, column: 1, problem: .badLine(kind: "histogram", reason: jsonProblem(error)))
      }
    case .finished(let run, let facts):
      begin(run)
      if let facts, let reason = stored?.contradiction(of: facts, latest: latest) {
        throw DataError(
          file: path, line: storedLine, column: 1, problem: .facts(run: run.index, reason: reason))
      }
      // Where a file ends within a run, the next part goes on with it.
      if facts == nil, !isLast { return }
      isUnended = facts == nil && environment.part != nil
      builder.finish(facts)
      current = nil
    case .end(let status, let cut):
      if status != .complete { isUnended = false }
      endNotes(path, status, cut).forEach(note)
    }
  }

  private mutating func begin(_ run: PlannedRun) {
    guard current != run.index else { return }
    builder.begin(run)
    current = run.index
    (stored, latest) = (nil, nil)
  }
}

/// What a reader has to know of how a file ends, in sentences.
func endNotes(_ path: String, _ status: Recording.Status, _ cut: CutLine?) -> [String] {
  var notes = cut.map { ["\(path): \($0)."] } ?? []
  switch status {
  case .truncated: notes.append("\(path) is truncated: it has no last line. What it holds is used.")
  case .interrupted: notes.append("\(path) was interrupted while it was measured. What it holds is used.")
  case .failed: notes.append("\(path): at least one run failed; its callbacks are in no figure.")
  case .complete: break
  }
  return notes
}

/// The files of one recording, in order.
struct RecordingSet {
  var files: [InputFile]
  /// What is missing of it, in sentences.
  var problems: [String] = []

  /// What messages call the files.
  var names: [String] { files.map(\.name) }
  /// What its charts call it.
  var name: String { names[0].lastOfPath }

  /// Puts the parts of each recording together; another file is a set by itself.
  /// - Throws: ``FileError``, or ``DataError`` for a head that cannot be read.
  static func group(_ files: [InputFile]) throws -> [RecordingSet] {
    var groups: [(key: [String?], members: [(part: Int, file: InputFile)])] = []
    for file in files {
      let environment = try file.head()
      guard let part = environment.part else {
        groups.append(([file.name], [(0, file)]))
        continue
      }
      let key = [environment[.machine], environment[.started], environment[.seed], environment[.commandLine]]
      if let index = groups.firstIndex(where: { $0.key == key && $0.members[0].part > 0 }) {
        groups[index].members.append((part, file))
      } else {
        groups.append((key, [(part, file)]))
      }
    }
    return groups.map { group in
      let members = group.members.sorted { $0.part < $1.part }
      var set = RecordingSet(files: members.map(\.file))
      if members[0].part > 0, members.map(\.part) != Array(1...members.count) {
        let parts = members.map { String($0.part) }.joined(separator: ", ")
        set.problems = [
          "\(members[0].file.name) is of a recording in parts, of which there are only \(parts). Give all of them."
        ]
      }
      return set
    }
  }
}

extension [InputFile] {
  /// Opens files, each once, however many there are.
  /// - Throws: ``FileError``.
  init(opening paths: [String]) throws(FileError) {
    platform_reserve_files(Int32(clamping: paths.count))
    self.init()
    for path in paths { append(try InputFile(path: path)) }
  }
}

/// Refuses an output that is one of the inputs, whatever names they go by, before anything is opened.
func checkDistinct(output: String?, inputs: [String]) throws(CommandFailure) {
  guard let output, output != "-" else { return }
  for input in inputs where input != "-" && identity(of: input) == identity(of: output) {
    throw CommandFailure(
      code: .inputOutput,
      message: "\(output) is one of the inputs: writing there would destroy it; name another file")
  }
}

/// Refuses a file that is given twice, whatever its names: its callbacks would count twice.
func checkDistinct(_ inputs: [String]) throws(CommandFailure) {
  var seen: Set<String> = []
  for input in inputs where input != "-" && !seen.insert(identity(of: input)).inserted {
    throw CommandFailure(code: .usage, message: "\(input) is given twice: name each recording once")
  }
}

private func identity(of path: String) -> String {
  var facts = stat()
  if unsafe stat(path.systemPath, &facts) == 0 { return "\(facts.st_dev):\(facts.st_ino)" }
  return path
}
