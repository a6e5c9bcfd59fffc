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

  private(set) var jumps: [Jump] = []
  /// The callbacks with missed slots before them, `slot` being how many.
  private(set) var passes: [Jump] = []
  private var lastSlot: Int64 = 0

  init(source: Int32) { self.source = source }

  mutating func add(_ tick: Tick, lateness value: Int64) {
    if lateness.isEmpty { firstSlot = tick.slot.subtractingSaturated(tick.missed) }
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
    return cut.callbacks >= Self.telling && !cut.tracks.isEmpty
      && cut.tracks.allSatisfy { track in
        whole.tracks.contains { $0.source == track.source && $0.lateness.starts(with: track.lateness) }
      }
  }

  /// So many callbacks are never alike by chance.
  private static let telling = 20

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

/// The sums over the measured callbacks of a run.
package struct SlotAccount: Hashable, Sendable {
  /// Deadlines that callbacks stood for.
  package private(set) var fired: Int64 = 0
  /// Slots passed over before callbacks.
  package private(set) var missed: Int64 = 0
  /// Callbacks of the warm-up, in no other figure.
  package internal(set) var warmup: Int64 = 0
  /// Time in which handlers were held, in nanoseconds.
  package private(set) var handler: Int64 = 0
  /// Wakeups that sufficed for the callbacks.
  package private(set) var clusters: Int64 = 0
  /// Responses of deadlines other than each callback's own.
  private(set) var otherResponses: [Progression] = []

  private var interval: Int64 = 1
  private var timers = 1
  private var clusterStart: Int64?
  /// The timer that called back last, and when; apart from the others, since mostly it is the next one too.
  private var latestSource: Int32 = 0
  private var latestCallback: Int64?
  /// The last callbacks of the others.
  private var previous: [Int32: Int64] = [:]

  init() {}

  /// The sums that a recording tells.
  init(fired: Int64, missed: Int64, warmup: Int64, handler: Int64, clusters: Int64) {
    (self.fired, self.missed, self.warmup) = (fired, missed, warmup)
    (self.handler, self.clusters) = (handler, clusters)
  }

  init(interval: Int64, timers: Int) {
    (self.interval, self.timers) = (interval, timers)
  }

  /// Takes out the responses, for one who keeps them elsewhere.
  mutating func takeOtherResponses() -> [Progression] {
    defer { otherResponses = [] }
    return otherResponses
  }

  /// `fired + missed`.
  package var total: Int64 { fired.addingSaturated(missed) }

  mutating func add(_ tick: Tick, lateness: Int64) {
    fired = fired.addingSaturated(tick.fired)
    missed = missed.addingSaturated(tick.missed)
    handler = handler.addingSaturated(tick.handler)
    if tick.source != latestSource {
      previous[latestSource] = latestCallback
      (latestSource, latestCallback) = (tick.source, previous[tick.source])
    }
    if tick.missed > 0 { answerMissed(before: tick, lateness: lateness) }
    latestCallback = tick.callback
    if tick.fired > 1 {
      let last = lateness.subtractingSaturated(interval.multipliedSaturated(by: tick.fired - 1))
      otherResponses.append(Progression(lowest: last, count: tick.fired - 1, step: interval))
    }
    if let clusterStart, tick.deadline <= clusterStart, timers > 1 { return }
    clusterStart = tick.callback
    clusters += 1
  }

  /// Missed deadlines that had passed when the timer's callback before came are answered by that, the others by `tick`.
  private mutating func answerMissed(before tick: Tick, lateness: Int64) {
    let first = tick.deadline.subtractingSaturated(interval.multipliedSaturated(by: tick.missed))
    var answered = Int64(0)
    if let before = latestCallback, before >= first {
      let late = before.subtractingSaturated(first)
      answered = min(tick.missed, late / interval + 1)
      let least = late.subtractingSaturated(interval.multipliedSaturated(by: answered - 1))
      otherResponses.append(Progression(lowest: least, count: answered, step: interval))
    }
    if tick.missed > answered {
      otherResponses.append(
        Progression(lowest: lateness.addingSaturated(interval), count: tick.missed - answered, step: interval)
      )
    }
  }
}

/// Everything measured of one cell, over all its runs.
package struct CellSamples: Hashable, Sendable {
  /// The conditions.
  package let cell: Cell
  /// The runs whose figures count, in the order they were added.
  package internal(set) var runs: [RunSamples] = []
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
