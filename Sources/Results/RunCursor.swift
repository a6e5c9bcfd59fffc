import Timing

/// The run whose rows are being read: its cell, and what the next row must agree with.
struct RunCursor {
  /// The run; its number of timers is only known at its end where the file does not tell it.
  private(set) var planned: PlannedRun
  /// Rows so far.
  private(set) var rows: Int64 = 0

  private let isListed: Bool
  private let interval: Int64
  private var lastCallback = Int64.min
  /// All timers so far; that of `place` is kept in `source`, since mostly it is the next row's too.
  private var sources: [Source] = []
  private var place: Int?
  private var source = Source()

  private struct Source {
    var nextSlot: Int64 = 0
    /// Deadline of slot 0; `nil` before the first row.
    var origin: Int64?
  }

  /// The most timers of a run.
  static let mostSources = 65_536
  /// The range of every time and count: sums and differences of two stay within 64 bits.
  static let bound: Int64 = 1 << 62

  /// Begins a run; `isListed` when a `# run` line tells its number of timers.
  init(_ planned: PlannedRun, isListed: Bool) {
    self.planned = planned
    self.isListed = isListed
    self.interval = planned.cell.interval.count
  }

  /// What is wrong with a row, and in which column; a row is taken whole or not at all.
  struct Fault: Error {
    var column: Column
    var problem: DataError.Problem
  }

  /// Checks a row against the run and the rows before it. All values are within ±2⁶².
  @inline(__always)
  mutating func take(_ tick: Tick, lateness: Int64) throws(Fault) {
    let index = Int(tick.source)
    if index != place { try turn(to: index) }
    guard tick.fired >= 1, (tick.missed | tick.handler | tick.blocked | tick.slot) >= 0,
      lateness == tick.callback &- tick.deadline, tick.slot >= source.nextSlot,
      tick.callback >= lastCallback, tick.blocked <= max(lateness, 0)
    else { throw fault(tick, lateness, source) }
    let (offset, overflow) = tick.slot.multipliedReportingOverflow(by: interval)
    let (origin, carry) = tick.deadline.subtractingReportingOverflow(offset)
    guard !overflow, !carry, source.origin == nil || source.origin == origin else {
      throw offGrid(tick, source)
    }
    lastCallback = tick.callback
    source = Source(nextSlot: tick.slot &+ tick.fired, origin: origin)
    rows &+= 1
  }

  /// Makes another timer the one at hand.
  private mutating func turn(to index: Int) throws(Fault) {
    if !sources.indices.contains(index) { try grow(index) }
    if let place { sources[place] = source }
    (place, source) = (index, sources[index])
  }

  private mutating func grow(_ index: Int) throws(Fault) {
    let limit = isListed ? planned.cell.timers : RunCursor.mostSources
    guard index >= 0, index < limit else {
      throw Fault(
        column: .source,
        problem: .outOfRange(
          column: Column.source.name, text: "\(index)", range: "a timer of the run, 0 to \(limit - 1)"))
    }
    while sources.count <= index { sources.append(Source()) }
    if !isListed { planned.cell.timers = sources.count }
  }

  private func fault(_ tick: Tick, _ lateness: Int64, _ source: Source) -> Fault {
    func below(_ column: Column, _ value: Int64, _ range: String) -> Fault {
      Fault(column: column, problem: .outOfRange(column: column.name, text: "\(value)", range: range))
    }
    if tick.fired < 1 { return below(.fired, tick.fired, "at least 1") }
    if tick.missed < 0 { return below(.missed, tick.missed, "at least 0") }
    if tick.handler < 0 { return below(.handler, tick.handler, "at least 0") }
    if tick.blocked < 0 { return below(.blocked, tick.blocked, "at least 0") }
    if tick.slot < 0 { return below(.slot, tick.slot, "at least 0") }
    let expected = tick.callback &- tick.deadline
    if lateness != expected {
      return Fault(column: .lateness, problem: .lateness(found: lateness, expected: expected))
    }
    if tick.blocked > max(lateness, 0) {
      return below(.blocked, tick.blocked, "at most the lateness, \(max(lateness, 0))")
    }
    let (column, value, earlier) =
      tick.slot < source.nextSlot
      ? (Column.slot, tick.slot, source.nextSlot - 1) : (.callback, tick.callback, lastCallback)
    return Fault(
      column: column, problem: .backwards(column: column.name, value: value, earlier: earlier))
  }

  private func offGrid(_ tick: Tick, _ source: Source) -> Fault {
    let (offset, overflow) = tick.slot.multipliedReportingOverflow(by: interval)
    let (expected, carry) = (source.origin ?? 0).addingReportingOverflow(offset)
    let text = overflow || carry ? "beyond 64 bits" : "\(expected)"
    return Fault(column: .deadline, problem: .offGrid(deadline: tick.deadline, expected: text))
  }
}

/// A column that the ticks CSV of a traced recording has besides; a row has all of them or leaves all empty.
enum TraceColumn: Int, CaseIterable {
  case armed, expired, woken, running

  /// The name in the header.
  var name: String { TickFormat.traceColumns[rawValue] }
}

/// A column that every ticks CSV has.
enum Column: Int, CaseIterable {
  case run, timer, interval, leeway, load, repetition, source, warmup, slot, deadline, callback, lateness
  case handler, fired, missed, blocked

  /// The name in the header.
  var name: String { TickFormat.columns[rawValue] }
}
