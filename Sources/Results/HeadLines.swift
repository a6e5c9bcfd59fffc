import Foundation
import Timing

/// What the comment lines of a ticks CSV say before its header.
struct HeadLines {
  /// Whether the first line names the format.
  var hasMagic = false
  var environment = Environment()
  /// The runs of the `# run` lines so far, in order.
  var planned: [PlannedRun] = []
  var plannedByIndex: [Int: PlannedRun] = [:]
  /// The line in which the file breaks off.
  var cutLine: Int?

  /// The cells of the runs so far, listed or told by rows.
  var cells: Set<Cell> = []

  /// More facts than any environment has; bounds the time that a hostile file can take.
  static let mostFacts = 4_096
}

extension TickParser {
  /// Reads a line that begins with `#`; one that it does not know is a remark and skipped.
  mutating func takeComment(_ bytes: [UInt8], isTerminated: Bool, _ consume: Consumer) throws {
    let isCut: Bool
    if bytes.starts(with: TickFormat.magic.utf8) {
      try takeMagic(bytes.dropFirst(TickFormat.magic.utf8.count))
      return
    } else if let (index, json) = numbered(bytes, "# run ") {
      isCut = try attempt(isTerminated) { try $0.takePlanned(index, json) }
    } else if let (index, json) = numbered(bytes, "# histogram ") {
      isCut = !isTerminated
      if isTerminated { try takeHistogram(index, Array(json), consume) }
    } else if let (index, json) = numbered(bytes, "# done ") {
      isCut = try attempt(isTerminated) { try $0.takeDone(index, json, consume) }
    } else if bytes.starts(with: "# end rows=".utf8) {
      isCut = try attempt(isTerminated) { try $0.takeEnd(bytes, consume) }
    } else if !isTerminated, head.hasMagic, ending == nil {
      isCut = true
    } else {
      isCut = false
      if let kind = kindOfBroken(bytes) { throw error(.badLine(kind: kind, reason: "it names no run")) }
      if columns == nil { try takeFact(bytes) }
    }
    if isCut { head.cutLine = line }
  }

  /// Runs `body`; a failure on a last line without a newline means that the line is cut.
  private mutating func attempt(
    _ isTerminated: Bool, _ body: (inout TickParser) throws -> Void
  ) throws -> Bool {
    do {
      try body(&self)
      return false
    } catch let error as DataError {
      if isTerminated || ending != nil { throw error }
      return true
    }
  }

  private mutating func takeMagic(_ version: ArraySlice<UInt8>) throws {
    if head.hasMagic || columns != nil { throw error(.secondHeader) }
    if DataError.Problem.isSpreadsheetVersion(version) { throw error(.spreadsheet) }
    guard String(decoding: version, as: UTF8.self) == "\(TickFormat.version)" else {
      throw error(.version(shown(version)))
    }
    head.hasMagic = true
  }

  private mutating func takeFact(_ bytes: [UInt8]) throws {
    guard bytes.starts(with: "# ".utf8), let colon = bytes.firstIndex(of: 0x3A), colon > 2,
      bytes[2..<colon].allSatisfy(TickFormat.isKey)
    else { return }
    let key = String(decoding: bytes[2..<colon], as: UTF8.self)
    let text = String(decoding: bytes[(colon + 1)...].drop { $0 == 0x20 }, as: UTF8.self)
    guard head.environment.facts.count < HeadLines.mostFacts else {
      throw error(.tooMany("'# key: value' lines", limit: HeadLines.mostFacts))
    }
    let unquoted =
      text.hasPrefix("\"") ? try? JSONDecoder().decode(String.self, from: Data(text.utf8)) : nil
    head.environment[key] = text.isEmpty ? nil : unquoted ?? text
  }

  private mutating func takePlanned(_ index: Int, _ json: ArraySlice<UInt8>) throws {
    let planned = try decode(PlannedRun.self, json, of: "run")
    func fail(_ reason: String) -> DataError { error(.badLine(kind: "run", reason: reason)) }
    let cell = planned.cell
    // One that was not planned from the start is listed before its rows.
    if ending != nil { throw error(.afterEnd) }
    if endedRuns.contains(index) || run?.planned.index == index {
      throw fail("it stands after rows of the run")
    }
    if planned.index != index { throw fail("it names two numbers") }
    if head.plannedByIndex[index] != nil { throw fail("run \(index) is listed twice") }
    guard cell.interval.count >= 1, cell.interval.count < RunCursor.bound else {
      throw fail("interval_ns has to be at least 1 and below 2^62")
    }
    guard (0..<RunCursor.bound).contains(cell.leeway?.count ?? 0) else {
      throw fail("leeway_ns has to be at least 0 and below 2^62")
    }
    guard (1...RunCursor.mostSources).contains(cell.timers) else {
      throw fail("timers has to be 1 to \(RunCursor.mostSources)")
    }
    guard (0...Int(Int32.max)).contains(planned.repetition) else {
      throw fail("repetition has to be 0 to \(Int32.max)")
    }
    try count(cell)
    head.planned.append(planned)
    head.plannedByIndex[index] = planned
  }

  /// Counts the cells of the recording.
  mutating func count(_ cell: Cell) throws {
    guard head.cells.insert(cell).inserted, head.cells.count > Plan.mostCells else { return }
    throw error(.tooManyCells(limit: Plan.mostCells))
  }

  private mutating func takeDone(
    _ index: Int, _ json: ArraySlice<UInt8>, _ consume: Consumer
  ) throws {
    let facts = try decode(RunFacts.self, json, of: "done")
    func fail(_ reason: String) -> DataError { error(.badLine(kind: "done", reason: reason)) }
    if columns == nil { throw fail("it stands before the header") }
    if ending != nil { throw error(.afterEnd) }
    try resume(index, consume)
    do throws(RunCursor.Contradiction) {
      try run?.check(facts)
    } catch {
      switch error {
      case .impossible(let reason): throw fail(reason)
      case .disproved(let reason, let line):
        throw DataError(
          file: name, line: line ?? self.line, column: 1, problem: .facts(run: index, reason: reason))
      }
    }
    ended[index] = facts.status
    try endRun(facts: facts, consume)
  }

  /// Makes a listed run the one at hand, where a line names it that is no row.
  private mutating func resume(_ index: Int, _ consume: Consumer) throws {
    guard run?.planned.index != index else { return }
    if endedRuns.contains(index) { throw error(.runAgain(index)) }
    guard let planned = head.plannedByIndex[index] else { throw error(.unknownRun(index)) }
    try endRun(facts: nil, consume)
    begin(planned, knowsTimers: true)
  }

  private mutating func takeHistogram(_ index: Int, _ json: [UInt8], _ consume: Consumer) throws {
    if columns == nil { throw error(.badLine(kind: "histogram", reason: "it stands before the header")) }
    if ending != nil { throw error(.afterEnd) }
    try resume(index, consume)
    guard let planned = run?.planned else { return }
    try emitBatch(planned, consume)
    try consume(.histogram(json, of: planned, line: line))
  }

  private mutating func takeEnd(_ bytes: [UInt8], _ consume: Consumer) throws {
    if ending != nil || columns == nil { throw error(.badLine(kind: "end", reason: "it is out of place")) }
    let words = String(decoding: bytes, as: UTF8.self).split(separator: " ", omittingEmptySubsequences: false)
    // What comes after it belongs to no run.
    guard words.count == 4, let rows = integer(Array(words[2].utf8.dropFirst(5))), rows >= 0,
      words[3].hasPrefix("status="), let status = Recording.Status(rawValue: String(words[3].dropFirst(7))),
      status != .truncated
    else {
      throw error(
        .badLine(kind: "end", reason: "it should read rows=N status=complete, interrupted or failed"))
    }
    // What comes after it belongs to no run.
    try endRun(facts: nil, consume)
    try checkEnd(status)
    ending = (status, rows)
  }

  /// Makes sure that the end is that of the runs.
  private func checkEnd(_ status: Recording.Status) throws {
    // A part ends with the file and not with the runs.
    guard head.environment.part == nil else { return }
    let begun = head.planned.map(\.index).filter { status != .interrupted || endedRuns.contains($0) }
    if let run = begun.first(where: { ended[$0] == nil }) {
      throw error(
        .facts(run: run, reason: "it has no '# done' line, and the file ends as \(status.rawValue)"))
    }
    if status == .complete, let run = begun.first(where: { ended[$0] != .complete }) {
      let word = ended[run]?.rawValue ?? ""
      throw error(.facts(run: run, reason: "it is \(word), and the file ends as complete"))
    }
    if status == .failed, !ended.isEmpty, !ended.values.contains(.failed) {
      throw error(.badLine(kind: "end", reason: "no run failed"))
    }
  }

  private func decode<Value: Decodable>(
    _ type: Value.Type, _ json: ArraySlice<UInt8>, of kind: String
  ) throws -> Value {
    do {
      return try JSONDecoder().decode(type, from: Data(json))
    } catch {
      throw self.error(.badLine(kind: kind, reason: jsonProblem(error)))
    }
  }

  /// The kind of a line about a run that names none; `nil` for any other.
  private func kindOfBroken(_ bytes: [UInt8]) -> String? {
    ["run", "histogram", "done"].first { kind in
      guard bytes.starts(with: "# \(kind) ".utf8), let colon = bytes.firstIndex(of: 0x3A) else {
        return false
      }
      return bytes[colon...].starts(with: ": {".utf8)
    }
  }

  /// Splits `# done 12: {…}` into 12 and the object.
  private func numbered(_ bytes: [UInt8], _ start: String) -> (Int, ArraySlice<UInt8>)? {
    guard bytes.starts(with: start.utf8) else { return nil }
    let rest = bytes.dropFirst(start.utf8.count)
    guard let colon = rest.firstIndex(of: 0x3A), let index = integer(rest[..<colon]),
      (0...Int64(Int32.max)).contains(index)
    else { return nil }
    return (Int(index), rest[(colon + 1)...])
  }
}

/// The integer that `digits` spell in decimal; `nil` for anything else or more than 64 bits.
func integer(_ digits: some Collection<UInt8>) -> Int64? {
  let isNegative = digits.first == Byte.minus
  let magnitude = isNegative ? digits.dropFirst() : digits.dropFirst(0)
  guard !magnitude.isEmpty else { return nil }
  var value: Int64 = 0
  for byte in magnitude {
    let digit = Int64(byte) - Int64(Byte.zero)
    guard (0...9).contains(digit) else { return nil }
    let (tens, overflow) = value.multipliedReportingOverflow(by: 10)
    let (sum, carry) =
      isNegative ? tens.subtractingReportingOverflow(digit) : tens.addingReportingOverflow(digit)
    guard !overflow, !carry else { return nil }
    value = sum
  }
  return value
}
