import Foundation
import Synchronization
import Timers

/// The callbacks of a run-loop timer, in order.
final class LoopLog: Sendable {
  /// One callback.
  struct Event: Sendable {
    /// The monotonic time, in nanoseconds.
    let callback: Int64
    /// The wall time.
    let date: Date
    /// The fire date that the timer named.
    let fireDate: Date
    /// The thread.
    let thread: ObjectIdentifier
  }

  private let noted = Mutex<[Event]>([])

  var events: [Event] { noted.withLock { $0 } }
  var count: Int { noted.withLock { $0.count } }

  /// Notes a callback; how many there were.
  @discardableResult
  func note(_ timer: any LoopTimer) -> Int {
    let event = Event(
      callback: MonotonicClock.now(), date: Date(), fireDate: timer.fireDate,
      thread: ObjectIdentifier(Thread.current))
    return noted.withLock { events in
      events.append(event)
      return events.count
    }
  }
}

/// Where dates lie on the grid of a timer.
struct LoopGrid: Sendable {
  let first: Date
  var seconds = Pace.seconds

  /// Checks that a timer that has just been added was in time for its first fire date: from a date in the past some
  /// platforms do not keep the grid.
  func requireAhead() throws(Disturbed) {
    if Date() >= first { throw Disturbed("the first fire date had passed before the timer was added") }
  }

  /// The distance from the first fire date in intervals.
  func position(_ date: Date) -> Double { date.timeIntervalSince(first) / seconds }

  /// The nearest slot.
  func slot(_ date: Date) -> Int { Int(position(date).rounded()) }

  /// The distance to the nearest slot, −0.5 … 0.5 intervals.
  func phase(_ date: Date) -> Double { position(date) - position(date).rounded() }

  /// The deadline of the slot that a fire date names.
  ///
  /// A fire date is worked out from two clocks: a thread that is preempted in between names it some milliseconds off.
  func deadline(_ date: Date) -> Date { first.addingTimeInterval(Double(slot(date)) * seconds) }

  /// How late a callback came for the slot that it names, in intervals.
  func lateness(_ event: LoopLog.Event) -> Double { position(event.date) - Double(slot(event.fireDate)) }

  /// The phases of the fire dates of events.
  func phases(_ events: some Sequence<LoopLog.Event>) -> [Double] { events.map { phase($0.fireDate) } }
}

extension Sequence<LoopLog.Event> {
  /// The slots that the fire dates name, for evidence.
  func slots(on grid: LoopGrid) -> String {
    map { "\(grid.slot($0.fireDate))" }.joined(separator: " ")
  }
}
