import CPlatform
import Foundation

/// Turns SIGINT, SIGTERM and SIGHUP into an interruption; a second one ends the process at once.
public enum SignalWatcher {
  /// Blocks the signals in the calling thread and those it starts later, and waits for them on a thread of
  /// its own. To be called first thing in the program, once; SIGPIPE becomes an error of the write.
  public static func start(_ interruption: Interruption) {
    platform_block_ending_signals()
    let thread = Thread {
      interruption.interrupt(signal: platform_wait_ending_signal())
      _exit(128 + platform_wait_ending_signal())
    }
    thread.name = "signals"
    thread.start()
  }
}
