import Foundation
import Timing

/// Writes a table for other programs, in lines of CSV or JSON: the rows of callbacks as fast as a recording, any other
/// line as it is given.
///
/// A file appears complete or not at all. One thread at a time may use a writer.
package final class TableWriter {
  /// How callbacks are written.
  package enum Format: Hashable, Sendable {
    /// Comma-separated values with a header; unknown is an empty field.
    case csv
    /// An object a line; unknown is `null`.
    case jsonLines
  }

  /// A column with the same value in all rows of a run.
  package struct Constant: Hashable, Sendable {
    /// The column's name.
    package var name: String
    /// The text; `nil` where it is unknown.
    package var text: String?

    /// Creates a column.
    package init(name: String, text: String?) { (self.name, self.text) = (name, text) }
  }

  private enum Shape {
    case csv(RowShape)
    case json(JSONRowShape)
  }

  private let name: String
  private let format: Format
  private var output: Output?
  private var buffer = RowBuffer(capacity: TableWriter.bufferSize)
  private var shape: Shape?

  private static let bufferSize = 1 << 18

  /// Opens the target.
  /// - Parameter force: whether an existing file may be replaced.
  /// - Throws: ``FileError``; nothing was replaced then.
  package init(to target: OutputTarget, format: Format, force: Bool) throws(FileError) {
    name = target.name
    self.format = format
    output = try Output(opening: target, force: force, as: .unguessable)
  }

  deinit { output.take()?.discard() }
}

extension TableWriter {
  /// The names of the columns of callbacks, in order: those of every recording, whether it was traced or not.
  package static var tickColumns: [String] { Column.all.map(\.name) }

  /// Adds lines.
  /// - Throws: ``FileError``.
  package func append(_ lines: String) throws(FileError) {
    buffer.append(lines)
    try flushIfFull()
  }

  /// Begins the callbacks of a run.
  /// - Parameters:
  ///   - before, after: columns before and after those of the callbacks.
  ///   - field: makes a field of CSV of a text.
  package func begin(
    _ run: PlannedRun, before: [Constant], after: [Constant], field: (String) -> String
  ) {
    switch format {
    case .csv:
      func fields(_ columns: [Constant]) -> [String] { columns.map { $0.text.map(field) ?? "" } }
      shape = .csv(
        RowShape(run, traced: true, before: fields(before), after: fields(after), quoting: field))
    case .jsonLines:
      func members(_ columns: [Constant]) -> [(name: String, json: String)] {
        columns.map { ($0.name, $0.text.map { TickFormat.json($0) } ?? "null") }
      }
      shape = .json(JSONRowShape(run, before: members(before), after: members(after)))
    }
  }

  /// Adds callbacks of the run that was begun last.
  /// - Throws: ``FileError``.
  package func append(_ ticks: [Tick]) throws(FileError) {
    switch shape {
    case .csv(let shape):
      for tick in ticks {
        buffer.append(tick, shape)
        try flushIfFull()
      }
    case .json(let shape):
      for tick in ticks {
        buffer.append(tick, shape)
        try flushIfFull()
      }
    case nil: preconditionFailure("rows belong to a run: call begin first")
    }
  }

  /// Writes what is left, and gives a file its name.
  /// - Throws: ``FileError``; a file is removed then.
  package func close() throws(FileError) {
    try flush()
    try Ending.hold { () throws(FileError) in try output.take()?.finish() }
  }

  private func flushIfFull() throws(FileError) {
    if buffer.count >= TableWriter.bufferSize { try flush() }
  }

  private func flush() throws(FileError) {
    let code = output?.write(buffer.bytes, to: buffer.count).code ?? EBADF
    buffer.clear()
    if code != 0 { throw .system(call: "write", path: name, code: code) }
  }
}
