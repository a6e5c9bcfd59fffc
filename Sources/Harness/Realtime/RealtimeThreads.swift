import Synchronization
import Timers
import UnderTest
import Timing

/// Applies real-time settings to the threads of one run that wait for its deadlines, and keeps what came of it.
package final class RealtimeThreads: Sendable {
  private let settings: RealtimeSettings
  private let reports = Mutex<[RealtimeReport]>([])

  /// Creates the settings of a run.
  package init(_ settings: RealtimeSettings) {
    self.settings = settings
  }

  /// What the run's timers have their threads do first.
  package var setup: ThreadSetup {
    ThreadSetup { [self] in
      let before = SavedThreadSettings()
      let report = settings.applyToCallingThread()
      reports.withLock { $0.append(report) }
      return { before.restore() }
    }
  }

  /// What became of it, for ``RunFacts/realtime``.
  package var outcome: RunRealtime {
    reports.withLock { reports in
      reports.first.map { .asked($0.grant) }
        ?? .notApplied("the threads belong to the system and do other work as well")
    }
  }
}
