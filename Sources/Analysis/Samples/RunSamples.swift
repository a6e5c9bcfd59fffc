import Timing

/// The measured callbacks of one timer in one run, in order: 4 bytes a callback, and more only where something
/// is out of the ordinary.
package struct Track: Hashable, Sendable {
  /// A place where the slot is not the one after the callback before.
  struct Jump: Hashable, Sendable {
    var index: Int
    var slot: Int64
  }

  /// The timer's index in its run.
  package let source: Int32
  /// The lateness of every callback in nanoseconds.
  package private(set) var lateness = TimeList()
  /// The blocked part of every callback's lateness; empty while all are 0.
  package private(set) var blocked = TimeList()
  /// Deadlines that the callbacks stood for, and slots passed over before them.
  package private(set) var slots: Int64 = 0
  /// The first slot accounted for: a missed one where the first callback came late.
  package private(set) var firstSlot: Int64 = 0

  /// Slots between callbacks that belong to a clock event and are in no figure.
  private(set) var asideSlots: Int64 = 0
  private var asideAhead: Int64 = 0

  private(set) var jumps: [Jump] = []
  /// The callbacks with missed slots before them, `slot` being how many.
  private(set) var passes: [Jump] = []
  /// The callbacks whose own deadlines had been answered when they came, in ranges.
  private(set) var belated: [Range<Int>] = []
  private var lastSlot: Int64 = 0

  init(source: Int32) { self.source = source }

  /// - Parameter answers: whether the callback is the first that serves its own deadline or comes after it.
  mutating func add(_ tick: Tick, lateness value: Int64, answers: Bool) {
    if !answers {
      if let last = belated.last, last.upperBound == lateness.count {
        belated[belated.count - 1] = last.lowerBound..<(lateness.count + 1)
      } else {
        belated.append(lateness.count..<(lateness.count + 1))
      }
    }
    if lateness.isEmpty { firstSlot = tick.slot.subtractingSaturated(tick.missed) }
    asideSlots = asideSlots.addingSaturated(asideAhead)
    asideAhead = 0
    if lateness.isEmpty || tick.slot != lastSlot &+ 1 {
      jumps.append(Jump(index: lateness.count, slot: tick.slot))
    }
    if tick.missed > 0 { passes.append(Jump(index: lateness.count, slot: tick.missed)) }
    lastSlot = tick.slot
    if tick.blocked != 0, blocked.isEmpty {
      blocked = TimeList(repeating: 0, count: lateness.count)
    }
    lateness.append(value)
    if tick.blocked != 0 || !blocked.isEmpty { blocked.append(tick.blocked) }
    slots = slots.addingSaturated(tick.fired).addingSaturated(tick.missed)
  }

  /// Adds a callback to a series, of which nothing else is asked.
  @inline(__always)
  mutating func add(slot: Int64, lateness value: Int64) {
    if lateness.isEmpty || slot != lastSlot &+ 1 { jumps.append(Jump(index: lateness.count, slot: slot)) }
    lastSlot = slot
    lateness.append(value)
  }

  /// Keeps the series alone: each callback's slot and lateness.
  mutating func forgetCauses() {
    (blocked, belated, passes) = (TimeList(), [], [])
  }

  /// Leaves out slots before the next callback; before the first they are no gap.
  mutating func setAside(_ slots: Int64) {
    if !lateness.isEmpty { asideAhead = asideAhead.addingSaturated(slots) }
  }

  /// Calls `body` with the slot and the lateness of each callback, in order.
  package func forEach(_ body: (_ slot: Int64, _ lateness: Int64) -> Void) {
    forEachStretch { slot, indices, _ in
      var slot = slot
      for index in indices {
        body(slot, lateness[index])
        slot &+= 1
      }
    }
  }

  /// Calls `body` for each stretch of callbacks in slots that follow each other, with its first slot, its callbacks and
  /// the slot of the callback before it; in order.
  func forEachStretch(_ body: (_ slot: Int64, _ indices: Range<Int>, _ previous: Int64?) -> Void) {
    var previous: Int64?
    for (position, jump) in jumps.enumerated() {
      let end = position + 1 < jumps.count ? jumps[position + 1].index : lateness.count
      body(jump.slot, jump.index..<end, previous)
      previous = jump.slot &+ Int64(end - jump.index - 1)
    }
  }

  /// The slot of the first callback; `nil` without callbacks.
  package var firstCalledSlot: Int64? { jumps.first?.slot }

  /// The slot of the last callback; `nil` without callbacks.
  package var finalSlot: Int64? { lateness.isEmpty ? nil : lastSlot }
}

/// What one run contributes to its cell.
package struct RunSamples: Hashable, Sendable {
  /// What was measured.
  package let planned: PlannedRun
  /// How the run ended; `nil` when the file breaks off before.
  package internal(set) var facts: RunFacts?
  /// The timers of the run that called back, in order of their first callback.
  package internal(set) var tracks: [Track] = []
  /// How the slots of the run were served.
  package internal(set) var slots = SlotAccount()
  /// The parts of the lateness, where the run was traced.
  package internal(set) var traced = TracedSamples()

  /// What takes the place of the tracks where the callbacks were too many to keep; `nil` for any other run.
  package internal(set) var digest: RunDigest?

  /// The lateness of the first callbacks.
  var opening: [Int64] = []
  static let longestOpening = 64

  /// Whether the times of its callbacks are in the counts of the cell.
  package internal(set) var isCounted = false

  init(planned: PlannedRun) { self.planned = planned }

  /// Measured callbacks.
  package var callbacks: Int {
    digest.map { Int(clamping: $0.lateness.count) } ?? tracks.reduce(0) { $0 + $1.lateness.count }
  }

  /// How many timers called back.
  var timers: Int { digest?.timerCount ?? tracks.count }

  /// Whether this is the same measurement, not merely a like one: the same run with the same callbacks to the
  /// nanosecond, or, where a recording breaks off in it, the same as far as it goes.
  func isSame(as other: RunSamples) -> Bool {
    guard planned == other.planned, callbacks > 0, other.callbacks > 0 else { return false }
    if (facts == nil) == (other.facts == nil) {
      return facts == other.facts && tracks == other.tracks && digest == other.digest
    }
    let (cut, whole) = facts == nil ? (self, other) : (other, self)
    if isCounted || other.isCounted {
      return cut.opening.count >= Self.telling && whole.opening.starts(with: cut.opening)
    }
    return cut.callbacks >= Self.telling && !cut.tracks.isEmpty
      && cut.tracks.allSatisfy { track in
        whole.tracks.contains { $0.source == track.source && $0.lateness.starts(with: track.lateness) }
      }
  }

  /// So many callbacks are never alike by chance.
  private static let telling = 20

  /// Lets go of the callbacks, but for the series.
  mutating func forgetCallbacks(series: Bool) {
    if series {
      for index in tracks.indices { tracks[index].forgetCauses() }
    } else {
      tracks = []
    }
    _ = slots.takeOtherResponses()
  }

  /// The run with histograms in place of its callbacks.
  var condensed: RunSamples {
    guard digest == nil else { return self }
    var run = self
    run.digest = RunDigest(self)
    run.tracks = []
    run.traced = TracedSamples()
    _ = run.slots.takeOtherResponses()
    return run
  }
}

/// The sums over the measured callbacks of a run, and the responses of its deadlines.
///
/// A deadline is answered by the first callback of its timer that serves it or comes after it (at its very time or
/// later): from then on, nothing waits for it any more. A late callback so answers every deadline that has passed since,
/// whichever callbacks serve them afterwards. Each deadline that a measured callback answers has one response.
package struct SlotAccount: Hashable, Sendable {
  /// Deadlines that callbacks stood for.
  package private(set) var fired: Int64 = 0
  /// Slots passed over before callbacks.
  package private(set) var missed: Int64 = 0
  /// Callbacks of the warm-up, in no other figure.
  package internal(set) var warmup: Int64 = 0
  /// Measured callbacks whose lateness belongs to a clock event, in no other figure.
  package private(set) var eventful: Int64 = 0
  /// The slots that these stood for or passed over, in no other figure.
  package private(set) var eventfulSlots: Int64 = 0
  /// Time in which handlers were held, in nanoseconds.
  package private(set) var handler: Int64 = 0
  /// Wakeups that sufficed for the callbacks.
  package private(set) var clusters: Int64 = 0
  /// Responses of deadlines other than each callback's own.
  private(set) var otherResponses: [Progression] = []

  private var interval: Int64 = 1
  private var clusterStart: Int64?
  /// The timer that called back last, and its first slot without an answer; apart from the others, since mostly it is the
  /// next one too.
  private var latestSource: Int32 = 0
  private var latestUnanswered: Int64?
  /// The first slots without an answer of the others.
  private var unanswered: [Int32: Int64] = [:]

  init() {}

  /// The sums that a recording tells.
  init(
    fired: Int64, missed: Int64, warmup: Int64, eventful: Int64, eventfulSlots: Int64, handler: Int64,
    clusters: Int64
  ) {
    (self.eventful, self.eventfulSlots) = (eventful, eventfulSlots)
    (self.fired, self.missed, self.warmup) = (fired, missed, warmup)
    (self.handler, self.clusters) = (handler, clusters)
  }

  init(interval: Int64) { self.interval = interval }

  /// Whether there are responses to take out.
  var hasOtherResponses: Bool { !otherResponses.isEmpty }

  /// Takes out the responses, for one who keeps them elsewhere.
  mutating func takeOtherResponses() -> [Progression] {
    defer { otherResponses = [] }
    return otherResponses
  }

  /// `fired + missed`.
  package var total: Int64 { fired.addingSaturated(missed) }

  /// Adds the next callback; tells whether it is the first that serves its own deadline or comes after it.
  mutating func add(_ tick: Tick, lateness: Int64) -> Bool {
    fired = fired.addingSaturated(tick.fired)
    missed = missed.addingSaturated(tick.missed)
    handler = handler.addingSaturated(tick.handler)
    if clusterStart.map({ tick.deadline > $0 }) ?? true {
      clusterStart = tick.callback
      clusters += 1
    }
    let slots = answered(by: tick, lateness: lateness)
    if slots.lowerBound < tick.slot { keepResponses(slots.lowerBound..<tick.slot, tick, lateness) }
    let next = max(slots.lowerBound, tick.slot.addingSaturated(1))
    if next < slots.upperBound { keepResponses(next..<slots.upperBound, tick, lateness) }
    return slots.lowerBound <= tick.slot
  }

  /// Takes note of a callback of the warm-up: the deadlines that it answers have their response in no figure.
  mutating func addWarmup(_ tick: Tick, lateness: Int64) {
    warmup += 1
    _ = answered(by: tick, lateness: lateness)
  }

  /// Counts a callback that belongs to a clock event: the deadlines that it answers have their response in no figure.
  mutating func setAside(_ tick: Tick, lateness: Int64) {
    eventful = eventful.addingSaturated(1)
    eventfulSlots = eventfulSlots.addingSaturated(tick.fired).addingSaturated(tick.missed)
    _ = answered(by: tick, lateness: lateness)
  }

  /// The slots that a callback answers: those it serves, and those that have passed when it comes.
  private mutating func answered(by tick: Tick, lateness: Int64) -> Range<Int64> {
    if tick.source != latestSource {
      unanswered[latestSource] = latestUnanswered
      (latestSource, latestUnanswered) = (tick.source, unanswered[tick.source])
    }
    // What lies before, callbacks of a full recorder may have answered.
    let first = tick.slot.subtractingSaturated(tick.missed)
    let lowest = max(latestUnanswered ?? first, first)
    let passed = lateness >= 0 ? (lateness / interval).addingSaturated(1) : 1
    let end = max(lowest, tick.slot.addingSaturated(max(tick.fired, passed)))
    latestUnanswered = end
    return lowest..<end
  }

  private mutating func keepResponses(_ slots: Range<Int64>, _ tick: Tick, _ lateness: Int64) {
    let last = slots.upperBound.subtractingSaturated(1).subtractingSaturated(tick.slot)
    let least = lateness.subtractingSaturated(last.multipliedSaturated(by: interval))
    let count = slots.upperBound.subtractingSaturated(slots.lowerBound)
    otherResponses.append(Progression(lowest: least, count: count, step: interval))
  }
}

/// Everything measured of one cell, over all its runs.
package struct CellSamples: Hashable, Sendable {
  /// The conditions.
  package let cell: Cell
  /// The runs whose figures count, in the order they were added.
  package internal(set) var runs: [RunSamples] = []
  /// How often each time occurs in the runs of which they are not kept one by one, ``RunSamples/isCounted``.
  var counts = CellCounts()
  /// Runs that failed: what was planned and why. Their callbacks are in no figure.
  package internal(set) var failures: [RunFailure] = []
  /// Runs that were planned and never began.
  package internal(set) var unbegun: [PlannedRun] = []

  init(cell: Cell) { self.cell = cell }
}

/// A run that failed.
package struct RunFailure: Hashable, Sendable {
  /// What was to be measured.
  package let planned: PlannedRun
  /// The sentence of the recording that explains it; `nil` when it gives none.
  package let problem: String?
}
