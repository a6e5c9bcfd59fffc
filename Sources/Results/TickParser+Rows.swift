import Timing

extension TickParser {
  /// Reads the row that the splitter has split.
  mutating func takeRow(
    _ bytes: [UInt8], _ start: Int, _ columns: ColumnMap, _ consume: Consumer
  ) throws {
    if isHeader(bytes, columns) { throw error(.secondHeader) }
    if ending != nil { throw error(.afterEnd) }
    guard splitter.fields.count == columns.count else {
      throw error(.fieldCount(found: splitter.fields.count, expected: columns.count))
    }
    let row = Row(
      bytes: bytes, start: start, fields: splitter.fields, columns: columns, file: name, line: line)
    var planned = PlannedRun(
      index: 0, cell: Cell(timer: "", interval: .ns(1), leeway: nil, load: ""), repetition: 0)
    var tick = Tick(slot: 0, deadline: 0, callback: 0)
    tick.attribution = row.isTraced ? Attribution(armed: 0, expired: 0, woken: 0, running: 0) : nil
    for (column, field) in columns.known { try row.read(column, field, &planned, &tick) }
    let lateness = columns.field("lateness_ns").flatMap { row.integer($0) } ?? tick.lateness
    try enter(planned, row, consume)
    do throws(RunCursor.Fault) {
      try run?.take(tick, lateness: lateness, line: line)
    } catch {
      throw row.error(error.problem, error.column)
    }
    rows += 1
    batch.append(tick)
    if batch.count >= TickParser.batchSize, let planned = run?.planned { try emitBatch(planned, consume) }
    if scanner == nil, columns.isStandard {
      scanner = RowScanner(bytes, from: start, splitter.fields, columns)
    }
  }

  /// Makes `planned`, as a row tells it, the run at hand.
  private mutating func enter(_ planned: PlannedRun, _ row: Row, _ consume: Consumer) throws {
    if let current = run?.planned, current.index == planned.index {
      try row.compare(planned, with: current)
      return
    }
    if endedRuns.contains(planned.index) { throw row.error(.runAgain(planned.index), "run") }
    let listed = head.plannedByIndex[planned.index]
    if !head.planned.isEmpty {
      guard let listed else { throw row.error(.unknownRun(planned.index), "run") }
      try row.compare(planned, with: listed)
    }
    try count((listed ?? planned).cell)
    try endRun(facts: nil, consume)
    begin(listed ?? planned, knowsTimers: listed != nil || row.columns.field("timers") != nil)
  }

  private func isHeader(_ bytes: [UInt8], _ columns: ColumnMap) -> Bool {
    splitter.fields.count == columns.count
      && columns.known.allSatisfy { column, field in
        bytes[splitter.fields[field].range].elementsEqual(column.name.utf8)
      }
  }
}

/// A row that is read with care.
private struct Row {
  let bytes: [UInt8]
  let start: Int
  let fields: [RecordSplitter.Field]
  let columns: ColumnMap
  let file: String
  let line: Int

  private func content(_ field: Int) -> ArraySlice<UInt8> { bytes[fields[field].range] }

  /// Whether any column of the trace is there.
  var isTraced: Bool {
    columns.known.contains { $0.column.presence == .traced && !content($0.field).isEmpty }
  }

  /// Reads a field into what its column tells of.
  func read(
    _ column: Column, _ field: Int, _ run: inout PlannedRun, _ tick: inout Tick
  ) throws(DataError) {
    switch column.content {
    case .label(_, let set): set(&run, try label(column, field))
    case .ofRun(let numbers, let isOptional, _, let set):
      // A field that may be empty says nothing then.
      if !isOptional || !content(field).isEmpty { set(&run, try integer(column, field, numbers)) }
    case .ofRow(let numbers, _, let set):
      if column.presence != .traced || isTraced { set(&tick, try integer(column, field, numbers)) }
    }
  }

  /// A field that is a whole number; `nil` for any other.
  func integer(_ field: Int) -> Int64? { Results.integer(content(field)) }

  private func integer(_ column: Column, _ field: Int, _ numbers: Column.Numbers) throws(DataError) -> Int64 {
    let text = content(field)
    if let value = Results.integer(text), numbers.range.contains(value) { return value }
    let digits = text.first == Byte.minus ? text.dropFirst() : text
    let isWhole = !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) }
    throw error(
      isWhole
        ? .outOfRange(column: column.name, text: shown(text), range: numbers.words)
        : .notInteger(column: column.name, text: shown(text)), field)
  }

  /// A label without its quotes.
  private func label(_ column: Column, _ field: Int) throws(DataError) -> String {
    var text = Array(content(field))
    if fields[field].quoted { text = undoubled(text) }
    guard let label = String(validating: text, as: UTF8.self) else {
      throw error(.notUTF8(column: column.name), field)
    }
    return label
  }

  private func undoubled(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var isSecond = false
    for byte in text {
      isSecond = byte == Byte.quote && !isSecond
      if byte != Byte.quote || isSecond { result.append(byte) }
    }
    return result
  }

  /// Makes sure that the row says of its run what is known of it.
  func compare(_ found: PlannedRun, with expected: PlannedRun) throws(DataError) {
    guard found != expected else { return }
    for (column, field) in columns.known {
      guard let text = self.text(column, found), let wanted = self.text(column, expected), text != wanted
      else { continue }
      throw error(
        .differs(
          column: column.name, run: found.index, found: shown(text.utf8), expected: shown(wanted.utf8)), field
      )
    }
  }

  private func text(_ column: Column, _ run: PlannedRun) -> String? {
    if case .label(let get, _) = column.content { get(run) } else { column.text(of: run) }
  }

  /// The error at the column of a name.
  func error(_ problem: DataError.Problem, _ column: String) -> DataError {
    error(problem, columns.field(column) ?? 0)
  }

  private func error(_ problem: DataError.Problem, _ field: Int) -> DataError {
    DataError(file: file, line: line, from: bytes[start..<fields[field].range.lowerBound], problem: problem)
  }
}
