/// How the clocks stood to each other in the course of a run, from readings of them: the record against which times of
/// the wall clock are held, and in which steps of it and sleeps are found.
///
/// Readings that agree are kept as one stretch, so a clock that nobody sets needs constant memory.
package struct ClockRecord: Sendable {
  /// What happened, in order: the first hundred events.
  package private(set) var events: [ClockEvent] = []
  /// How many events there were.
  package private(set) var eventCount = 0

  /// A time in which the wall clock kept its distance from the monotonic clock.
  private struct Stretch {
    var first: ClockReading
    var last: ClockReading
  }

  private var stretches: [Stretch]
  /// Events that rows of the time to come may touch.
  private var recent: [ClockEvent] = []
  /// When the first event may have begun.
  private var firstEvent: Int64?

  /// Events that are kept for the run's facts.
  package static let mostEvents = 100
  /// Distances of both clocks that differ by less are one, in nanoseconds: readings cost as much.
  private static let noise: Int64 = 2_000
  /// What Foundation's own two readings and the grain of a date cost.
  private static let grain: Int64 = 500
  /// What a reading may cost that counts for ``uncertainty``.
  private static let widest: Int64 = 100_000

  /// How far a time read from the wall clock by this record may be off, in nanoseconds: what readings cost, and as much
  /// again for those of the mechanism.
  package private(set) var uncertainty = ClockRecord.grain

  /// Begins with a first reading.
  package init(_ first: ClockReading) {
    stretches = [Stretch(first: first, last: first)]
    uncertainty += min(first.width, Self.widest)
  }

  /// The record of clocks of which the wall clock shows the monotonic time.
  package static let still = ClockRecord(ClockReading(monotonic: 0, boot: 0, wall: 0))

  /// Adds a reading that was taken after the others.
  package mutating func add(_ reading: ClockReading) {
    let stretch = stretches[stretches.count - 1]
    let last = stretch.last
    guard reading.monotonic >= last.monotonic else { return }
    uncertainty = max(uncertainty, Self.grain + min(reading.width, Self.widest))
    let found = ClockEvent.detected(from: last, to: reading)
    let change = (reading.wallOffset &- stretch.first.wallOffset).magnitude
    if found.isEmpty, change <= UInt64(Self.noise + stretch.first.width + reading.width) {
      stretches[stretches.count - 1].last = reading
    } else {
      stretches.append(Stretch(first: reading, last: reading))
    }
    guard !found.isEmpty else { return }
    eventCount += found.count
    events += found.prefix(Self.mostEvents - events.count)
    recent += found
    firstEvent = firstEvent ?? last.monotonic
  }

  /// Whether the distance between the clocks has changed.
  package var changed: Bool { stretches.count > 1 }

  /// Learns from elsewhere what the distance wall − monotonic was at a time between two readings that differ.
  package mutating func narrow(at time: Int64, to wallOffset: Int64) {
    let next = stretches.partitioningIndex { $0.last.monotonic >= time }
    guard next > 0, next < stretches.count, stretches[next].first.monotonic > time else { return }
    if wallOffset == stretches[next - 1].last.wallOffset {
      stretches[next - 1].last.move(to: time)
    } else if wallOffset == stretches[next].first.wallOffset {
      stretches[next].first.move(to: time)
    }
  }

  /// Forgets what is of no use for times from `time` on, but for the events.
  package mutating func forget(before time: Int64) {
    let kept = stretches.partitioningIndex { $0.last.monotonic >= time }
    // The one before tells what was so until the next began.
    stretches.removeFirst(max(0, min(kept, stretches.count) - 1))
    recent.removeAll { $0.before < time }
  }
}

extension ClockRecord {
  /// What the distance wall − monotonic may have been in a span of monotonic time, each candidate once.
  ///
  /// One within a stretch. Between two readings that differ it can have been that of either, or in between: after one
  /// of two events, or on the way of a slew.
  package func wallOffsets(from start: Int64, through end: Int64) -> [Int64] {
    var offsets: [Int64] = []
    func add(_ offset: Int64) { if !offsets.contains(offset) { offsets.append(offset) } }
    let first = stretches.partitioningIndex { $0.last.monotonic >= start }
    guard first < stretches.count else { return [stretches[stretches.count - 1].last.wallOffset] }
    for index in first..<stretches.count {
      let stretch = stretches[index]
      if index > 0, stretch.first.monotonic > start {
        let before = stretches[index - 1].last
        let happened = ClockEvent.detected(from: before, to: stretch.first)
        if happened.isEmpty {
          add(Self.between(before, stretch.first, at: max(start, before.monotonic)))
        } else if happened.count > 1 {
          for event in happened { add(before.wallOffset &+ event.length) }
        }
        add(before.wallOffset)
      }
      add(stretch.first.wallOffset)
      if stretch.last.monotonic >= end { break }
    }
    return offsets
  }

  /// The distance wall − monotonic at a monotonic time, as near as the readings tell.
  package func wallOffset(at time: Int64) -> Int64 {
    let index = stretches.partitioningIndex { $0.last.monotonic >= time }
    guard index < stretches.count else { return stretches[stretches.count - 1].last.wallOffset }
    return stretches[index].first.wallOffset
  }

  /// Between two readings, as if the clock had been slewed.
  private static func between(_ last: ClockReading, _ next: ClockReading, at time: Int64) -> Int64 {
    let span = next.monotonic - last.monotonic
    guard span > 0 else { return next.wallOffset }
    let change = Int128(next.wallOffset &- last.wallOffset)
    return last.wallOffset &+ Int64(change * Int128(time - last.monotonic) / Int128(span))
  }

  /// Whether a callback's lateness belongs to an event: to one that may have happened between its deadline and the
  /// callback, or before it has come where the deadlines themselves are times of the wall clock.
  package func touches(deadline: Int64, callback: Int64, wallDeadlines: Bool) -> Bool {
    guard let firstEvent, firstEvent <= callback else { return false }
    if wallDeadlines { return true }
    return recent.contains { $0.before >= deadline && $0.after <= callback }
  }
}
