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
  /// Parts of an older recording of this name that were removed.
  package let removed: [String]
  /// What was lost of the runs so far for want of room, in order.
  package private(set) var losses: [(run: PlannedRun, rows: RowLosses)] = []

  private var earlierRows: Int64 = 0
  private var writer: TickWriter
  /// The part before, as long as the disk has no room for its last line.
  private var unclosed: TickWriter?
  private var isTurnHeldUp = false
  private var nextNumber = 2
  private var run: PlannedRun?
  private var head: Head
  private var listed: Set<Int>
  private let size: Int64?

  private struct Head {
    var target: OutputTarget
    var environment: Environment
    var runs: [PlannedRun]
    var traced: Bool
    var room: Int

    func open(
      _ target: OutputTarget, part: Int?, force: Bool = false,
      while isWanted: @escaping @Sendable () -> Bool = { true }
    ) throws(FileError) -> TickWriter {
      var environment = environment
      if let part { environment[.part] = String(part) }
      return try TickWriter(
        to: target, environment: environment, runs: runs, force: force, traced: traced, room: room,
        while: isWanted)
    }
  }

  /// Opens the first file.
  /// - Parameters:
  ///   - force: whether an existing file may be replaced, and the other parts of the recording it belongs to.
  ///   - traced: whether rows tell what the trace found.
  ///   - size: the bytes after which another file begins; `nil` for a single one. A stream is never split.
  ///   - room: the bytes that may wait in memory for a disk that is full.
  ///   - isWanted: whether to wait for the reader of a pipe any longer.
  /// - Throws: ``FileError``; nothing was replaced then.
  package init(
    to target: OutputTarget, environment: Environment, runs: [PlannedRun], force: Bool = false,
    traced: Bool = false, size: Int64? = nil, room: Int = TickWriter.standardRoom,
    while isWanted: @escaping @Sendable () -> Bool = { true }
  ) throws(FileError) {
    listed = Set(runs.map(\.index))
    head = Head(target: target, environment: environment, runs: runs, traced: traced, room: room)
    if case .file = target { self.size = size } else { self.size = nil }
    // Where another program writes the parts of this name, its first one is not free either.
    let parts = self.size != nil || force ? try Parts.later(of: target) : []
    let older = self.size == nil ? [] : parts
    if let first = older.first, !force { throw .exists(path: first) }
    writer = try head.open(target, part: self.size == nil ? nil : 1, force: force, while: isWanted)
    // Parts of an older recording would be taken for parts of this one.
    removed = try Parts.remove(older)
    names = [target.name]
  }

  /// The rows added so far, over all files.
  package var rows: Int64 { earlierRows + writer.rows }

  /// Whether the disk is full, so that rows wait in memory.
  package var isHeldUp: Bool { writer.isHeldUp || isTurnHeldUp || unclosed != nil }

  /// Whether rows of the current run are being lost, because the memory for them is used up too.
  package var isLosing: Bool { writer.losses.rows > 0 }
}

extension RecordingWriter {
  /// Begins the rows of `run`, which the heads of further files list too, planned from the start or not.
  package func begin(_ run: PlannedRun) throws(FileError) {
    self.run = run
    if listed.insert(run.index).inserted { head.runs.append(run) }
    try writer.begin(run)
  }

  /// Adds rows of the run that was begun last and hands them to the system, so that they outlive the program.
  package func append(_ ticks: [Tick]) throws(FileError) {
    isTurnHeldUp = false
    if let before = unclosed, try before.tryClosing(status: .complete) { unclosed = nil }
    guard let size else {
      try writer.append(ticks)
      return try writer.flush()
    }
    var rest = ticks[...]
    while !rest.isEmpty {
      try writer.append(Array(rest.prefix(RecordingWriter.rowsBetweenLooks)))
      try writer.flush()
      rest = rest.dropFirst(RecordingWriter.rowsBetweenLooks)
      // The next part begins when there is room for it.
      if writer.bytes >= size, !isHeldUp { try turn() }
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
    if let run, writer.losses.rows > 0 { losses.append((run, writer.losses)) }
    try writer.finish(facts)
    run = nil
  }

  /// Ends the recording.
  /// - Parameter patience: how long to wait for a disk that is full.
  package func close(status: Recording.Status, patience: Duration = .zero) throws(FileError) {
    try unclosed?.close(status: .complete, patience: patience)
    try writer.close(status: status, patience: patience)
  }

  private func turn() throws(FileError) {
    let next: TickWriter
    do throws(FileError) {
      next = try openNext()
    } catch {
      guard case .system(_, _, let code, _) = error, code == ENOSPC || code == EDQUOT else { throw error }
      isTurnHeldUp = true
      return
    }
    next.losses = writer.losses
    if try !writer.tryClosing(status: .complete) { unclosed = writer }
    earlierRows += writer.rows
    writer = next
    if let run { try writer.begin(run) }
  }

  /// Opens the next part, under the next name that is free: what has such a name and is no part of this is another's.
  private func openNext() throws(FileError) -> TickWriter {
    for _ in 0..<1_000 {
      let target = Parts.target(head.target, number: nextNumber)
      do throws(FileError) {
        let next = try head.open(target, part: names.count + 1)
        nextNumber += 1
        names.append(target.name)
        return next
      } catch {
        guard error.isTaken else { throw error }
        nextNumber += 1
      }
    }
    throw .exists(path: Parts.target(head.target, number: nextNumber).name)
  }
}
