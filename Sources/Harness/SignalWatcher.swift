import CPlatform
import Foundation
import Timers
import UnderTest

/// Turns SIGINT, SIGTERM and SIGHUP into an interruption while somebody looks for it. At any other time, and again
/// after a moment, they end the process at once. SIGCONT tells that it had been stopped,
/// unless the system knows better.
package enum SignalWatcher {
  /// Blocks the signals in the calling thread and those it starts later, and waits for them on a thread of
  /// its own. To be called first thing in the program, once; SIGPIPE becomes an error of the write.
  /// - Parameter end: ends the program with the status it is given; what it leaves undone is left undone.
  /// - Returns: whether the system had a thread to give; without it the signals would never be heard.
  package static func start(
    _ interruption: Interruption, end: @escaping @Sendable (Int32) -> Never
  ) -> Bool {
    platform_block_ending_signals()
    return OwnThread.start(name: "signals") {
      while true {
        var stop: Int32 = 0
        let number = unsafe platform_wait_ending_signal(&stop)
        if number == SIGCONT {
          if stop != 0 { interruption.noteContinuation(at: MonotonicClock.now()) }
        } else if !interruption.take(number, at: MonotonicClock.now()) {
          platform_kill_groups()
          end(128 + number)
        }
      }
    }
  }
}
