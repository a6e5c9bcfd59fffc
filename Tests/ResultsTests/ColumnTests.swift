import Foundation
import Testing
import Timing

@testable import Results

@Suite struct ColumnTests {
  /// Rows of what docs/csv.md calls columns: those tables whose head is `| column | meaning |`.
  private func documented() throws -> [String] {
    let docs = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("docs/csv.md")
    var names: [String] = []
    var isTable = false
    for line in try String(contentsOf: docs, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    {
      if line == "| column | meaning |" { isTable = true }
      if !line.hasPrefix("|") { isTable = false }
      guard isTable, let cell = line.split(separator: "|").first else { continue }
      names += cell.matches(of: #/`([a-z_]+)`/#).map { String($0.1) }
    }
    return names
  }

  @Test func `the columns that are documented are those that are written, in their order`() throws {
    #expect(try documented() == Column.all.map(\.name))
  }

  private static let cells = [
    Cell(timer: "dispatch", interval: .ms(1), leeway: .us(50), load: "handler:10%", timers: 3),
    Cell(timer: "a \"timer\",\nof two lines", interval: .us(7), leeway: nil, load: "loop:100%", timers: 1),
  ]

  private func text(_ cell: Cell, traced: Bool, seed: UInt64) throws -> ([Tick], String) {
    let folder = try TemporaryFolder()
    let planned = PlannedRun(index: 4, cell: cell, repetition: 2)
    var random = SplitMix64(seed: seed)
    var ticks: [Tick] = []
    let interval = cell.interval.count
    var next: [Int64] = Array(repeating: 0, count: cell.timers)
    var free = Int64(-5_000)
    for count in 0..<600 {
      let source = count % cell.timers
      let missed = Int64(random.next() % 20 == 0 ? random.next() % 1_000 : 0)
      let slot = next[source] + missed
      let deadline = interval * Int64(source) / Int64(cell.timers) + slot * interval
      let callback = max(deadline + Int64(random.next() % 100_000) - 4_000, free)
      let fired = Int64(random.next() % 10 == 0 ? 1 + random.next() % 30 : 1)
      let late = max(callback - deadline, 0)
      ticks.append(
        Tick(
          source: Int32(source), warmup: count < 9, slot: slot, deadline: deadline, callback: callback,
          handler: cell.load.kind == .handler ? Int64(random.next() % 40) : 0, fired: fired,
          missed: missed,
          blocked: min(late, Int64(random.next() % 12)),
          attribution: traced && count % 5 > 0
            ? Attribution(armed: deadline - 9, expired: deadline, woken: deadline + 4, running: callback)
            : nil))
      free = callback + ticks[count].handler
      next[source] = slot + fired
    }
    let writer = try TickWriter(
      to: .file(folder.path("x.csv")), environment: Environment(), runs: [planned], traced: traced)
    try writer.begin(planned)
    try writer.append(ticks)
    try writer.close(status: .truncated)
    return (ticks, try String(contentsOfFile: folder.path("x.csv"), encoding: .utf8))
  }

  @Test(arguments: [false, true], cells)
  func `the fast reader finds what the careful reader finds, column by column`(traced: Bool, cell: Cell)
    throws
  {
    for seed in 1...3 {
      let (ticks, text) = try text(cell, traced: traced, seed: UInt64(seed))
      // In pieces of a few bytes every row is read with care; at once, nearly all are read fast.
      for size in [1 << 20, 150] {
        let recording = try Recording(
          reading: TickReader(bytes: Array(text.utf8), name: "x.csv", chunkSize: size))
        #expect(recording.runs.map(\.planned) == [PlannedRun(index: 4, cell: cell, repetition: 2)])
        for column in Column.all {
          guard case .ofRow(_, let get, _) = column.content else { continue }
          #expect(recording.runs[0].ticks.map(get) == ticks.map(get), "\(column.name)")
        }
      }
    }
  }

  @Test(arguments: [false, true], cells)
  func `a row has each column's text, in their order`(traced: Bool, cell: Cell) throws {
    let (ticks, text) = try text(cell, traced: traced, seed: 9)
    let run = PlannedRun(index: 4, cell: cell, repetition: 2)
    let columns = Column.written(traced: traced)
    let rows = ticks.map { tick in
      columns.map { column in
        if case .ofRow(_, let get, _) = column.content { return get(tick).map { "\($0)" } ?? "" }
        return column.text(of: run) ?? ""
      }.joined(separator: ",") + "\n"
    }
    #expect(text.hasSuffix(columns.map(\.name).joined(separator: ",") + "\n" + rows.joined()))
  }

  @Test(arguments: [false, true], [false, true])
  func `a column that only the table knows stands behind the others, with its value`(
    traced: Bool, attributed: Bool
  ) {
    let extras = [
      Column(
        name: "latency_ns", presence: .added,
        content: .ofRow(.time, get: { $0.callback - $0.deadline - $0.blocked }, set: { _, _ in })),
      Column(name: "label", presence: .added, content: .label(get: { $0.cell.timer }, set: { _, _ in })),
      Column(name: "none", presence: .added, content: .ofRow(.time, get: { _ in nil }, set: { _, _ in })),
    ]
    let run = PlannedRun(index: 4, cell: Self.cells[0], repetition: 2)
    let tick = Tick(
      slot: 1, deadline: 1_000_000, callback: 1_000_700, blocked: 50,
      attribution: attributed ? Attribution(armed: 1, expired: 2, woken: 3, running: 4) : nil)
    func row(_ extras: [Column]) -> String {
      var buffer = RowBuffer(capacity: 0)
      buffer.append(tick, RowShape(run, traced: traced, extras: extras))
      return String(decoding: buffer.bytes[..<buffer.count], as: UTF8.self)
    }
    #expect(row(extras) == row([]).dropLast() + ",650,dispatch,\n")
  }

  @Test func `rows alone hold the whole key of a cell`() throws {
    let cell = Self.cells[0]
    let (ticks, text) = try text(cell, traced: false, seed: 1)
    let bare = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.joined(separator: "\n")
    // The one row of the one timer that called back first.
    let first = bare.split(separator: "\n").prefix(2).joined(separator: "\n") + "\n"
    for (text, count) in [(bare, 600), (first, 1)] {
      let recording = try Recording(reading: TickReader(bytes: Array(text.utf8), name: "x.csv"))
      #expect(recording.runs.map(\.planned.cell) == [cell])
      #expect(recording.runs.map(\.ticks) == [Array(ticks.prefix(count))])
    }
  }

  @Test func `a row with another number of timers than its run is refused`() throws {
    let (_, text) = try text(Self.cells[0], traced: false, seed: 1)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let wrong = (lines.prefix(20) + [lines[20].replacing(#/,3$/#, with: ",4")] + lines.dropFirst(21))
      .joined(separator: "\n")
    let error = #expect(throws: DataError.self) {
      try Recording(reading: TickReader(bytes: Array(wrong.utf8), name: "x.csv"))
    }
    #expect(error.map { "\($0)" }?.hasPrefix("x.csv:21:") == true)
    #expect(error?.problem == .differs(column: "timers", run: 4, found: "'4'", expected: "'3'"))
  }
}
