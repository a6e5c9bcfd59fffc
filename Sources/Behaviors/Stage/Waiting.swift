import Foundation
import Timers

/// Sleeps, holding the calling thread, until the monotonic clock has advanced by a number of intervals.
/// - Returns: when it ended, in nanoseconds.
@discardableResult
func stall(_ intervals: Double) -> Int64 {
  MonotonicClock.sleep(until: Pace.time(in: intervals))
}

/// Sleeps until a condition holds; whether it did in time.
@discardableResult
func wait(atMost nanoseconds: Int64 = Pace.patience, until condition: () -> Bool) -> Bool {
  let end = MonotonicClock.now() + nanoseconds
  while !condition() {
    if MonotonicClock.now() >= end { return condition() }
    MonotonicClock.sleep(for: 1_000_000)
  }
  return true
}

/// Runs the calling thread's loop in a mode until a condition holds; whether it did in time.
@discardableResult
func runLoop(
  mode: RunLoop.Mode = .default, atMost nanoseconds: Int64 = Pace.patience, until condition: () -> Bool
) -> Bool {
  let end = MonotonicClock.now() + nanoseconds
  while !condition() {
    if MonotonicClock.now() >= end { return condition() }
    // A run does not return when a timer fires, hence the short limit; with an empty mode it returns at once.
    if !LoopReference.run(mode: mode, until: MonotonicClock.time(in: 4_000_000)) {
      MonotonicClock.sleep(for: 1_000_000)
    }
  }
  return true
}

/// Runs the calling thread's loop in a mode until a timer of this function has fired a number of times: time in
/// which the loop was certainly served.
func runLoopServed(mode: RunLoop.Mode = .default, times: Int = Int(Pace.silence)) throws(Disturbed) {
  let fired = Counter()
  let control = Timer(fire: Pace.date(in: 1), interval: Pace.seconds, repeats: true) { _ in fired.add() }
  RunLoop.current.add(control, forMode: mode)
  defer { control.invalidate() }
  guard runLoop(mode: mode, until: { fired.value >= times }) else {
    throw Disturbed("the loop did not fire a second timer \(times) times")
  }
}
