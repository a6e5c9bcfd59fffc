import Foundation
import Timing

/// Writes a recording as CSV, run by run while it is measured.
///
/// A file is written under `<name>.partial` beside its target and takes its name when it is closed; if the
/// program dies, the partial file holds the finished runs. While the disk is full, rows wait in memory, and each flush
/// tries again; what finds no room there is lost, and counted. One thread at a time may use a writer. After an error
/// every call throws that error again.
package final class TickWriter {
  /// The rows added so far, handed to the system or waiting in the buffer.
  package private(set) var rows: Int64 = 0

  /// The bytes handed to the system so far.
  package private(set) var bytes: Int64 = 0

  /// Whether the disk was full when last written to, so that rows wait in memory.
  package private(set) var isHeldUp = false

  /// The rows of the run begun last that were lost because neither the disk nor the memory had room.
  package internal(set) var losses = RowLosses()

  private var output: Output?
  private let name: String
  /// The temporary file that holds what was written so far; `nil` for a stream.
  private let partial: String?
  private let traced: Bool
  /// The runs that the head lists, and those listed since.
  private var listed: Set<Int>
  private let room: Int
  private var buffer = RowBuffer(capacity: TickWriter.bufferSize)
  private var nextFlush = TickWriter.bufferSize
  private var run: (index: Int, shape: RowShape)?
  private var hasLastLine = false
  private var failure: FileError?

  private static let bufferSize = 1 << 18

  /// The bytes that may wait in memory for a disk that is full.
  package static let standardRoom = 256 << 20

  /// Opens the target and writes everything that stands before the first row.
  /// - Parameters:
  ///   - force: whether an existing file may be replaced.
  ///   - traced: whether rows have the columns of ``Attribution``.
  ///   - room: the bytes that may wait in memory for a disk that is full.
  ///   - isWanted: whether to wait for the reader of a pipe any longer.
  /// - Throws: ``FileError``; nothing was replaced then.
  package init(
    to target: OutputTarget, environment: Environment, runs: [PlannedRun], force: Bool = false,
    traced: Bool = false, room: Int = TickWriter.standardRoom,
    while isWanted: @escaping @Sendable () -> Bool = { true }
  ) throws(FileError) {
    name = target.name
    self.traced = traced
    self.room = room
    listed = Set(runs.map(\.index))
    let output = try Output(opening: target, force: force, as: .partial, while: isWanted)
    partial = output.partial
    buffer.append(TickFormat.head(environment, runs, traced: traced))
    let written = output.write(buffer.bytes, to: buffer.count)
    guard written.code == 0 else {
      output.discard()
      throw .system(call: "write", path: name, code: written.code)
    }
    bytes = Int64(buffer.count)
    buffer.clear()
    self.output = consume output
  }
}

extension TickWriter {
  /// Begins the rows of `run`; one that the head does not list, since it was not planned then, is listed here.
  package func begin(_ run: PlannedRun) throws(FileError) {
    if let failure { throw failure }
    if listed.insert(run.index).inserted { buffer.append(TickFormat.planned(run)) }
    self.run = (run.index, RowShape(run, traced: traced))
  }

  /// Adds a row of the run that was begun last.
  package func append(_ tick: Tick) throws(FileError) {
    try append([tick])
  }

  /// Adds rows of the run that was begun last; cheaper than one by one.
  package func append(_ ticks: [Tick]) throws(FileError) {
    if let failure { throw failure }
    guard let shape = run?.shape else { preconditionFailure("rows belong to a run: call begin first") }
    if isHeldUp { try flush() }
    for tick in ticks {
      if isHeldUp, buffer.count >= room {
        losses.add(tick)
        continue
      }
      buffer.append(tick, shape)
      rows += 1
      if buffer.count >= nextFlush { try flush() }
    }
  }

  /// Adds what stands in place of rows that are left out: one line of JSON. The last one of a run counts.
  package func append(histogram json: String) throws(FileError) {
    if let failure { throw failure }
    guard let index = run?.index else {
      preconditionFailure("a histogram belongs to a run: call begin first")
    }
    buffer.append(TickFormat.histogram(index, json))
    try flush()
  }

  /// Ends the run that was begun last, and hands it to the system.
  package func finish(_ facts: RunFacts) throws(FileError) {
    if let failure { throw failure }
    guard let index = run?.index else { preconditionFailure("no run to finish: call begin first") }
    run = nil
    buffer.append(TickFormat.done(index, facts.without(losses)))
    losses = RowLosses()
    try flush()
  }

  /// Hands all rows so far to the system, so that they outlive the program; as many as a full disk takes.
  package func flush() throws(FileError) {
    if let failure { throw failure }
    guard let written = output?.write(buffer.bytes, to: buffer.count) else {
      preconditionFailure("the writer is closed")
    }
    bytes += Int64(written.count)
    switch written.code {
    case 0:
      buffer.clear()
      isHeldUp = false
    case ENOSPC where partial != nil, EDQUOT where partial != nil:
      buffer.removeFirst(written.count)
      isHeldUp = true
    default: try fail(.system(call: "write", path: name, code: written.code, kept: partial))
    }
    nextFlush = buffer.count + TickWriter.bufferSize
  }

  /// Writes the last line and gives the file its name, unless the disk is full: then it can be tried again.
  /// - Parameter status: how the recording ended; `truncated` is for files without a last line, and writes none.
  /// - Returns: whether it is done.
  package func tryClosing(status: Recording.Status) throws(FileError) -> Bool {
    if let failure { throw failure }
    if !hasLastLine, status != .truncated { buffer.append(TickFormat.end(rows: rows, status: status)) }
    hasLastLine = true
    try flush()
    guard !isHeldUp else { return false }
    do throws(FileError) {
      try output.take()?.finish()
    } catch {
      try fail(error)
    }
    return true
  }

  /// Writes the last line and gives the file its name.
  /// - Parameters:
  ///   - status: as in ``tryClosing(status:)``.
  ///   - patience: how long to wait for a disk that is full.
  package func close(status: Recording.Status, patience: Duration = .zero) throws(FileError) {
    let end = ContinuousClock.now + patience
    while try !tryClosing(status: status) {
      guard ContinuousClock.now < end else {
        try fail(.diskFull(path: name, kept: partial ?? name, rows: buffer.rows))
      }
      usleep(100_000)
    }
  }

  private func fail(_ error: FileError) throws(FileError) -> Never {
    failure = error
    output = nil
    throw error
  }
}
