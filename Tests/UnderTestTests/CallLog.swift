import Foundation
import Synchronization
import Timers
import UnderTest

/// A receiver that keeps what it gets.
final class CallLog: FiringReceiver {
  struct Call: Sendable {
    var source: Int32
    var time: Int64
    var evidence: Int64
    var fired: Int32
  }

  let threads = Threads()
  private let stored = Locked<[Call]>([])
  private let inside = Atomic(0)
  private let overlapping = Atomic(0)

  var calls: [Call] { stored.withLock { $0 } }

  /// How often something ran on the loop while something else did.
  var overlaps: Int { overlapping.load(ordering: .relaxed) }

  func receive(source: Int32, callback: Int64, evidence: Int64, fired: Int32) {
    enter()
    threads.note()
    stored.withLock { $0.append(Call(source: source, time: callback, evidence: evidence, fired: fired)) }
    leave()
  }

  /// Holds the loop for a while.
  func occupy() {
    enter()
    let end = MonotonicClock.now() + 500_000
    while MonotonicClock.now() < end {}
    leave()
  }

  /// Blocks until there are so many calls, or a minute has passed.
  func wait(for count: Int) {
    let patience = MonotonicClock.now() + 60_000_000_000
    while stored.withLock({ $0.count }) < count, MonotonicClock.now() < patience {
      Thread.sleep(forTimeInterval: 0.000_5)
    }
  }

  private func enter() {
    if inside.add(1, ordering: .acquiringAndReleasing).newValue > 1 { overlapping.add(1, ordering: .relaxed) }
  }

  private func leave() {
    inside.subtract(1, ordering: .acquiringAndReleasing)
  }
}

/// The threads that something ran on.
final class Threads: Sendable {
  private let noted = Locked<[ObjectIdentifier]>([])

  var all: [ObjectIdentifier] { noted.withLock { $0 } }

  func note() {
    let thread = ObjectIdentifier(Thread.current)
    noted.withLock { $0.append(thread) }
  }
}

/// Runs `body`, which may block, on a thread of its own: a test that blocks one of Swift's few task threads would
/// keep timers that need them from running.
func onFreshThread<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread { continuation.resume(with: Result(catching: body)) }.start()
  }
}

/// Runs `body` on another thread, and waits for its end.
func runAndWait(_ body: @escaping @Sendable () -> Void) {
  let ended = DispatchSemaphore(value: 0)
  Thread {
    body()
    ended.signal()
  }.start()
  ended.wait()
}
