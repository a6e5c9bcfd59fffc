import Dispatch
import Foundation

/// Owns any number of timers, in one place, and ends them when it goes.
///
///     let bag = TimerBag()
///     bag.schedule(.every(.seconds(1)), target: self) { $0.poll() }
///
/// Not called `Timers`, as the module is: a type of that name would hide the module in qualified names.
public final class TimerBag: Sendable {
  /// Where the timers of a bag wait and call.
  public enum Place: Sendable {
    /// The main run loop, in the common modes.
    case main
    /// A run loop, in a mode.
    case runLoop(LoopReference, RunLoop.Mode)
    /// A Dispatch queue.
    case queue(DispatchQueue)
    /// A thread of the bag's own, which wakes up once for all timers whose tolerances allow it, on every system:
    /// none is called before its deadline, and none later than its tolerance as far as the system wakes in time.
    case thread(name: String)
  }

  private enum Engine: Sendable {
    case runLoop(LoopReference, RunLoop.Mode)
    case queue(DispatchQueue)
    case thread(TimerThread)
  }

  private let engine: Engine
  private let timers = Locked<[ObjectIdentifier: TimerOwner]>([:])

  /// Creates an empty bag.
  public convenience init(on place: Place = .main) {
    self.init(on: place) {}
  }

  /// Creates an empty bag.
  /// - Parameter setup: what a thread of its own does first.
  package init(on place: Place, setup: @escaping @Sendable () -> Void) {
    engine =
      switch place {
      case .main: .runLoop(.main, .common)
      case .runLoop(let loop, let mode): .runLoop(loop, mode)
      case .queue(let queue): .queue(queue)
      case .thread(let name): .thread(TimerThread(name: name, setup: setup))
      }
  }

  deinit {
    end(.ownerGone)
    if case .thread(let thread) = engine { thread.end() }
  }

  /// How many timers it holds; one that has ended has left it.
  public var count: Int { timers.withLock { $0.count } }

  /// Ends all timers and lets go of them. The bag can be used again.
  public func clear() {
    end(.stopped)
  }

  /// Starts a timer and keeps it until it ends.
  /// - Returns: the timer, which need not be kept; it is idle when it could not follow the schedule, and the bag does
  ///   not hold it then.
  @discardableResult
  public func schedule(_ schedule: TimerSchedule, _ action: TimerAction) -> TimerOwner {
    let timer = TimerOwner(TimerCore(action, driver: driver()))
    let id = ObjectIdentifier(timer)
    timers.withLock { $0[id] = timer }
    timer.onEnd { [weak self] _ in self?.forget(id) }
    if !timer.start(schedule).isAccepted { forget(id) }
    return timer
  }

  /// The same for a closure.
  @discardableResult
  public func schedule(_ schedule: TimerSchedule, _ body: @escaping @Sendable (TimerTick) -> Void)
    -> TimerOwner
  {
    self.schedule(schedule, TimerAction(body))
  }

  /// The same for a target, held weakly.
  @discardableResult
  public func schedule<Target: AnyObject & Sendable>(
    _ schedule: TimerSchedule, target: Target, _ body: @escaping @Sendable (Target) -> Void
  ) -> TimerOwner {
    self.schedule(schedule, TimerAction(target: target) { target, _ in body(target) })
  }

  /// The same for a target, held weakly, that is told of the tick.
  @discardableResult
  public func schedule<Target: AnyObject & Sendable>(
    _ schedule: TimerSchedule, target: Target, _ body: @escaping @Sendable (Target, TimerTick) -> Void
  ) -> TimerOwner {
    self.schedule(schedule, TimerAction(target: target, body))
  }

  /// Runs work where callbacks run.
  package func perform(_ work: @escaping @Sendable () -> Void) {
    switch engine {
    case .runLoop(let loop, let mode): loop.perform(mode: mode, work)
    case .queue(let queue): queue.async(execute: work)
    case .thread(let thread): thread.perform(work)
    }
  }

  private func driver() -> any TimerDriver {
    switch engine {
    case .runLoop(let loop, let mode): RunLoopDriver(loop, mode)
    case .queue(let queue): DispatchDriver(queue, strict: false)
    case .thread(let thread): ThreadDriver(thread)
    }
  }

  private func forget(_ id: ObjectIdentifier) {
    let timer = timers.withLock { $0.removeValue(forKey: id) }
    // Outside the lock: what its end frees may come back here.
    withExtendedLifetime(timer) {}
  }

  private func end(_ reason: TimerEnd) {
    let ended = timers.withLock { timers in
      defer { timers = [:] }
      return timers
    }
    for timer in ended.values { timer.core.end(reason) }
  }
}
