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

  /// The distance from the first fire date in intervals.
  func position(_ date: Date) -> Double { date.timeIntervalSince(first) / seconds }

  /// The nearest slot.
  func slot(_ date: Date) -> Int { Int(position(date).rounded()) }

  /// The distance to the nearest slot, −0.5 … 0.5 intervals.
  func phase(_ date: Date) -> Double { position(date) - position(date).rounded() }
}

extension Sequence<LoopLog.Event> {
  /// The slots that the fire dates name, for evidence.
  func slots(on grid: LoopGrid) -> String {
    map { "\(grid.slot($0.fireDate))" }.joined(separator: " ")
  }
}
