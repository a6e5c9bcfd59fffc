import Dispatch
import Foundation
import Synchronization
import Timers

/// Nanoseconds between deadlines.
let tick = 5_000_000
/// The same in seconds.
let seconds = 0.005

/// Counts calls from any thread.
final class Calls: Sendable {
  static let shared = Calls()
  private let number = Atomic(0)

  var count: Int { number.load(ordering: .sequentiallyConsistent) }

  @discardableResult
  func add() -> Int { number.add(1, ordering: .sequentiallyConsistent).newValue }
}

/// Holds an object until told otherwise.
final class Holder<Value: Sendable>: Sendable {
  private let held = Mutex<Value?>(nil)

  var value: Value? {
    get { held.withLock { $0 } }
    // What was held ends outside the lock: its end may come back here.
    set {
      let old = held.withLock { held in
        defer { held = newValue }
        return held
      }
      withExtendedLifetime(old) {}
    }
  }
}

/// Whether a condition holds before long.
func soon(_ condition: () -> Bool) -> Bool {
  for _ in 0..<10_000 {
    if condition() { return true }
    Thread.sleep(forTimeInterval: 0.001)
  }
  return condition()
}

/// Runs work on a new thread, whose run loop is its own, to its end.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) -> Value? {
  let result = Holder<Value>()
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    result.value = work()
    done.signal()
  }
  done.wait()
  return result.value
}

/// Runs the calling thread's loop until a condition holds.
@discardableResult
func looping(mode: RunLoop.Mode = .default, until condition: () -> Bool) -> Bool {
  for _ in 0..<5_000 {
    if condition() { return true }
    if !RunLoop.current.run(mode: mode, before: Date(timeIntervalSinceNow: 0.002)) {
      Thread.sleep(forTimeInterval: 0.001)
    }
  }
  return condition()
}

/// Runs the calling thread's loop for some intervals.
func looping(intervals: Double) {
  let end = Date(timeIntervalSinceNow: intervals * seconds)
  looping { Date() >= end }
}
