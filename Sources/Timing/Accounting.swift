/// A breach of the accounting: the run is reported as failed.
package enum AccountingError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A callback named a slot that was already served.
  case slotServedTwice(source: Int32, slot: Int64, expected: Int64)
  /// A callback stood for no deadline at all.
  case nothingFired(source: Int32, slot: Int64)
  /// A record of a timer that the run does not have.
  case unknownSource(Int32)
  /// `Σ fired + Σ missed + lost + pending` is not the number of slots elapsed.
  case unbalanced(accounted: Int64, elapsed: Int64)

  package var description: String {
    switch self {
    case .slotServedTwice(let source, let slot, let expected):
      "timer \(source) named slot \(slot) again: slot \(expected) or later was due"
    case .nothingFired(let source, let slot):
      "timer \(source) called back for no deadline at slot \(slot)"
    case .unknownSource(let source):
      "a callback of timer \(source), which the run does not have"
    case .unbalanced(let accounted, let elapsed):
      "\(accounted) slots are accounted for, but \(elapsed) elapsed"
    }
  }
}

/// Turns the records of a run, in the order they were stored, into ticks; every slot is counted once.
///
/// All records of a run come from one serial loop or queue. Memory is constant in the length of the run.
package struct Accounting: Sendable {
  /// Sums over all ticks of the run, warm-up included.
  package struct Totals: Hashable, Sendable {
    /// Callbacks, measured and warm-up.
    package var callbacks: Int64 = 0
    /// Callbacks of the warm-up.
    package var warmup: Int64 = 0
    /// Deadlines that callbacks stood for.
    package var fired: Int64 = 0
    /// Slots passed over without a callback.
    package var missed: Int64 = 0
    /// Slots of callbacks that came and could not be recorded.
    package var lost: Int64 = 0
    /// Callbacks whose fire date named a slot that could no longer be: their slot follows from the loop's rule.
    package var rejected: Int64 = 0
    /// Time in which blocks or handlers of the load held the loop, in nanoseconds.
    package var busy: Int64 = 0
  }

  /// The sums so far.
  package private(set) var totals = Totals()

  private let schedules: [Schedule]
  private let evidence: SlotEvidence
  private let epoch: Int64
  private let warmupEnd: Int64
  private var nextSlot: [Int64]
  /// Deadlines of lost callbacks that no recorded callback has come after yet, a timer each.
  private var lostAhead: [Int64]
  /// When the last callback of each timer returned: a run loop chooses the next slot then.
  private var released: [Int64]
  private var busy = BusyIntervals()

  /// Begins the accounting of a run.
  /// - Parameters:
  ///   - schedules: one grid a timer, at least one.
  ///   - evidence: how the mechanism names its slots.
  ///   - warmupEnd: callbacks before this monotonic time are warm-up.
  package init(schedules: [Schedule], evidence: SlotEvidence, warmupEnd: Int64) {
    precondition(!schedules.isEmpty, "a run has at least one timer")
    self.schedules = schedules
    self.evidence = evidence
    self.epoch = schedules[0].first
    self.warmupEnd = warmupEnd
    self.nextSlot = Array(repeating: 0, count: schedules.count)
    self.lostAhead = nextSlot
    self.released = Array(repeating: .min, count: schedules.count)
  }

  /// Enters the next record; `nil` for a block of load, which only adds to the busy time, and for a record of losses:
  /// the slots of lost callbacks are counted apart, so that none of them looks passed over.
  package mutating func enter(_ firing: Firing) throws(AccountingError) -> Tick? {
    totals.busy += firing.handler
    guard firing.source != Firing.block else {
      busy.add(from: firing.callback, to: firing.callback + firing.handler)
      return nil
    }
    if let source = firing.lostSource {
      guard lostAhead.indices.contains(Int(source)) else { throw .unknownSource(source) }
      lostAhead[Int(source)] += firing.evidence
      return nil
    }
    let index = Int(firing.source)
    guard schedules.indices.contains(index) else { throw .unknownSource(firing.source) }
    let schedule = schedules[index]
    let expected = nextSlot[index]
    let slot = self.slot(of: firing, on: schedule, index: index)
    let fired = Int64(firing.fired)
    guard fired >= 1 else { throw .nothingFired(source: firing.source, slot: slot) }
    guard slot >= expected else {
      throw .slotServedTwice(source: firing.source, slot: slot, expected: expected)
    }
    let lost = min(slot - expected, lostAhead[index])
    lostAhead[index] = 0
    nextSlot[index] = slot + fired
    released[index] = firing.callback + firing.handler
    let deadline = schedule.deadline(slot)
    if schedules.count == 1 { busy.forget(before: deadline) }
    let tick = Tick(
      source: firing.source, warmup: firing.callback < warmupEnd, slot: slot,
      deadline: deadline - epoch, callback: firing.callback - epoch, handler: firing.handler,
      fired: fired, missed: slot - expected - lost,
      blocked: busy.overlap(from: deadline, to: firing.callback))
    if firing.handler > 0 { busy.add(from: firing.callback, to: firing.callback + firing.handler) }
    if schedules.count > 1 { forgetServed() }
    totals.callbacks += 1
    totals.warmup += tick.warmup ? 1 : 0
    totals.fired += fired
    totals.missed += tick.missed
    totals.lost += lost
    return tick
  }

  /// Counts the lost callbacks after which no recorded one came, once all records are entered: of the deadlines at or
  /// before `end`, those that they stood for are lost and not pending.
  package mutating func settleLosses(at end: Int64) {
    for index in schedules.indices where lostAhead[index] > 0 {
      let lost = min(lostAhead[index], max(0, schedules[index].slotsElapsed(at: end) - nextSlot[index]))
      nextSlot[index] += lost
      totals.lost += lost
      lostAhead[index] = 0
    }
  }

  private mutating func slot(of firing: Firing, on schedule: Schedule, index: Int) -> Int64 {
    switch evidence {
    case .slot: return firing.evidence
    case .fireTime:
      let named = schedule.slot(nearestOffset: firing.evidence)
      let earliest = earliestSlot(on: schedule, index: index)
      if named < earliest { totals.rejected += 1 }
      return max(named, earliest)
    }
  }

  /// The first slot that a run loop can serve next: the first after the last callback returned.
  ///
  /// Foundation works out each fire date by reading two clocks; a thread that loses its processor between the reads
  /// gets a date that is too early by as much, of a slot that was served or had passed. The margin covers the offset
  /// at which the loop keeps the grid.
  private func earliestSlot(on schedule: Schedule, index: Int) -> Int64 {
    guard released[index] > .min else { return nextSlot[index] }
    let margin = min(schedule.interval / 2, 200_000)
    return max(nextSlot[index], schedule.slotsElapsed(at: released[index] - margin))
  }

  private mutating func forgetServed() {
    guard busy.count > 2 * schedules.count + 64 else { return }
    busy.forget(before: zip(schedules, nextSlot).reduce(Int64.max) { min($0, $1.0.deadline($1.1)) })
  }

  /// The deadlines at or before `end` that no callback has served, over all timers.
  package func pending(at end: Int64) -> Int64 {
    zip(schedules, nextSlot).reduce(0) { $0 + max(0, $1.0.slotsElapsed(at: end) - $1.1) }
  }

  /// The slots that elapsed by `end`: those served or passed over, and those pending.
  ///
  /// - Throws: ``AccountingError/unbalanced(accounted:elapsed:)`` unless `Σ fired + Σ missed + lost + pending` is their number.
  package func slotsElapsed(at end: Int64) throws(AccountingError) -> Int64 {
    let elapsed = zip(schedules, nextSlot).reduce(0) { $0 + max($1.0.slotsElapsed(at: end), $1.1) }
    let accounted = totals.fired + totals.missed + totals.lost + pending(at: end)
    guard accounted == elapsed else { throw .unbalanced(accounted: accounted, elapsed: elapsed) }
    return elapsed
  }
}

/// Times in which the loop was busy, in order, without overlap.
private struct BusyIntervals: Sendable {
  private var intervals: [(start: Int64, end: Int64)] = []
  private var firstLive = 0

  var count: Int { intervals.count - firstLive }

  mutating func add(from start: Int64, to end: Int64) {
    let start = max(start, intervals.last?.end ?? start)
    if end > start { intervals.append((start, end)) }
  }

  mutating func forget(before time: Int64) {
    while firstLive < intervals.count, intervals[firstLive].end <= time { firstLive += 1 }
    if firstLive > 4096, firstLive * 2 > intervals.count {
      intervals.removeFirst(firstLive)
      firstLive = 0
    }
  }

  /// The busy time within `start ..< end`; looks back from the newest interval.
  func overlap(from start: Int64, to end: Int64) -> Int64 {
    var sum: Int64 = 0
    for interval in intervals[firstLive...].reversed() {
      if interval.end <= start { break }
      sum += max(0, min(interval.end, end) - max(interval.start, start))
    }
    return sum
  }
}
