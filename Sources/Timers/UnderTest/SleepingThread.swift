import CPlatform
import Dispatch
import Foundation
import Synchronization

/// A thread that sleeps in system calls and can be woken from them to end.
final class SleepingThread: Sendable {
  private let finished = DispatchSemaphore(value: 0)
  private let handle = Mutex<pthread_t?>(nil)

  /// Starts the thread; returns when it runs.
  init(name: String, body: @escaping @Sendable () -> Void) {
    let started = DispatchSemaphore(value: 0)
    let thread = Thread { [finished, unowned self] in
      handle.withLock { $0 = pthread_self() }
      started.signal()
      body()
      finished.signal()
    }
    thread.name = name
    thread.start()
    started.wait()
  }

  /// Interrupts system calls of the thread until its body, which has been told to end, returns.
  ///
  /// A signal that arrives just before a sleep is lost, hence the repetition.
  func interruptAndJoin() {
    while finished.wait(timeout: .now() + .milliseconds(1)) == .timedOut {
      handle.withLock { if let thread = $0 { _ = platform_interrupt(thread) } }
    }
  }
}
