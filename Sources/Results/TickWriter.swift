import Timing

/// Writes a recording as CSV, run by run while it is measured.
///
/// A file is written under `<name>.partial` beside its target and takes its name when it is closed; if the
/// program dies, the partial file holds the finished runs. One thread at a time may use a writer. After an error
/// every call throws that error again.
package final class TickWriter {
  /// The rows added so far, handed to the system or waiting in the buffer.
  package private(set) var rows: Int64 = 0

  /// The bytes handed to the system so far.
  package private(set) var bytes: Int64 = 0

  private var descriptor: Descriptor?
  private let place: Place?
  private let name: String
  private let traced: Bool
  private var buffer = RowBuffer(capacity: TickWriter.bufferSize)
  private var run: (index: Int, shape: RowShape)?
  private var failure: FileError?

  private static let bufferSize = 1 << 18

  /// Opens the target and writes everything that stands before the first row.
  /// - Parameters:
  ///   - force: whether an existing file may be replaced.
  ///   - traced: whether rows have the columns of ``Attribution``.
  /// - Throws: ``FileError``; nothing was replaced then.
  package init(
    to target: OutputTarget, environment: Environment, runs: [PlannedRun], force: Bool = false,
    traced: Bool = false
  ) throws(FileError) {
    name = target.name
    self.traced = traced
    switch target {
    case .file(let path):
      let place = try Place(path, force: force)
      self.place = place
      descriptor = try place.open()
    case .descriptor(let number):
      place = nil
      descriptor = Descriptor(lent: number, path: target.name)
    }
    buffer.append(TickFormat.head(environment, runs, traced: traced))
    try flush()
  }

  /// The temporary file that holds what was written so far; `nil` for a stream.
  package var partialPath: String? { place?.partial }
}

extension TickWriter {
  /// Begins the rows of `run`.
  package func begin(_ run: PlannedRun) throws(FileError) {
    if let failure { throw failure }
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
    for tick in ticks {
      buffer.append(tick, shape)
      rows += 1
      if buffer.count >= TickWriter.bufferSize { try flush() }
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
    buffer.append(TickFormat.done(index, facts))
    try flush()
  }

  /// Hands all rows so far to the system, so that they outlive the program.
  package func flush() throws(FileError) {
    if let failure { throw failure }
    guard descriptor != nil else { preconditionFailure("the writer is closed") }
    let code = descriptor?.write(buffer.bytes, count: buffer.count) ?? 0
    if code != 0 {
      try fail(.system(call: "write", path: name, code: code, kept: place?.partial))
    }
    bytes += Int64(buffer.count)
    buffer.clear()
  }

  /// Writes the last line and gives the file its name.
  /// - Parameter status: how the recording ended; `truncated` is for files without a last line, and writes none.
  package func close(status: Recording.Status) throws(FileError) {
    if let failure { throw failure }
    if status != .truncated { buffer.append(TickFormat.end(rows: rows, status: status)) }
    try flush()
    do throws(FileError) {
      if place?.partial != nil { try descriptor?.synchronize() }
      try descriptor.take()?.close()
      try place?.commit()
    } catch {
      try fail(error)
    }
  }

  private func fail(_ error: FileError) throws(FileError) {
    failure = error
    descriptor = nil
    throw error
  }
}
