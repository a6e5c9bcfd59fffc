import Foundation

/// A timer of a run loop as experiments see it: the part of `Timer` that they use.
package protocol LoopTimer: AnyObject {
  /// The next fire date; inside a callback, the one that the callback serves.
  var fireDate: Date { get set }
  /// How late it may be, in seconds.
  var tolerance: TimeInterval { get set }
  /// Whether it can fire.
  var isValid: Bool { get }
  /// Ends it.
  func invalidate()
  /// Puts it on a loop.
  func add(to loop: RunLoop, mode: RunLoop.Mode)
}

extension Timer: LoopTimer {
  package func add(to loop: RunLoop, mode: RunLoop.Mode) {
    loop.add(self, forMode: mode)
  }
}

/// What a run-loop timer calls.
package typealias LoopBlock = @Sendable (any LoopTimer) -> Void

/// Ways to make a run-loop timer.
package struct LoopSubject: Sendable {
  /// With a first fire date, an interval in seconds, and whether it repeats; on no loop.
  package var timer: @Sendable (Date, TimeInterval, Bool, @escaping LoopBlock) -> any LoopTimer
  /// With an interval only; on no loop.
  package var intervalTimer: @Sendable (TimeInterval, Bool, @escaping LoopBlock) -> any LoopTimer
  /// With an interval; on the calling thread's loop.
  package var scheduledTimer: @Sendable (TimeInterval, Bool, @escaping LoopBlock) -> any LoopTimer
  /// A repeating timer that touches a target which its block captures weakly.
  package var weakTimer: @Sendable (Date, TimeInterval, Target) -> any LoopTimer

  /// Creates a set of ways.
  package init(
    timer: @escaping @Sendable (Date, TimeInterval, Bool, @escaping LoopBlock) -> any LoopTimer,
    intervalTimer: @escaping @Sendable (TimeInterval, Bool, @escaping LoopBlock) -> any LoopTimer,
    scheduledTimer: @escaping @Sendable (TimeInterval, Bool, @escaping LoopBlock) -> any LoopTimer,
    weakTimer: @escaping @Sendable (Date, TimeInterval, Target) -> any LoopTimer
  ) {
    self.timer = timer
    self.intervalTimer = intervalTimer
    self.scheduledTimer = scheduledTimer
    self.weakTimer = weakTimer
  }

  /// Foundation's `Timer`.
  package static let system = LoopSubject(
    timer: { Timer(fire: $0, interval: $1, repeats: $2, block: $3) },
    intervalTimer: { Timer(timeInterval: $0, repeats: $1, block: $2) },
    scheduledTimer: { Timer.scheduledTimer(withTimeInterval: $0, repeats: $1, block: $2) },
    weakTimer: { date, interval, target in
      Timer(fire: date, interval: interval, repeats: true) { [weak target] _ in target?.touch() }
    })
}
