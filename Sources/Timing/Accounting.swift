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
    /// Callbacks whose lateness belongs to a clock event.
    package var eventful: Int64 = 0
    /// Deadlines that callbacks stood for.
    package var fired: Int64 = 0
    /// Slots passed over without a callback.
    package var missed: Int64 = 0
    /// Slots of callbacks that came and could not be recorded.
    package var lost: Int64 = 0
    /// Callbacks whose fire date named a time that cannot be: their slot follows from the loop's rule.
    package var rejected: Int64 = 0
    /// Time in which blocks or handlers of the load held the loop, in nanoseconds.
    package var busy: Int64 = 0
  }

  /// The sums so far.
  package private(set) var totals = Totals()

  private let schedules: [Schedule]
  private let evidence: SlotEvidence
  private let wallDeadlines: Bool
  private let epoch: Int64
  private let warmupEnd: Int64
  private var nextSlot: [Int64]
  /// Deadlines of lost callbacks that no recorded callback has come after yet, a timer each.
  private var lostAhead: [Int64]
  /// Where in the interval each timer's own times lie.
  private var phases: [Phase]
  /// When the last callback of each timer returned: a run loop chooses the next slot then. `nil` before the first.
  private var released: [Int64?]
  /// The monotonic time after which the timers were armed.
  private let begun: Int64
  /// How the clocks stood to each other, up to the newest record that is entered.
  package private(set) var clocks = ClockRecord.still
  /// The mechanism's own time of the callback that was entered last, minus its deadline, in nanoseconds; `nil` where
  /// it names none, or none that can be.
  package private(set) var gridOffset: Int64?
  private var busy = BusyIntervals()

  /// Begins the accounting of a run.
  /// - Parameters:
  ///   - schedules: one grid a timer, at least one.
  ///   - evidence: how the mechanism names its slots.
  ///   - wallDeadlines: whether the timers keep to times of the wall clock.
  ///   - begun: the monotonic time after which they were armed.
  ///   - warmupEnd: callbacks before this monotonic time are warm-up.
  package init(
    schedules: [Schedule], evidence: SlotEvidence, wallDeadlines: Bool = false, begun: Int64 = .min,
    warmupEnd: Int64
  ) {
    precondition(!schedules.isEmpty, "a run has at least one timer")
    self.schedules = schedules
    self.evidence = evidence
    self.wallDeadlines = wallDeadlines
    self.epoch = schedules[0].first
    self.warmupEnd = warmupEnd
    self.nextSlot = Array(repeating: 0, count: schedules.count)
    self.lostAhead = nextSlot
    self.released = Array(repeating: nil, count: schedules.count)
    self.begun = begun
    self.phases = Array(repeating: Phase(), count: schedules.count)
  }

  /// The monotonic time from which on the clocks' relation is still needed.
  package var unsettledSince: Int64 {
    schedules.indices.reduce(Int64.max) { time, index in
      min(time, released[index] ?? begun, schedules[index].deadline(nextSlot[index]))
    }
  }

  /// Begins a batch of records, which are then entered: how the clocks stood to each other until after the last of them.
  ///
  /// Fire dates tell that too. Those that can be read in one way only narrow down when the clocks changed, which decides
  /// how the others have to be read.
  package mutating func begin(_ firings: [Firing], clocks: ClockRecord) {
    self.clocks = clocks
    guard evidence == .fireDate, clocks.changed else { return }
    var returned = released
    for firing in firings where schedules.indices.contains(Int(firing.source)) {
      let index = Int(firing.source)
      let before = returned[index]
      returned[index] = firing.callback + firing.handler
      guard let before else { continue }
      let readings = readings(of: firing, on: schedules[index], index: index, after: before)
      if readings.count == 1, readings[0].isOnGrid {
        self.clocks.narrow(at: before, to: readings[0].wallOffset)
      }
    }
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
    let warmup = firing.callback < warmupEnd
    let tick = Tick(
      source: firing.source, warmup: warmup,
      event: !warmup
        && clocks.touches(deadline: deadline, callback: firing.callback, wallDeadlines: wallDeadlines),
      slot: slot,
      deadline: deadline - epoch, callback: firing.callback - epoch, handler: firing.handler,
      fired: fired, missed: slot - expected - lost,
      blocked: busy.overlap(from: deadline, to: firing.callback))
    if firing.handler > 0 { busy.add(from: firing.callback, to: firing.callback + firing.handler) }
    if schedules.count > 1 { forgetServed() }
    totals.callbacks += 1
    totals.warmup += tick.warmup ? 1 : 0
    totals.eventful += tick.event ? 1 : 0
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
    case .fireDate: return dated(firing, on: schedule, index: index)
    }
  }

  /// The slot that a fire date names, held against how the clocks stood when it was worked out.
  ///
  /// That was when the timer's callback before returned, or for the first when it was armed. Where the wall clock was
  /// set about then, the date is read by both of its distances from the monotonic clock: a loop arms no time before the
  /// callback returned, calls back at none that is still to come, and keeps its phase; of what remains it arms the
  /// first. Foundation works out a date by reading two clocks; a thread that loses its processor between the reads gets
  /// a date that is off by as much, which may be none that can be.
  private mutating func dated(_ firing: Firing, on schedule: Schedule, index: Int) -> Int64 {
    let readings = readings(of: firing, on: schedule, index: index, after: released[index])
    let best = (readings.contains(where: \.isOnGrid) ? readings.filter(\.isOnGrid) : readings)
      .min { $0.slot < $1.slot }
    gridOffset = best?.gridOffset
    var (earliest, following) = (nextSlot[index], nextSlot[index])
    if let before = released[index] {
      let passed = before - (phases[index].value ?? slack(schedule))
      earliest = max(earliest, schedule.slotsElapsed(at: passed - clocks.uncertainty))
      following = max(following, schedule.slotsElapsed(at: passed + Self.rearming))
      if readings.count == 1, let best { phases[index].add(best.gridOffset) }
    }
    guard let named = best?.slot, named >= earliest else {
      totals.rejected += 1
      return following
    }
    return named
  }

  /// A way to read a fire date: by one of the distances that the wall clock may have had.
  private struct DateReading {
    var wallOffset: Int64
    var slot: Int64
    /// The time it means, minus the deadline.
    var gridOffset: Int64
    /// Whether that is the timer's phase.
    var isOnGrid: Bool
  }

  /// How soon after a callback has returned a loop chooses its next time, in nanoseconds.
  private static let rearming: Int64 = 1_000

  /// How far off its deadlines a timer may be armed.
  private func slack(_ schedule: Schedule) -> Int64 { min(schedule.interval / 2, 200_000) }

  /// The ways to read a fire date that can be; `before` is when the timer's callback before returned, `nil` for the
  /// first.
  private func readings(of firing: Firing, on schedule: Schedule, index: Int, after before: Int64?)
    -> [DateReading]
  {
    let slack = slack(schedule)
    let soonest = before.map { $0 - clocks.uncertainty } ?? schedule.first - slack
    let phase = phases[index].value ?? 0
    return clocks.wallOffsets(from: before ?? begun, through: before ?? firing.callback).compactMap {
      let time = firing.evidence &- $0
      guard time >= soonest, time <= firing.callback + slack else { return nil }
      let slot = schedule.slot(nearestOffset: time - schedule.first - phase)
      let offset = time - schedule.deadline(slot)
      return DateReading(
        wallOffset: $0, slot: slot, gridOffset: offset,
        isOnGrid: (offset - phase).magnitude <= UInt64(slack / 10))
    }
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

/// How far from its deadlines a loop keeps its times: the median of the last three that were told without doubt, since
/// one of them may be off.
private struct Phase: Sendable {
  private var recent: [Int64] = []

  /// `nil` before the first.
  var value: Int64? { recent.isEmpty ? nil : recent.sorted()[recent.count / 2] }

  mutating func add(_ offset: Int64) {
    if recent.count == 3 { recent.removeFirst() }
    recent.append(offset)
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
