import Foundation
import Synchronization

/// Real-time settings for all runs of an invocation: what the process holds until ``end()``, and what its timers'
/// threads will ask for.
package final class RealtimeSession: Sendable {
  /// What the timers' threads ask for.
  package let settings: RealtimeSettings
  /// What the process was granted, and what a thread was that asked for the same beforehand.
  package let report: RealtimeReport
  private let hold: Mutex<RealtimeHold?>

  /// Asks; a refusal changes nothing and stops nothing.
  package init(_ settings: RealtimeSettings) {
    let hold = RealtimeHold()
    self.settings = settings
    report = hold.report + Trial().report(settings)
    self.hold = Mutex(hold)
  }

  /// Gives back what the process was granted; harmless when repeated.
  package func end() {
    hold.withLock { $0 = nil }
  }
}

/// A thread that asks for the settings, and ends.
private final class Trial: Sendable {
  private let answer = Mutex(RealtimeReport(steps: []))

  func report(_ settings: RealtimeSettings) -> RealtimeReport {
    let finished = DispatchSemaphore(value: 0)
    Thread { [self] in
      let report = settings.applyToCallingThread()
      answer.withLock { $0 = report }
      finished.signal()
    }.start()
    finished.wait()
    return answer.withLock { $0 }
  }
}
