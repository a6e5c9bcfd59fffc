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

  private let noted = Mutex<[WakeupFigures.Callback]>([])

  /// Notes a callback of the timer with that number.
  /// - Parameter deadline: the first deadline of that timer.
  func note(_ timer: Int, first deadline: Int64) {
    let now = MonotonicClock.now()
    let late = (now - deadline) % Self.interval
    noted.withLock { $0.append(WakeupFigures.Callback(time: now, sinceDeadline: late)) }
  }

  var figures: WakeupFigures { WakeupFigures(noted.withLock { $0 }) }
}

/// Whether phased timers share wakeups.
///
/// On a busy machine they come together without sharing anything: one that holds the thread up lets several deadlines
/// pass. So callbacks are counted that came alone and in time, of which timers that share their wakeups have hardly any,
/// and timers with a wakeup each have some however busy the machine is.
struct WakeupFigures: Sendable {
  /// One callback.
  struct Callback: Sendable {
    /// Its monotonic time in nanoseconds.
    var time: Int64
    /// The time since its timer's last deadline, in nanoseconds.
    var sinceDeadline: Int64
  }

  /// How many callbacks there were.
  let callbacks: Int
  /// How many wakeups served them: a callback less than a quarter of a phase after the one before shares its wakeup.
  let wakeups: Int
  /// How many had a wakeup of their own less than half a phase after their deadline.
  let alone: Int

  /// So many alone are not by chance.
  static let enoughAlone = 6
  /// So many callbacks would hold more of them alone, had each a wakeup of its own.
  static let enough = 192

  /// Counts; the callbacks are in order.
  init(_ callbacks: [Callback]) {
    let phase = WakeupClusters.interval / Int64(WakeupClusters.timers)
    let begins = callbacks.indices.map { index in
      index == 0 || callbacks[index].time - callbacks[index - 1].time > phase / 4
    }
    self.callbacks = callbacks.count
    wakeups = begins.count { $0 }
    alone = callbacks.indices.count { index in
      begins[index] && (index + 1 == callbacks.count || begins[index + 1])
        && (0..<phase / 2).contains(callbacks[index].sinceDeadline)
    }
  }

  /// Whether more callbacks would tell no more.
  var isSettled: Bool { alone >= Self.enoughAlone || callbacks >= Self.enough }

  /// Whether the timers share wakeups.
  func areShared() throws(Disturbed) -> Bool {
    if alone >= Self.enoughAlone { return false }
    guard callbacks >= Self.enough, alone <= Self.enoughAlone / 3, wakeups * 3 <= callbacks * 2 else {
      throw Disturbed("\(evidence), \(alone) of them alone and in time: too few to tell")
    }
    return true
  }

  var evidence: String {
    "\(callbacks) callbacks of \(WakeupClusters.timers) phased timers in \(wakeups) wakeups"
  }
}
