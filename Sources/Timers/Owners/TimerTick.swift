import Foundation

/// One callback of a timer: what its action is handed.
public struct TimerTick: Sendable {
  /// The deadline that this callback serves, the latest of them when there are several, in nanoseconds of
  /// ``MonotonicClock``.
  public let deadline: Int64
  /// The time of the callback, read first thing in it, on the same clock.
  public let callback: Int64
  /// How many deadlines this callback stands for: those that have passed since the last. After a long gap it is one
  /// callback for all of them, never a replay. 0 for one that was made by hand.
  public internal(set) var fired: Int
  /// The time since the callback before, or since the start, on a clock that goes on while the system sleeps.
  public internal(set) var elapsed: Duration
  let core: TimerCore?

  package init(deadline: Int64, callback: Int64, fired: Int, elapsed: Duration = .zero) {
    self.init(deadline: deadline, callback: callback, fired: fired, elapsed: elapsed, core: nil)
  }

  init(deadline: Int64, callback: Int64, fired: Int, elapsed: Duration, core: TimerCore?) {
    self.deadline = deadline
    self.callback = callback
    self.fired = fired
    self.elapsed = elapsed
    self.core = core
  }

  /// How long after its deadline the callback came.
  public var lateness: Duration { .nanoseconds(callback - deadline) }

  /// Deadlines that got no callback of their own.
  public var skipped: Int { max(0, fired - 1) }

  /// Whether ``TimerOwner/fire()`` made it.
  public var isByHand: Bool { fired == 0 }

  /// Stops the timer; this callback is its last.
  public func stop() {
    core?.end(.stopped)
  }

  /// This tick standing for an earlier one that nobody took as well.
  func merging(_ earlier: TimerTick) -> TimerTick {
    var merged = self
    merged.fired += earlier.fired
    merged.elapsed += earlier.elapsed
    return merged
  }
}
