import Foundation

/// The owner of a timer on a run loop, by default the main one in the common modes, whatever thread it is started on.
///
/// The loop calls it only while it runs in the mode. Deadlines that pass while the loop is busy, or in another mode,
/// arrive as one callback. A date is turned into a time of the monotonic clock when the timer starts. Linux ignores the
/// tolerance (swift-corelibs-foundation #5183); see ``TimerBag`` for timers that share wakeups there.
public final class RunLoopTimer: TimerOwner, @unchecked Sendable {
  /// Creates a timer that has not been started.
  /// - Parameters:
  ///   - loop: where callbacks run.
  ///   - mode: the mode of the loop in which they do.
  ///   - action: what to call.
  public init(on loop: LoopReference = .main, mode: RunLoop.Mode = .common, _ action: TimerAction) {
    super.init(TimerCore(action, driver: RunLoopDriver(loop, mode)))
  }

  /// The same with a target, held weakly, and what to call with it.
  public convenience init<Target: AnyObject & Sendable>(
    target: Target, on loop: LoopReference = .main, mode: RunLoop.Mode = .common,
    _ body: @escaping @Sendable (Target, TimerTick) -> Void
  ) {
    self.init(on: loop, mode: mode, TimerAction(target: target, body))
  }
}

/// Core Foundation's timers: other than Foundation's `Timer` they are freed on Linux.
final class RunLoopDriver: TimerDriver, Sendable {
  private enum Armed {
    case nothing
    case timer(CoreTimer)
    case ended
  }

  let followsWallClock = false
  let mayBeEarly = true
  private let loop: LoopReference
  private let mode: RunLoop.Mode
  private let armed = Locked(Armed.nothing)

  init(_ loop: LoopReference, _ mode: RunLoop.Mode) {
    self.loop = loop
    self.mode = mode
  }

  func arm(_ alarm: Alarm, for core: TimerCore) {
    let timer = CoreTimer.make(alarm) { [weak core] in core?.wake() }
    timer.add(to: loop, mode: mode)
    replace(with: .timer(timer))
  }

  func disarm() { replace(with: .nothing) }

  func end() { replace(with: .ended) }

  /// Letting go of a timer ends it; outside the lock, which it may come back to.
  private func replace(with new: Armed) {
    let old = armed.withLock { armed -> Armed in
      if case .ended = armed { return new }
      defer { armed = new }
      return armed
    }
    withExtendedLifetime(old) {}
  }

  func perform(_ work: @escaping @Sendable () -> Void) {
    loop.perform(mode: mode, work)
  }
}
