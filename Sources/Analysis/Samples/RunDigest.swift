import Timing

/// What is kept of a run whose callbacks are too many to keep: histograms and sums, in constant memory.
///
/// Quantiles come from the histograms, within ``Histogram/relativeError``; counts, sums, extremes and drifts are those
/// of all callbacks. What needs the callbacks one by one is not to be had: the median absolute deviation, TDEV and
/// MTIE, and whether a difference between two recordings is beyond chance.
package struct RunDigest: Hashable, Sendable {
  /// Lateness, one value a callback.
  package internal(set) var lateness = Histogram()
  /// Response, one value a deadline; `nil` while each callback answers its own deadline and no other.
  var responses: Histogram?
  /// Lateness without the blocked part; empty while nothing was blocked.
  var latency = Histogram()
  /// Change of lateness from one callback of a timer to its next, without its sign.
  var jitter = Histogram()
  /// Time from one callback of a timer to its next.
  var intervalErrors = Histogram()
  /// The blocked part of all lateness, in nanoseconds.
  var blocked = 0.0
  /// Callbacks later than the leeway asked for.
  var violations: Int64 = 0
  /// The timers that called back, in order of their first callback; empty where they were too many to write.
  var timers: [TimerDigest] = []
  /// How many timers called back.
  var timerCount = 0

  private var interval: Int64 = 1
  private var leeway: Int64 = 0
  private var places: [Int32: Int] = [:]
  private var place = 0

  /// Begins a run.
  init(_ planned: PlannedRun) {
    interval = max(1, planned.cell.interval.count)
    leeway = planned.cell.leeway?.count ?? 0
  }

  init() {}

  /// Adds the next callback.
  /// - Parameter answers: whether the callback is the first that serves its own deadline or comes after it.
  mutating func add(source: Int32, slot: Int64, lateness late: Int64, blocked held: Int64, answers: Bool) {
    if !answers, responses == nil { responses = lateness }
    if answers { responses?.add(late) }
    if held != 0, latency.count == 0 { latency = lateness }
    lateness.add(late)
    if held != 0 || latency.count > 0 { latency.add(late.subtractingSaturated(held)) }
    if let step = follow(source: source, slot: slot, lateness: late, blocked: held) {
      jitter.add(step.change == .min ? .max : abs(step.change))
      intervalErrors.add(
        step.slots.subtractingSaturated(1).multipliedSaturated(by: interval).addingSaturated(step.change))
    }
  }

  /// Takes the next callback into all but the histograms; gives what lies between it and the one before of its timer.
  @inline(__always)
  mutating func follow(
    source: Int32, slot: Int64, lateness late: Int64, blocked held: Int64
  ) -> (slots: Int64, change: Int64)? {
    blocked += Double(held)
    if late > leeway { violations += 1 }
    if !timers.indices.contains(place) || timers[place].source != source { select(source) }
    return timers[place].add(slot: slot, lateness: late)
  }

  /// Adds the responses of deadlines other than the own one of the callback that was added last.
  mutating func add(response progression: Progression) {
    if responses == nil { responses = lateness }
    responses?.add(progression)
  }

  /// Leaves out slots of a timer that belong to a clock event.
  mutating func setAside(source: Int32, slots: Int64) {
    if let place = places[source] { timers[place].setAside(slots) }
  }

  /// Takes over the slots that a timer's track leaves out.
  mutating func setAside(_ track: Track) {
    if track.asideSlots > 0, let place = places[track.source] {
      timers[place].asideSlots = track.asideSlots
    }
  }

  private mutating func select(_ source: Int32) {
    if let known = places[source] {
      place = known
      return
    }
    place = timers.count
    places[source] = place
    timers.append(TimerDigest(source: source))
    timerCount = timers.count
  }

  /// The digest of a run whose callbacks were kept.
  init(_ run: RunSamples) {
    self.init(run.planned)
    for track in run.tracks {
      var (index, belated) = (0, track.belated[...])
      track.forEach { slot, late in
        if let range = belated.first, range.upperBound == index { belated.removeFirst() }
        add(
          source: track.source, slot: slot, lateness: late,
          blocked: track.blocked.isEmpty ? 0 : track.blocked[index],
          answers: belated.first.map { !$0.contains(index) } ?? true)
        index += 1
      }
      setAside(track)
    }
    for progression in run.slots.otherResponses { add(response: progression) }
  }
}

/// What is kept of one timer of a run.
struct TimerDigest: Hashable, Sendable, Codable {
  var source: Int32
  var callbacks: Int64 = 0
  var firstSlot: Int64 = 0
  var lastSlot: Int64 = 0
  var firstLateness: Int64 = 0
  var lastLateness: Int64 = 0
  /// Sums over groups of consecutive callbacks, each of ``groupSize`` but for the last; of slot and lateness less
  /// those of the first callback.
  var groups: [DriftSums] = []
  var groupSize: Int64 = 1
  /// Slots between callbacks that belong to a clock event; `nil` for none.
  var asideSlots: Int64?
  private var asideAhead: Int64 = 0

  /// Groups are joined by twos before there are more.
  static let mostGroups = 24

  init(source: Int32) { self.source = source }

  /// Adds the next callback; gives what lies between it and the one before.
  mutating func add(slot: Int64, lateness: Int64) -> (slots: Int64, change: Int64)? {
    let step =
      callbacks == 0
      ? nil : (slot.subtractingSaturated(lastSlot), lateness.subtractingSaturated(lastLateness))
    if callbacks == 0 { (firstSlot, firstLateness) = (slot, lateness) }
    (lastSlot, lastLateness) = (slot, lateness)
    if asideAhead > 0 {
      asideSlots = (asideSlots ?? 0).addingSaturated(asideAhead)
      asideAhead = 0
    }
    // The size is a power of two.
    if callbacks & (groupSize - 1) == 0 {
      if groups.count == Self.mostGroups { join() }
      if callbacks & (groupSize - 1) == 0 { groups.append(DriftSums()) }
    }
    callbacks += 1
    groups[groups.count - 1].add(
      Double(slot.subtractingSaturated(firstSlot)), Double(lateness.subtractingSaturated(firstLateness)))
    return step
  }

  /// Leaves out slots before the next callback.
  mutating func setAside(_ slots: Int64) {
    asideAhead = asideAhead.addingSaturated(slots)
  }

  /// Joins the groups by twos.
  mutating func join() {
    groups = stride(from: 0, to: groups.count, by: 2).map { index in
      index + 1 < groups.count ? groups[index] + groups[index + 1] : groups[index]
    }
    groupSize *= 2
  }

  private enum CodingKeys: String, CodingKey {
    case source, callbacks
    case firstSlot = "first_slot"
    case lastSlot = "last_slot"
    case firstLateness = "first_lateness_ns"
    case lastLateness = "last_lateness_ns"
    case groups
    case groupSize = "group_size"
    case asideSlots = "event_slots"
  }
}
