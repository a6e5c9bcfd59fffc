import Synchronization
import Timers

/// How many wakeups served the callbacks of several timers that are phased evenly over one interval.
final class WakeupClusters: Sendable {
  /// How many timers.
  static let timers = 4
  /// Their interval in nanoseconds.
  static let interval: Int64 = 80_000_000
  /// The same in seconds.
  static let seconds = Double(interval) / 1e9
  /// How many callbacks tell.
  static let enough = 32

  private let times = Mutex<[Int64]>([])

  /// Notes a callback.
  func note() {
    let now = MonotonicClock.now()
    times.withLock { $0.append(now) }
  }

  var callbacks: Int { times.withLock { $0.count } }

  /// Callbacks less than a quarter of a phase after the one before share its wakeup.
  var wakeups: Int {
    let times = times.withLock { $0 }
    let limit = Self.interval / Int64(Self.timers) / 4
    return zip(times.dropFirst(), times).reduce(times.isEmpty ? 0 : 1) { $0 + ($1.0 - $1.1 > limit ? 1 : 0) }
  }

  /// Whether a third of the callbacks or more came without a wakeup of their own; load alone does not do that.
  var areShared: Bool { wakeups * 3 <= callbacks * 2 }

  var evidence: String { "\(callbacks) callbacks of \(Self.timers) phased timers in \(wakeups) wakeups" }
}
