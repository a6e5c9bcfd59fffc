import Dispatch
import Foundation

/// The owner of a timer on a Dispatch queue.
///
/// Callbacks run on the queue, one at a time also on a concurrent one. A date is kept by the wall clock, also when that
/// is set; anything else by the monotonic clock. Linux ignores the tolerance; see ``TimerBag`` for timers that share
/// wakeups there.
public final class DispatchTimer: TimerOwner, @unchecked Sendable {
  /// Creates a timer that has not been started.
  /// - Parameters:
  ///   - queue: where callbacks run.
  ///   - strict: asks the system to keep the tolerance at all times, also when that costs energy.
  ///   - action: what to call.
  public init(on queue: DispatchQueue, strict: Bool = false, _ action: TimerAction) {
    super.init(TimerCore(action, driver: DispatchDriver(queue, strict: strict)))
  }

  /// The same with a target, held weakly, and what to call with it.
  public convenience init<Target: AnyObject & Sendable>(
    target: Target, on queue: DispatchQueue, strict: Bool = false,
    _ body: @escaping @Sendable (Target, TimerTick) -> Void
  ) {
    self.init(on: queue, strict: strict, TimerAction(target: target, body))
  }
}

/// A timer source that is balanced: activated once, never released inactive or suspended, where a bare one traps
/// (swift-corelibs-libdispatch #604). Unchecked: libdispatch objects are thread-safe, and the state has a lock.
final class DispatchDriver: TimerDriver, @unchecked Sendable {
  private enum State { case made, active, ended }

  let followsWallClock = true
  let mayBeEarly = false
  private let queue: DispatchQueue
  private let source: any DispatchSourceTimer
  private let state = Locked(State.made)

  init(_ target: DispatchQueue, strict: Bool) {
    // Serial: work that is performed never runs beside a callback, whatever the target.
    queue = DispatchQueue(label: "timer", target: target)
    source = DispatchSource.makeTimerSource(flags: strict ? .strict : [], queue: queue)
  }

  deinit {
    end()
  }

  func arm(_ alarm: Alarm, for core: TimerCore) {
    state.withLock { state in
      guard state != .ended else { return }
      if state == .made { source.setEventHandler { [weak core] in core?.wake() } }
      let interval =
        alarm.interval == 0 ? DispatchTimeInterval.never : .nanoseconds(Int(alarm.interval))
      let leeway = DispatchTimeInterval.nanoseconds(Int(alarm.tolerance))
      switch alarm.clock {
      case .monotonic:
        source.schedule(
          deadline: DispatchTime(uptimeNanoseconds: UInt64(clamping: alarm.first)), repeating: interval,
          leeway: leeway)
      case .wall:
        let (seconds, rest) = alarm.first.quotientAndRemainder(dividingBy: 1_000_000_000)
        source.schedule(
          wallDeadline: DispatchWallTime(timespec: timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))),
          repeating: interval, leeway: leeway)
      }
      if state == .made { source.activate() }
      state = .active
    }
  }

  func disarm() {
    state.withLock { state in
      if state == .active { source.schedule(deadline: .distantFuture, repeating: .never) }
    }
  }

  func end() {
    state.withLock { state in
      guard state != .ended else { return }
      source.setEventHandler(handler: nil)
      source.cancel()
      if state == .made { source.activate() }
      state = .ended
    }
  }

  func perform(_ work: @escaping @Sendable () -> Void) {
    queue.async(execute: work)
  }
}
