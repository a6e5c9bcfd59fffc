import CClock
import Dispatch
import Foundation

/// The one home of waits that end at a time: by the monotonic clock, whatever becomes of the wall clock.
///
/// Dispatch's and Foundation's own go by the wall clock on Linux (`DispatchSemaphore.wait(timeout:)`, `NSCondition`)
/// or are given a date that is turned into a duration later (`RunLoop.run(mode:before:)`).
extension MonotonicClock {
  /// The end of a wait from now, in nanoseconds of this clock; a wait too long for the clock never ends.
  package static func time(in nanoseconds: Int64) -> Int64 {
    let (end, overflow) = now().addingReportingOverflow(nanoseconds)
    return overflow ? .max : end
  }

  /// Sleeps until the clock reaches `deadline`, holding the calling thread; the time it then shows.
  @discardableResult
  package static func sleep(until deadline: Int64) -> Int64 {
    while true {
      let now = now()
      if now >= deadline { return now }
      _ = platform_sleep_until(deadline)
    }
  }

  /// Sleeps for a number of nanoseconds.
  package static func sleep(for nanoseconds: Int64) {
    sleep(until: time(in: nanoseconds))
  }
}

extension DispatchTime {
  /// A monotonic time in nanoseconds as Dispatch has it, which counts ticks: never before it.
  ///
  /// `DispatchTime(uptimeNanoseconds:)` rounds down, by up to 41 ns on Apple silicon, and a timer would be early.
  package init(monotonic nanoseconds: Int64) {
    self.init(
      uptimeNanoseconds: UInt64(clamping: platform_on_tick(max(0, nanoseconds), platform_clock_tick())))
  }
}

/// A counting semaphore whose waits end by the monotonic clock. Unchecked: its own lock guards it.
@safe package final class MonotonicSemaphore: @unchecked Sendable {
  private let semaphore: OpaquePointer

  /// Creates a semaphore that has not been signalled.
  package init() {
    guard let made = unsafe platform_semaphore_new() else { fatalError("no memory for a semaphore") }
    unsafe semaphore = made
  }

  deinit {
    unsafe platform_semaphore_free(semaphore)
  }

  /// Lets one wait end.
  package func signal() {
    unsafe platform_semaphore_signal(semaphore)
  }

  /// Waits for a signal.
  package func wait() {
    _ = unsafe platform_semaphore_wait(semaphore, .max)
  }

  /// Waits for a signal, until the monotonic clock reaches `deadline` at most; whether the signal came.
  package func wait(until deadline: Int64) -> Bool {
    unsafe platform_semaphore_wait(semaphore, deadline) != 0
  }

  /// Waits for a signal, for so many nanoseconds at most; whether it came.
  package func wait(for nanoseconds: Int64) -> Bool {
    wait(until: MonotonicClock.time(in: nanoseconds))
  }
}
