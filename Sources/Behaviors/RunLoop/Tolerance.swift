import Foundation
import Timers

extension Behavior {
  /// Timer tolerance.
  static let runLoopTolerance = [
    Behavior(
      "runloop.tolerance-read", "A tolerance that is set reads back.", deviatesOnLinux: true,
      reference: "Timer.tolerance; Linux: swift-corelibs-foundation #5183"
    ) { subjects in
      let timer = subjects.loop.timer(Pace.date(in: 1), Pace.seconds, true) { _ in }
      defer { timer.invalidate() }
      timer.tolerance = Pace.seconds / 4
      let read = timer.tolerance
      return .judge(
        abs(read - Pace.seconds / 4) < 1e-6, "set 0.25 intervals, read \(decimal(read / Pace.seconds))")
    },

    Behavior(
      "runloop.tolerance-shares", "A tolerance longer than their phases lets timers share wakeups.",
      deviatesOnLinux: true, reference: "Timer.tolerance; Linux: swift-corelibs-foundation #5183"
    ) { subjects throws(Disturbed) in
      let clusters = WakeupClusters()
      let start = Pace.date(in: 1)
      let first = Pace.time(in: 1)
      let timers = (0..<WakeupClusters.timers).map { index in
        let phase = Double(index) * WakeupClusters.seconds / Double(WakeupClusters.timers)
        let deadline = first + Int64(phase * 1e9)
        let timer = subjects.loop.timer(start.addingTimeInterval(phase), WakeupClusters.seconds, true) { _ in
          clusters.note(index, first: deadline)
        }
        timer.tolerance = WakeupClusters.seconds
        timer.add(to: .current, mode: .default)
        return timer
      }
      defer { for timer in timers { timer.invalidate() } }
      runLoop(atMost: 2 * Pace.patience) { clusters.figures.isSettled }
      let figures = clusters.figures
      return .judge(try figures.areShared(), figures.evidence)
    },
  ]
}
