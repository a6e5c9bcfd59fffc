import CPlatform
import Foundation
import Synchronization
import Timers

/// A thread that waits for deadlines, and can be woken from system calls to end.
final class SleepingThread: Sendable {
  private let finished = MonotonicSemaphore()
  private let handle = Mutex<UInt?>(nil)

  /// Starts the thread; returns when it has been set up and runs.
  init(name: String, setup: ThreadSetup, body: @escaping @Sendable () -> Void) {
    let started = MonotonicSemaphore()
    let thread = Thread { [finished, unowned self] in
      platform_accept_interrupts()
      handle.withLock { $0 = platform_current_thread() }
      setup.applyToOwnThread()
      started.signal()
      body()
      finished.signal()
    }
    thread.name = name
    thread.start()
    started.wait()
  }

  /// Waits until the body returns, which has been told to end.
  func join() {
    finished.wait()
  }

  /// Interrupts system calls of the thread until its body, which has been told to end, returns.
  ///
  /// A signal that arrives just before a sleep is lost, hence the repetition.
  func interruptAndJoin() {
    while !finished.wait(for: 1_000_000) {
      handle.withLock { if let thread = $0 { _ = platform_interrupt(thread) } }
    }
  }
}
