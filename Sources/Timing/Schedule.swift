/// The deadlines of one periodic timer: `D_k = first + k · interval`, exact integers on the monotonic clock.
///
/// `k` is the slot, 0, 1, 2, …; nothing here is ever rounded, so a schedule does not drift.
package struct Schedule: Hashable, Sendable {
  /// The deadline of slot 0, in nanoseconds of the monotonic clock.
  package let first: Int64
  /// The distance between deadlines in nanoseconds, at least 1.
  package let interval: Int64

  /// Creates the grid; an interval below 1 ns is a programming error.
  package init(first: Int64, interval: Int64) {
    precondition(interval >= 1, "a schedule needs an interval of at least 1 ns")
    self.first = first
    self.interval = interval
  }

  /// The deadline of `slot` in nanoseconds of the monotonic clock.
  package func deadline(_ slot: Int64) -> Int64 {
    first + slot * interval
  }

  /// How many deadlines lie at or before `time`.
  package func slotsElapsed(at time: Int64) -> Int64 {
    time < first ? 0 : (time - first) / interval + 1
  }

  /// The slot whose deadline is nearest to `offset` nanoseconds after slot 0; halves go up.
  ///
  /// For a slot that a mechanism names by time (`Timer.fireDate`), never for a callback's time.
  package func slot(nearestOffset offset: Int64) -> Int64 {
    let (quotient, remainder) = (2 * offset + interval).quotientAndRemainder(dividingBy: 2 * interval)
    return remainder < 0 ? quotient - 1 : quotient
  }

  /// The grids of `count` timers with one interval, spread evenly over it; timer 0 starts at `first`.
  package static func phased(first: Int64, interval: Int64, count: Int) -> [Schedule] {
    (0..<count).map { index in
      Schedule(first: first + interval * Int64(index) / Int64(count), interval: interval)
    }
  }
}
