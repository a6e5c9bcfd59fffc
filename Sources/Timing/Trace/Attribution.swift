/// Where the lateness of one callback comes from: four moments between its deadline and the callback.
///
/// All are nanoseconds since the run's epoch, as the tick's own times, so the parts sum to the lateness exactly:
/// `(armed − deadline) + (expired − armed) + (running − expired) + (callback − running)`.
package struct Attribution: Hashable, Sendable {
  /// The earliest time that the kernel's timer was asked to expire at. Several timers may share one kernel timer;
  /// a callback that another's expiry served has that one's.
  package var armed: Int64
  /// When the kernel ran that timer.
  package var expired: Int64
  /// When the callback's thread was last woken before the callback; ``expired`` when it needed no waking.
  ///
  /// A mechanism that waits on one thread and calls back on another (Dispatch on Linux) has the first thread's
  /// wakeup and work between ``expired`` and here.
  package var woken: Int64
  /// When the callback's thread last came on a processor before the callback; ``expired`` when it ran already.
  package var running: Int64

  /// Creates an attribution from its columns.
  package init(armed: Int64, expired: Int64, woken: Int64, running: Int64) {
    self.armed = armed
    self.expired = expired
    self.woken = woken
    self.running = running
  }
}

/// A part of a callback's lateness. The parts of one callback, without ``blocked``, sum to its lateness.
package enum LatenessPart: String, CaseIterable, Hashable, Sendable, Codable {
  /// What the kernel was armed with, against the deadline; negative when armed early.
  case arming
  /// From there to the expiry: what the kernel's timer cost.
  case kernel
  /// From the expiry until the callback's thread was on a processor.
  case wakeup
  /// From there to the callback: the framework's own code, and what else the thread did first.
  case framework
  /// The time of the last two in which the timer's own loop or queue was known to be busy.
  case blocked
}

extension Attribution {
  /// The parts of the lateness of a callback, in nanoseconds. The loop's own busy time is taken out of the
  /// framework's part first and the wakeup's next, and stands as ``LatenessPart/blocked``: all five sum to the
  /// lateness.
  package func parts(of tick: Tick) -> [LatenessPart: Int64] {
    let framework = tick.callback - running
    let wakeup = running - expired
    let fromFramework = min(max(framework, 0), tick.blocked)
    let fromWakeup = min(max(wakeup, 0), tick.blocked - fromFramework)
    return [
      .arming: armed - tick.deadline, .kernel: expired - armed, .wakeup: wakeup - fromWakeup,
      .framework: framework - fromFramework, .blocked: fromFramework + fromWakeup,
    ]
  }
}
