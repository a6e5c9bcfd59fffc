import Synchronization
import Timers
import Timing

/// Applies real-time settings to the threads of one run that wait for its deadlines, and keeps what came of it.
public final class RealtimeThreads: Sendable {
  private let settings: RealtimeSettings
  private let reports = Mutex<[RealtimeReport]>([])

  /// Creates the settings of a run.
  public init(_ settings: RealtimeSettings) {
    self.settings = settings
  }

  /// What the run's timers have their threads do first.
  public var setup: ThreadSetup {
    ThreadSetup { [self] in
      let before = SavedThreadSettings()
      let report = settings.applyToCallingThread()
      reports.withLock { $0.append(report) }
      return { before.restore() }
    }
  }

  /// What became of it, for ``RunFacts/realtime``.
  public var summary: String {
    reports.withLock { reports in
      guard let first = reports.first else {
        return RunFacts.withoutRealtime + "the threads belong to the system and do other work as well"
      }
      return first.summary
    }
  }
}
