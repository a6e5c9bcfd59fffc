import Timing

/// Where the known columns stand in the rows of a file.
struct ColumnMap {
  /// Fields of a row.
  var count: Int
  /// The field of each column, by the column's raw value.
  var positions: [Int]
  /// The field of each column of a traced recording; empty unless all four are there.
  var tracePositions: [Int] = []

  /// The columns stand first and in the standard order.
  var isStandard: Bool { positions == Array(0..<Column.allCases.count) }
  /// The columns of a traced recording stand next, in order.
  var traceIsStandard: Bool {
    tracePositions == Array(Column.allCases.count..<Column.allCases.count + TraceColumn.allCases.count)
  }
  /// Columns after the standard ones.
  var extras: Int { count - Column.allCases.count }

  func field(_ column: Column) -> Int { positions[column.rawValue] }
}

extension TickParser {
  /// Reads the header, which the splitter has split.
  func readHeader(_ bytes: [UInt8], _ start: Int) throws -> ColumnMap {
    var positions: [String: Int] = [:]
    var known = 0
    for (index, field) in splitter.fields.enumerated() {
      let name = String(decoding: bytes[field.range], as: UTF8.self)
      let isTrace = TickFormat.traceColumns.contains(name)
      guard isTrace || TickFormat.columns.contains(name) else { continue }
      if positions.updateValue(index, forKey: name) != nil {
        throw error(.duplicateColumn(name), at: field.range.lowerBound, bytes, start)
      }
      known += isTrace ? 0 : 1
    }
    guard known > 0 || head.hasMagic else {
      let end = splitter.fields.last?.range.upperBound ?? start
      throw error(.notTicks(shown(bytes[start..<end])))
    }
    let fields = try Column.allCases.map { column in
      guard let position = positions[column.name] else { throw error(.missingColumn(column.name)) }
      return position
    }
    let trace = TraceColumn.allCases.compactMap { positions[$0.name] }
    return ColumnMap(
      count: splitter.fields.count, positions: fields,
      tracePositions: trace.count == TraceColumn.allCases.count ? trace : [])
  }

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
    let index = Int(try row.integer(.run, 0...Int64(Int32.max), "0 to \(Int32.max)"))
    let cell = Cell(
      timer: try row.label(.timer), interval: Nanoseconds(try row.time(.interval, from: 1)),
      leeway: row.isEmpty(.leeway) ? nil : Nanoseconds(try row.time(.leeway, from: 0)),
      load: try row.label(.load))
    let repetition = Int(try row.integer(.repetition, 0...Int64(Int32.max), "0 to \(Int32.max)"))
    let most = Int64(RunCursor.mostSources - 1)
    let mark = try row.integer(.warmup, 0...2, "0, 1 or 2")
    var tick = Tick(
      source: Int32(try row.integer(.source, 0...most, "0 to \(most)")),
      warmup: mark == 1, event: mark == 2, slot: try row.time(.slot, from: 0),
      deadline: try row.time(.deadline), callback: try row.time(.callback),
      handler: try row.time(.handler, from: 0), fired: try row.time(.fired, from: 1),
      missed: try row.time(.missed, from: 0), blocked: try row.time(.blocked, from: 0))
    tick.attribution = try row.attribution()
    let lateness = try row.time(.lateness)
    try enter(PlannedRun(index: index, cell: cell, repetition: repetition), row, consume)
    do throws(RunCursor.Fault) {
      try run?.take(tick, lateness: lateness, line: line)
    } catch {
      throw row.error(error.problem, error.column)
    }
    rows += 1
    batch.append(tick)
    if batch.count >= TickParser.batchSize, let planned = run?.planned { try emitBatch(planned, consume) }
    if scanner == nil, columns.isStandard, columns.tracePositions.isEmpty || columns.traceIsStandard {
      let prefix = bytes[start..<splitter.fields[columns.field(.source)].range.lowerBound]
      scanner = RowScanner(
        prefix: Array(prefix), extras: columns.extras,
        traced: columns.traceIsStandard)
    }
  }

  /// Makes `planned`, as a row tells it, the run at hand.
  private mutating func enter(_ planned: PlannedRun, _ row: Row, _ consume: Consumer) throws {
    if let current = run?.planned, current.index == planned.index {
      try row.compare(planned, with: current)
      return
    }
    if endedRuns.contains(planned.index) { throw row.error(.runAgain(planned.index), .run) }
    let listed = head.plannedByIndex[planned.index]
    if !head.planned.isEmpty {
      guard let listed else { throw row.error(.unknownRun(planned.index), .run) }
      try row.compare(planned, with: listed)
    }
    try endRun(facts: nil, consume)
    begin(listed ?? planned, isListed: listed != nil)
  }

  private func isHeader(_ bytes: [UInt8], _ columns: ColumnMap) -> Bool {
    splitter.fields.count == columns.count
      && Column.allCases.allSatisfy { column in
        bytes[splitter.fields[columns.field(column)].range].elementsEqual(column.name.utf8)
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

  private func content(_ column: Column) -> ArraySlice<UInt8> {
    content(columns.field(column))
  }

  private func content(_ field: Int) -> ArraySlice<UInt8> { bytes[fields[field].range] }

  func isEmpty(_ column: Column) -> Bool { content(column).isEmpty }

  /// A time or count within ±2⁶².
  func time(_ column: Column, from least: Int64? = nil) throws(DataError) -> Int64 {
    let limit = RunCursor.bound - 1
    return try integer(
      column, (least ?? -limit)...limit, least.map { "at least \($0) and below 2^62" } ?? "within ±2^62")
  }

  /// The columns of a traced recording: all, or none where the file or the row has none.
  func attribution() throws(DataError) -> Attribution? {
    let fields = columns.tracePositions
    guard fields.contains(where: { !content($0).isEmpty }) else { return nil }
    let limit = RunCursor.bound - 1
    func time(_ column: TraceColumn) throws(DataError) -> Int64 {
      try integer(fields[column.rawValue], column.name, -limit...limit, "within ±2^62, or all four empty")
    }
    return Attribution(
      armed: try time(.armed), expired: try time(.expired), woken: try time(.woken),
      running: try time(.running))
  }

  /// A whole number in `range`, which `words` describe.
  func integer(
    _ column: Column, _ range: ClosedRange<Int64>, _ words: @autoclosure () -> String
  ) throws(DataError) -> Int64 {
    try integer(columns.field(column), column.name, range, words())
  }

  private func integer(
    _ field: Int, _ name: @autoclosure () -> String, _ range: ClosedRange<Int64>,
    _ words: @autoclosure () -> String
  ) throws(DataError) -> Int64 {
    let text = content(field)
    if let value = Results.integer(text), range.contains(value) { return value }
    let digits = text.first == Byte.minus ? text.dropFirst() : text
    let isWhole = !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) }
    throw error(
      isWhole
        ? .outOfRange(column: name(), text: shown(text), range: words())
        : .notInteger(column: name(), text: shown(text)), field)
  }

  /// A label without its quotes.
  func label(_ column: Column) throws(DataError) -> String {
    var text = Array(content(column))
    if fields[columns.field(column)].quoted { text = undoubled(text) }
    guard let label = String(validating: text, as: UTF8.self) else {
      throw error(.notUTF8(column: column.name), column)
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
    let (cell, known) = (found.cell, expected.cell)
    if found.repetition == expected.repetition, cell.interval == known.interval, cell.leeway == known.leeway,
      cell.timer == known.timer, cell.load == known.load
    {
      return
    }
    let pairs: [(Column, String, String)] = [
      (.timer, cell.timer, known.timer),
      (.interval, "\(cell.interval.count)", "\(known.interval.count)"),
      (.leeway, "\(cell.leeway?.count, default: "")", "\(known.leeway?.count, default: "")"),
      (.load, cell.load, known.load),
      (.repetition, "\(found.repetition)", "\(expected.repetition)"),
    ]
    guard let (column, text, wanted) = pairs.first(where: { $0.1 != $0.2 }) else {
      return
    }
    throw error(
      .differs(
        column: column.name, run: found.index, found: shown(text.utf8), expected: shown(wanted.utf8)), column)
  }

  func error(_ problem: DataError.Problem, _ column: Column) -> DataError {
    error(problem, columns.field(column))
  }

  private func error(_ problem: DataError.Problem, _ field: Int) -> DataError {
    DataError(file: file, line: line, from: bytes[start..<fields[field].range.lowerBound], problem: problem)
  }
}
