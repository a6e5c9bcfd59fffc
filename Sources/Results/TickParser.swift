import Foundation
import Timing

/// The state of reading a ticks CSV: bytes in, events out, whatever pieces the bytes come in.
struct TickParser {
  let name: String
  /// The line on which the record at hand begins.
  var line = 1

  var head = HeadLines()
  var columns: ColumnMap?
  var splitter = RecordSplitter()
  var run: RunCursor?
  var scanner: RowScanner?
  var batch: [Tick] = []
  /// The runs that no row can belong to any more.
  var endedRuns: Set<Int> = []
  /// How the runs ended whose facts the file has.
  var ended: [Int: RunFacts.Status] = [:]
  var rows: Int64 = 0
  /// How many rows there were when rows were last scanned ahead.
  var steadySince: Int64 = 0
  var ending: (status: Recording.Status, rows: Int64)?

  private var isFirst = true

  /// The most ticks of one event.
  static let batchSize = 2_048

  init(name: String) {
    self.name = name
  }

  typealias Consumer = (TickEvent) throws -> Void

  /// Takes the whole records among the first `count` bytes; `isLast` when nothing comes after them.
  /// - Returns: how many bytes were taken; the rest is to be given again with more.
  mutating func parse(
    _ bytes: [UInt8], count: Int, isLast: Bool, _ consume: Consumer
  ) throws -> Int {
    var position = 0
    if isFirst {
      if count < ForeignFile.length && !isLast { return 0 }
      if let problem = ForeignFile.problem(bytes.prefix(count)) { throw error(problem) }
      if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
      isFirst = false
    }
    while position < count {
      if let scanner, try scan(with: scanner, bytes, &position, count, consume) { continue }
      guard try takeRecord(bytes, &position, count, isLast, consume) else { break }
    }
    if isLast { try finish(consume) }
    return position
  }

  /// Reads rows the fast way until one needs care; false when that is the first.
  private mutating func scan(
    with scanner: RowScanner, _ buffer: [UInt8], _ position: inout Int, _ count: Int, _ consume: Consumer
  ) throws -> Bool {
    guard var cursor = run.take() else { return false }
    defer { run = cursor }
    // The span of a slice: that of an Array needs macOS 26.
    let slice = buffer[...]
    let bytes = unsafe slice.span.bytes
    let start = position
    var next = position
    // Rows go into a local list: one of the parser's would be looked up for each of them.
    var batch: [Tick] = []
    swap(&batch, &self.batch)
    batch.reserveCapacity(TickParser.batchSize)
    defer { swap(&batch, &self.batch) }
    while let (tick, lateness) = scanner.scan(bytes, &next, end: count) {
      // A row that does not fit is read again with care, which names what is wrong.
      do throws(RunCursor.Fault) { try cursor.take(tick, lateness: lateness, line: line) } catch { break }
      batch.append(tick)
      position = next
      line += 1 + scanner.prefixLines
      rows += 1
      guard batch.count == TickParser.batchSize else { continue }
      try consume(.ticks(batch, of: cursor.planned))
      batch = []
      batch.reserveCapacity(TickParser.batchSize)
    }
    return position > start
  }

  /// Reads one record or comment with care; false when more bytes are needed.
  private mutating func takeRecord(
    _ bytes: [UInt8], _ position: inout Int, _ count: Int, _ isLast: Bool, _ consume: Consumer
  ) throws -> Bool {
    let start = position
    if bytes[start] == Byte.hash {
      var end = start
      while end < count, bytes[end] != Byte.newline { end += 1 }
      if end == count && !isLast { return false }
      var line = bytes[start..<end]
      if line.last == Byte.carriageReturn { line.removeLast() }
      try takeComment(Array(line), isTerminated: end < count, consume)
      self.line += 1
      position = min(end + 1, count)
      return true
    }
    switch splitter.split(bytes, from: start, to: count, isLast: isLast) {
    case .needsMore:
      return false
    case .broken(let problem, let at):
      if isLast, problem == .unterminatedQuote, isCutRow(bytes, start..<count) {
        head.cutLine = line
        position = count
        return true
      }
      if columns == nil, DataError.Problem.isSpreadsheetHeader(bytes[start..<count]) {
        throw error(.spreadsheet)
      }
      let isHead = columns == nil && !head.hasMagic
      throw error(
        isHead ? .notTicks(shown(bytes[start..<min(at + 1, count)])) : problem, at: at, bytes, start)
    case .record(let next, let isTerminated):
      if isBlank(bytes) {
        position = next
        line += 1
        return true
      }
      if !isTerminated, head.hasMagic, ending == nil {
        // Every line this program writes ends in a newline, so this one may be cut within a number.
        head.cutLine = line
      } else {
        do {
          try takeFields(bytes, start, next, consume)
        } catch let error as DataError {
          guard !isTerminated, columns != nil, ending == nil else { throw error }
          head.cutLine = line
        }
      }
      line += newlines(bytes, start..<next)
      position = next
      return true
    }
  }

  private mutating func takeFields(
    _ bytes: [UInt8], _ start: Int, _ next: Int, _ consume: Consumer
  ) throws {
    if let columns {
      try takeRow(bytes, start, columns, consume)
    } else {
      columns = try readHeader(bytes, start)
      try consume(.head(head.environment, planned: head.planned))
    }
  }

  private func isBlank(_ bytes: [UInt8]) -> Bool {
    splitter.fields.count == 1 && splitter.fields[0].range.isEmpty && !splitter.fields[0].quoted
  }

  /// Whether an unfinished record is the begin of a row of this file rather than a quote that went astray.
  private func isCutRow(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    if newlines(bytes, range) == 0 { return columns != nil && ending == nil }
    return head.planned.contains { planned in
      let prefix = Array(
        Column.all.prefix { $0.text(of: planned) != nil }.compactMap { $0.text(of: planned) }.map { $0 + "," }
          .joined().utf8)
      return range.count <= prefix.count
        && range.indices.allSatisfy { bytes[$0] == prefix[$0 - range.lowerBound] }
    }
  }

  private mutating func finish(_ consume: Consumer) throws {
    if columns == nil {
      guard head.hasMagic else { throw error(line == 1 ? .empty : .notTicks("comments only")) }
      try consume(.head(head.environment, planned: head.planned))
    }
    try endRun(facts: nil, consume)
    if let ending, ending.rows != rows {
      throw error(.rowCount(declared: ending.rows, counted: rows))
    }
    try consume(.end(ending?.status ?? .truncated, cut: head.cutLine.map { CutLine(line: $0) }))
  }
}

extension TickParser {
  /// Hands over the rows gathered so far.
  mutating func emitBatch(_ planned: PlannedRun, _ consume: Consumer) throws {
    guard !batch.isEmpty else { return }
    try consume(.ticks(batch, of: planned))
    batch.removeAll(keepingCapacity: true)
  }

  /// Makes a run the one at hand.
  mutating func begin(_ planned: PlannedRun, knowsTimers: Bool) {
    let part = head.environment.part ?? 1
    let extent: RunCursor.Extent =
      head.environment.rowsKept != nil
      ? .selection : part > 1 && endedRuns.isEmpty ? .rest : .whole
    run = RunCursor(planned, knowsTimers: knowsTimers, extent: extent)
  }

  /// Ends the run at hand, if any.
  mutating func endRun(facts: RunFacts?, _ consume: Consumer) throws {
    guard let planned = run?.planned else { return }
    try emitBatch(planned, consume)
    run = nil
    scanner = nil
    endedRuns.insert(planned.index)
    try consume(.finished(planned, facts))
  }

  /// An error at the begin of the record at hand.
  func error(_ problem: DataError.Problem) -> DataError {
    DataError(file: name, line: line, column: 1, problem: problem)
  }

  /// An error at a byte of the record that begins at `start`.
  func error(_ problem: DataError.Problem, at: Int, _ bytes: [UInt8], _ start: Int) -> DataError {
    DataError(file: name, line: line, from: bytes[start..<at], problem: problem)
  }

  /// The error for a record that does not end.
  func tooLong() -> DataError {
    error(
      columns == nil && !head.hasMagic
        ? .notTicks("one long line") : .tooMany("bytes in a line", limit: TickReader.longestRecord))
  }

  private func newlines(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    bytes[range].count { $0 == Byte.newline }
  }
}
