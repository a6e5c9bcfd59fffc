import Timers
import Synchronization

/// Raised once when a run is over, from any thread.
package final class EndSignal: Sendable {
  private let raised = Atomic(false)
  private let semaphore = MonotonicSemaphore()
  private let wake = Mutex<(@Sendable () -> Void)?>(nil)

  /// Creates a signal that is not raised.
  package init() {}

  /// Whether the run is over.
  package var isRaised: Bool { raised.load(ordering: .acquiring) }

  /// Ends the run; only the first call has an effect.
  package func raise() {
    guard !raised.exchange(true, ordering: .acquiringAndReleasing) else { return }
    semaphore.signal()
    wake.withLock { $0 }?()
  }

  /// Sets what else ``raise()`` calls: for a waiter that runs a loop instead of sleeping.
  package func onRaise(_ action: @escaping @Sendable () -> Void) {
    wake.withLock { $0 = action }
  }

  /// Blocks until the signal is raised or the monotonic clock reaches `deadline`.
  package func wait(until deadline: Int64) {
    while !isRaised {
      if !semaphore.wait(until: deadline) { return }
    }
  }
}
