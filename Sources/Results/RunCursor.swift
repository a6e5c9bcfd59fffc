import Timing

/// The run whose rows are being read: its cell, what the next row must agree with, and what the rows come to.
struct RunCursor {
  /// The run; its number of timers is only known at its end where the file does not tell it.
  private(set) var planned: PlannedRun
  /// What the rows so far come to.
  private(set) var totals = Totals()
  /// Which rows of the run the file has.
  let extent: Extent

  private let knowsTimers: Bool
  private let interval: Int64
  /// The bits that `handler` and `blocked` may not have: all where the load gives the handler or the loop no work.
  private let handlerMask: Int64
  private let blockedMask: Int64
  /// When the last callback came, and when its handler returned; both −2⁶³ before the first row.
  private(set) var lastCallback = Int64.min
  private var released = Int64.min
  /// All timers so far; that of `place` is kept in `source`, since mostly it is the next row's too.
  private var sources: [Source] = []
  private var place: Int?
  private var source = Source(nextSlot: 0)

  /// Which rows of a run a file has.
  enum Extent {
    /// All of them.
    case whole
    /// Those from somewhere on: the run began in an earlier part of the recording, which was not read.
    case rest
    /// Some: a fact of the file says that rows are left out.
    case selection
  }

  /// Sums over the rows of a run.
  struct Totals: Equatable {
    var rows: Int64 = 0
    var warmup: Int64 = 0
    var fired: Int64 = 0
    var missed: Int64 = 0
    /// Slots before rows that nothing accounts for but callbacks that were lost.
    var unclaimed: Int64 = 0
    /// Where the first of these are.
    var firstGap: Gap?
  }

  /// Slots that no row stands for or calls missed.
  struct Gap: Equatable {
    var line: Int
    var source: Int32
    var slots: Range<Int64>
  }

  struct Source {
    /// The slot after those that are accounted for; `nil` where the rows before are not known.
    var nextSlot: Int64?
    /// Deadline of slot 0; `nil` before the first row.
    var origin: Int64?
  }

  /// The most timers of a run.
  static let mostSources = 65_536
  /// The range of every time and count: sums and differences of two stay within 64 bits.
  static let bound: Int64 = 1 << 62

  /// Begins a run; `knowsTimers` when a `# run` line or a column tells its number of timers.
  init(_ planned: PlannedRun, knowsTimers: Bool, extent: Extent = .whole) {
    self.planned = planned
    self.knowsTimers = knowsTimers
    self.extent = extent
    interval = planned.cell.interval.count
    let work = planned.cell.load.known?.work ?? [.handler, .loop]
    handlerMask = work.contains(.handler) ? 0 : -1
    blockedMask = work.isEmpty ? -1 : 0
  }

  /// What is wrong with a row, and in which column; a row is taken whole or not at all.
  struct Fault: Error {
    /// The column's name.
    var column: String
    var problem: DataError.Problem
  }

  /// Checks a row against the run and the rows before it. All values are within ±2⁶².
  @inline(__always)
  mutating func take(_ tick: Tick, lateness: Int64, line: Int) throws(Fault) {
    let index = Int(tick.source)
    if index != place { try turn(to: index) }
    guard tick.fired >= 1, (tick.missed | tick.handler | tick.blocked | tick.slot) >= 0,
      lateness == tick.callback &- tick.deadline, tick.callback >= released, tick.blocked <= max(lateness, 0),
      (tick.handler & handlerMask) | (tick.blocked & blockedMask) == 0
    else { throw fault(tick, lateness) }
    let (offset, overflow) = tick.slot.multipliedReportingOverflow(by: interval)
    let (origin, carry) = tick.deadline.subtractingReportingOverflow(offset)
    guard !overflow, !carry, source.origin == origin || fits(origin, tick) else { throw offGrid(tick) }
    let (fired, firedOverflow) = totals.fired.addingReportingOverflow(tick.fired)
    let (missed, missedOverflow) = totals.missed.addingReportingOverflow(tick.missed)
    guard !firedOverflow, !missedOverflow else { throw tooMany(tick) }
    if source.nextSlot != tick.slot &- tick.missed { try leap(tick, line) }
    if tick.warmup {
      guard totals.warmup == totals.rows else { throw lateWarmup() }
      totals.warmup &+= 1
    }
    totals.fired = fired
    totals.missed = missed
    totals.rows &+= 1
    lastCallback = tick.callback
    released = tick.callback &+ tick.handler
    source = Source(nextSlot: tick.slot &+ tick.fired, origin: origin)
  }

  /// Makes another timer the one at hand.
  private mutating func turn(to index: Int) throws(Fault) {
    if !sources.indices.contains(index) { try grow(index) }
    if let place { sources[place] = source }
    (place, source) = (index, sources[index])
  }

  private mutating func grow(_ index: Int) throws(Fault) {
    let limit = knowsTimers ? planned.cell.timers : RunCursor.mostSources
    guard index >= 0, index < limit else {
      throw Fault(
        column: "source",
        problem: .outOfRange(
          column: "source", text: "\(index)", range: "a timer of the run, 0 to \(limit - 1)"))
    }
    while sources.count <= index { sources.append(Source(nextSlot: extent == .rest ? nil : 0)) }
    if !knowsTimers { planned.cell.timers = sources.count }
  }

  /// Takes slots between the rows of a timer that no row accounts for.
  private mutating func leap(_ tick: Tick, _ line: Int) throws(Fault) {
    // What lies before the first row of a part is told by the part before.
    guard let next = source.nextSlot else { return }
    guard tick.slot >= next else {
      throw Fault(
        column: "slot", problem: .backwards(column: "slot", value: tick.slot, earlier: next - 1))
    }
    let free = tick.slot - next
    guard tick.missed <= free else {
      throw Fault(column: "missed", problem: .missed(tick.missed, slot: tick.slot, free: free))
    }
    guard extent != .selection else { return }
    totals.unclaimed &+= free - tick.missed
    if totals.firstGap == nil {
      totals.firstGap = Gap(line: line, source: tick.source, slots: next..<tick.slot - tick.missed)
    }
  }

  /// Whether a timer's first row may have its slot 0 at `origin`.
  private func fits(_ origin: Int64, _ tick: Tick) -> Bool {
    source.origin == nil && (expectedOrigin(of: Int(tick.source)).map { $0 == origin } ?? true)
  }

  /// The deadline of slot 0 of a timer; `nil` where the file does not tell how many there are.
  private func expectedOrigin(of index: Int) -> Int64? {
    if index == 0 { return 0 }
    guard knowsTimers else { return nil }
    return Int64(Int128(interval) * Int128(index) / Int128(planned.cell.timers))
  }
}

extension RunCursor {
  /// The deadlines at or before `end` that no row accounts for, without and with those at exactly `end`; `nil` where
  /// the rows do not tell.
  func unaccounted(at end: Int64) -> ClosedRange<Int128>? {
    guard extent == .whole else { return nil }
    var all = sources
    if let place { all[place] = source }
    var (least, most) = (Int128(0), Int128(0))
    for index in 0..<max(planned.cell.timers, all.count) {
      let timer = all.indices.contains(index) ? all[index] : Source(nextSlot: 0)
      let origin = timer.origin ?? expectedOrigin(of: index) ?? 0
      let next = timer.nextSlot ?? 0
      least += Int128(max(0, elapsed(from: origin, before: end) - next))
      most += Int128(max(0, elapsed(from: origin, before: end + 1) - next))
    }
    return least...most
  }

  /// The deadlines of all timers before `end`.
  func elapsed(before end: Int64) -> Int128 {
    (0..<planned.cell.timers).reduce(0) { sum, index in
      sum + Int128(elapsed(from: expectedOrigin(of: index) ?? 0, before: end))
    }
  }

  private func elapsed(from origin: Int64, before end: Int64) -> Int64 {
    end > origin ? (end - origin - 1) / interval + 1 : 0
  }
}

extension RunCursor {
  private func fault(_ tick: Tick, _ lateness: Int64) -> Fault {
    func outside(_ column: String, _ value: Int64, _ range: String) -> Fault {
      Fault(column: column, problem: .outOfRange(column: column, text: "\(value)", range: range))
    }
    if tick.fired < 1 { return outside("fired", tick.fired, "at least 1") }
    if tick.missed < 0 { return outside("missed", tick.missed, "at least 0") }
    if tick.handler < 0 { return outside("handler_ns", tick.handler, "at least 0") }
    if tick.blocked < 0 { return outside("blocked_ns", tick.blocked, "at least 0") }
    if tick.slot < 0 { return outside("slot", tick.slot, "at least 0") }
    let expected = tick.callback &- tick.deadline
    if lateness != expected {
      return Fault(column: "lateness_ns", problem: .lateness(found: lateness, expected: expected))
    }
    if tick.handler & handlerMask != 0 {
      return outside("handler_ns", tick.handler, "0 under a load that gives the handler no work")
    }
    if tick.blocked & blockedMask != 0 {
      return outside("blocked_ns", tick.blocked, "0 under a load that gives the loop no work")
    }
    if tick.blocked > max(lateness, 0) {
      return outside("blocked_ns", tick.blocked, "at most the lateness, \(max(lateness, 0))")
    }
    if tick.callback >= lastCallback {
      return Fault(column: "callback_ns", problem: .held(callback: tick.callback, until: released))
    }
    return Fault(
      column: "callback_ns",
      problem: .backwards(column: "callback_ns", value: tick.callback, earlier: lastCallback))
  }

  private func offGrid(_ tick: Tick) -> Fault {
    let (offset, overflow) = tick.slot.multipliedReportingOverflow(by: interval)
    let origin = source.origin ?? expectedOrigin(of: Int(tick.source)) ?? 0
    let (expected, carry) = origin.addingReportingOverflow(offset)
    let text = overflow || carry ? "beyond 64 bits" : "\(expected)"
    return Fault(column: "deadline_ns", problem: .offGrid(deadline: tick.deadline, expected: text))
  }

  private func tooMany(_ tick: Tick) -> Fault {
    let (column, value) = tick.fired > tick.missed ? ("fired", tick.fired) : ("missed", tick.missed)
    return Fault(
      column: column,
      problem: .outOfRange(column: column, text: "\(value)", range: "below 2^63 over all rows of a run"))
  }

  private func lateWarmup() -> Fault {
    Fault(
      column: "warmup",
      problem: .outOfRange(column: "warmup", text: "1", range: "0 once the warm-up is over"))
  }
}
