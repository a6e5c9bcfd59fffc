import CPlatform
import Foundation
import Timers
import Timing

extension ClockReading {
  /// Reads the clocks until a reading took a microsecond at most, `attempts` times at most, and keeps the tightest.
  package static func now(attempts: Int = 20) -> ClockReading {
    var best = ClockReading(monotonic: 0, boot: 0, wall: 0, width: .max)
    for _ in 0..<attempts {
      let before = platform_monotonic_ns()
      let (boot, wall) = (platform_boot_ns(), platform_wall_ns())
      let width = platform_monotonic_ns() - before
      if width < best.width {
        best = ClockReading(monotonic: before + width / 2, boot: boot, wall: wall, width: width)
      }
      if width <= 1_000 { break }
    }
    return best
  }
}

/// Keeps the record of the clocks while something runs: a thread that reads them at a steady pace, and at once when the
/// kernel tells that the wall clock was set or that the system slept.
package final class ClockKeeper: Sendable {
  private let record: Locked<ClockRecord>
  private let watch: ClockWatchPoint
  private let finished = MonotonicSemaphore()

  /// Starts the thread.
  /// - Parameter period: nanoseconds from one reading to the next.
  package init(period: Int64) {
    record = Locked(ClockRecord(.now()))
    watch = ClockWatchPoint()
    let thread = Thread { [record, watch, finished] in
      while watch.wait(until: MonotonicClock.time(in: period)) {
        record.withLock { $0.add(.now()) }
      }
      finished.signal()
    }
    thread.name = "clocks"
    thread.start()
  }

  /// The pace for timers of an interval: as often as their deadlines come, but ten times a second at most, and once at
  /// least, which tells a step of 1 ms from a slew.
  package static func period(interval: Int64) -> Int64 {
    min(max(interval, 100_000_000), 1_000_000_000)
  }

  /// The record up to this moment, which it holds a reading of.
  package func read() -> ClockRecord {
    record.withLock { record in
      record.add(.now())
      return record
    }
  }

  /// Forgets what is of no use for times from `time` on.
  package func forget(before time: Int64) {
    record.withLock { $0.forget(before: time) }
  }

  /// Ends the thread.
  package func stop() {
    watch.wake()
    finished.wait()
  }
}

/// The one owner of a wait for changes of the clocks. Unchecked: one thread waits, and waking it is safe from any other.
@safe private final class ClockWatchPoint: @unchecked Sendable {
  private let watch: OpaquePointer

  init() {
    guard let made = unsafe platform_clock_watch_new() else { fatalError("no memory to watch the clocks") }
    unsafe watch = made
  }

  deinit {
    unsafe platform_clock_watch_free(watch)
  }

  /// Waits for a change or the deadline; `false` once woken.
  func wait(until deadline: Int64) -> Bool {
    unsafe platform_clock_watch_wait(watch, deadline) != 0
  }

  func wake() {
    unsafe platform_clock_watch_wake(watch)
  }
}
