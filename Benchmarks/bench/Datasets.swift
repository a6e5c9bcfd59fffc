import Analysis
import Foundation
import Results
import Text
import Timing

/// Reads recordings for analysis, row by row, so that a file of any size needs memory for its figures only.
struct DatasetReader {
  let terminal: Terminal

  /// Reads CSVs; those that are parts of one recording become one dataset, in the place of the first of them.
  /// - Throws: ``FileError`` or ``DataError``.
  func read(_ paths: [String]) throws -> [Dataset] {
    try RecordingSet.group(paths).map { try read($0) }
  }

  /// Reads the files of one recording; `watch` sees each event too.
  /// - Throws: ``FileError`` or ``DataError``.
  func read(_ set: RecordingSet, watching watch: (TickEvent) -> Void = { _ in }) throws -> Dataset {
    for problem in set.problems { terminal.note(problem) }
    var reading = Reading()
    for (position, path) in set.paths.enumerated() {
      let isLast = position == set.paths.count - 1
      try ReadAhead.read(path) { event in
        try reading.take(event, path: path, isLast: isLast, note: terminal.note)
        watch(event)
      }
    }
    if reading.isUnended, set.problems.isEmpty {
      terminal.note("\(set.paths[set.paths.count - 1]) is a part that others follow. Give all of them.")
    }
    let environment = reading.environment
    let name = environment[.machine] ?? URL(fileURLWithPath: set.paths[0]).lastPathComponent
    var dataset = Dataset(
      label: name, file: set.paths[0], environment: environment, cells: reading.builder.samples())
    dataset.files = set.paths
    return dataset
  }
}

extension DatasetReader {
  /// Reads the files of one recording, and of its callbacks those that a picture can show.
  /// - Throws: ``FileError`` or ``DataError``.
  func readTraced(_ set: RecordingSet) throws -> (dataset: Dataset, trace: CallbackTrace) {
    var trace = CallbackTrace()
    var current: Int?
    let dataset = try read(set) { event in
      switch event {
      case .head(_, let planned): if trace.isEmpty { trace = CallbackTrace(runs: max(planned.count, 1)) }
      case .ticks(let ticks, let run):
        if current != run.index { trace.begin(run) }
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
  var builder = SummaryBuilder()
  private var current: Int?
  /// What stands in place of the rows of the run at hand, and the largest lateness among those that were kept.
  private var stored: StoredDigest?
  private var latest: Int64?
  private var storedLine = 0
  /// Whether a file in parts ends within a run.
  private(set) var isUnended = false

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
          ticks.lazy.filter { !$0.warmup }.map(\.lateness).max().map { max($0, latest ?? $0) } ?? latest
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
      if let cut { note("\(path): \(cut).") }
      if status != .complete { isUnended = false }
      switch status {
      case .truncated: note("\(path) is truncated: it has no last line. What it holds is used.")
      case .interrupted: note("\(path) was interrupted while it was measured. What it holds is used.")
      case .failed: note("\(path): at least one run failed; its callbacks are in no figure.")
      case .complete: break
      }
    }
  }

  private mutating func begin(_ run: PlannedRun) {
    guard current != run.index else { return }
    builder.begin(run)
    current = run.index
    (stored, latest) = (nil, nil)
  }
}

/// The files of one recording, in order.
struct RecordingSet {
  var paths: [String]
  /// What is missing of it, in sentences.
  var problems: [String] = []

  /// What its charts call it.
  var name: String { paths[0] == "-" ? "standard input" : URL(fileURLWithPath: paths[0]).lastPathComponent }

  /// Puts the parts of each recording together; another file is a set by itself.
  static func group(_ paths: [String]) throws -> [RecordingSet] {
    var groups: [(key: [String?], members: [(part: Int, path: String)])] = []
    for path in paths {
      // A pipe can be read once only.
      let environment = isFile(path) ? try head(of: path) : Environment()
      guard let part = environment.part else {
        groups.append(([path], [(0, path)]))
        continue
      }
      let key = [environment[.machine], environment[.started], environment[.seed], environment[.commandLine]]
      if let index = groups.firstIndex(where: { $0.key == key && $0.members[0].part > 0 }) {
        groups[index].members.append((part, path))
      } else {
        groups.append((key, [(part, path)]))
      }
    }
    return groups.map { group in
      let members = group.members.sorted { $0.part < $1.part }
      var set = RecordingSet(paths: members.map(\.path))
      if members[0].part > 0, members.map(\.part) != Array(1...members.count) {
        let parts = members.map { String($0.part) }.joined(separator: ", ")
        set.problems = [
          "\(members[0].path) is of a recording in parts, of which there are only \(parts). Give all of them."
        ]
      }
      return set
    }
  }

  /// Whether a path names a file that can be read again and again.
  static func isFile(_ path: String) -> Bool {
    var facts = stat()
    return path != "-" && (unsafe stat(path, &facts) != 0 || facts.st_mode & S_IFMT == S_IFREG)
  }

  /// The one file that holds all of the recording; `nil` where it has to be put together first.
  var file: String? { paths.count == 1 && Self.isFile(paths[0]) ? paths[0] : nil }

  /// Writes all of the recording into one file.
  /// - Throws: ``FileError`` or ``DataError``.
  func join(into target: String) throws {
    var writer: TickWriter?
    var current: Int?
    var status = Recording.Status.truncated
    for (position, path) in paths.enumerated() {
      let isLast = position == paths.count - 1
      try TickReader(path: path).read { event in
        switch event {
        case .head(var environment, let planned):
          guard writer == nil else { return }
          environment[.part] = nil
          writer = try TickWriter(to: .file(target), environment: environment, runs: planned, traced: true)
        case .ticks(let ticks, let run):
          if current != run.index { try writer?.begin(run) }
          current = run.index
          try writer?.append(ticks)
        case .histogram(let json, let run, _):
          if current != run.index { try writer?.begin(run) }
          current = run.index
          try writer?.append(histogram: String(decoding: json, as: UTF8.self))
        case .finished(let run, let facts):
          // Without facts the run goes on in the next part.
          guard let facts else { return }
          if current != run.index { try writer?.begin(run) }
          current = nil
          try writer?.finish(facts)
        case .end(let end, _): if isLast { status = end }
        }
      }
    }
    try writer?.close(status: status)
  }

  private struct Found: Error {
    var environment: Environment
  }

  private static func head(of path: String) throws -> Environment {
    do {
      try TickReader(path: path, chunkSize: 1 << 16).read { event in
        if case .head(let environment, _) = event { throw Found(environment: environment) }
      }
    } catch let found as Found {
      return found.environment
    }
    return Environment()
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
  return URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
}
