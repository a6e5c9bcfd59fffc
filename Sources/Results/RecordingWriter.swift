import Foundation
import Timing

/// Writes a recording as one CSV, or as a set of them none of which is much larger than a limit.
///
/// The parts of `x.csv` are `x.csv`, `x.2.csv`, `x.3.csv`, …: each with a head, whole rows and a last line of its own.
/// The environment's `part` tells their order; a run goes on from part to part and has its facts in the last of its
/// parts. One thread at a time may use a writer.
package final class RecordingWriter {
  /// The files, in order; the name of the stream where there is no file.
  package private(set) var names: [String]
  private var earlierRows: Int64 = 0
  private var writer: TickWriter
  private var run: PlannedRun?
  private let head: Head
  private let size: Int64?

  private struct Head {
    var target: OutputTarget
    var environment: Environment
    var runs: [PlannedRun]
    var force: Bool
    var traced: Bool

    func open(part: Int, ofSeveral: Bool) throws(FileError) -> TickWriter {
      var environment = environment
      if ofSeveral { environment[.part] = String(part) }
      return try TickWriter(
        to: RecordingWriter.target(target, part: part), environment: environment, runs: runs, force: force,
        traced: traced)
    }
  }

  /// Opens the first file.
  /// - Parameters:
  ///   - force: whether existing files may be replaced.
  ///   - traced: whether rows tell what the trace found.
  ///   - size: the bytes after which another file begins; `nil` for a single one. A stream is never split.
  /// - Throws: ``FileError``; nothing was replaced then.
  package init(
    to target: OutputTarget, environment: Environment, runs: [PlannedRun], force: Bool = false,
    traced: Bool = false, size: Int64? = nil
  ) throws(FileError) {
    head = Head(target: target, environment: environment, runs: runs, force: force, traced: traced)
    if case .file = target { self.size = size } else { self.size = nil }
    let older = self.size == nil ? [] : RecordingWriter.laterParts(of: target)
    if let first = older.first, !force { throw .exists(path: first) }
    writer = try head.open(part: 1, ofSeveral: self.size != nil)
    // Parts of an older recording would be taken for parts of this one.
    for path in older where unsafe unlink(path) != 0 {
      throw .system(call: "unlink", path: path, code: errno)
    }
    names = [target.name]
  }

  /// The second and later parts that there are of a target, in order, and what is left of unfinished ones.
  private static func laterParts(of target: OutputTarget) -> [String] {
    guard case .file(let second) = self.target(target, part: 2) else { return [] }
    let url = URL(fileURLWithPath: second)
    let stem = String(url.lastPathComponent.dropLast("2.csv".count))
    let folder = String(second.dropLast(url.lastPathComponent.count))
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    func part(_ name: String) -> Int? {
      let name = name.hasSuffix(".partial") ? String(name.dropLast(".partial".count)) : name
      guard name.hasPrefix(stem), name.hasSuffix(".csv") else { return nil }
      let digits = name.dropFirst(stem.count).dropLast(".csv".count)
      guard let number = Int(digits), String(number) == digits, number > 1 else { return nil }
      return number
    }
    let parts = names.compactMap { name in part(name).map { (number: $0, path: folder + name) } }
    return parts.sorted { ($0.number, $0.path) < ($1.number, $1.path) }.map(\.path)
  }

  /// The rows added so far, over all files.
  package var rows: Int64 { earlierRows + writer.rows }

  /// The target of a part: `x.csv` becomes `x.2.csv`.
  static func target(_ target: OutputTarget, part: Int) -> OutputTarget {
    guard part > 1, case .file(let path) = target else { return target }
    let stem = path.hasSuffix(".csv") ? String(path.dropLast(4)) : path
    return .file("\(stem).\(part).csv")
  }
}

extension RecordingWriter {
  /// Begins the rows of `run`.
  package func begin(_ run: PlannedRun) throws(FileError) {
    self.run = run
    try writer.begin(run)
  }

  /// Adds rows of the run that was begun last and hands them to the system, so that they outlive the program.
  package func append(_ ticks: [Tick]) throws(FileError) {
    guard let size else {
      try writer.append(ticks)
      return try writer.flush()
    }
    var rest = ticks[...]
    while !rest.isEmpty {
      try writer.append(Array(rest.prefix(RecordingWriter.rowsBetweenLooks)))
      try writer.flush()
      rest = rest.dropFirst(RecordingWriter.rowsBetweenLooks)
      if writer.bytes >= size { try turn() }
    }
  }

  /// A part can be larger than the limit by the bytes of so many rows, some 10 kB.
  private static let rowsBetweenLooks = 128

  /// Adds what stands in place of rows that are left out: one line of JSON. The last one of a run counts.
  package func append(histogram json: String) throws(FileError) {
    try writer.append(histogram: json)
  }

  /// Ends the run that was begun last.
  package func finish(_ facts: RunFacts) throws(FileError) {
    try writer.finish(facts)
    run = nil
  }

  /// Ends the recording.
  package func close(status: Recording.Status) throws(FileError) {
    try writer.close(status: status)
  }

  private func turn() throws(FileError) {
    let next = try head.open(part: names.count + 1, ofSeveral: true)
    try writer.close(status: .complete)
    earlierRows += writer.rows
    writer = next
    names.append(RecordingWriter.target(head.target, part: names.count + 1).name)
    if let run { try writer.begin(run) }
  }
}
