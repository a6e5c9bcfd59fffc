/// The owner of one timer: a ``RunLoopTimer``, a ``DispatchTimer``, or one that a ``TimerBag`` made.
///
/// States: idle → running ⇄ suspended → ended. A wish that does not fit the state changes nothing and says so; no
/// argument traps. All calls are safe from any thread.
///
/// - The timer never prolongs its target's life, and ends with it, at the next tick at the latest.
/// - No callback begins after ``stop(cancellingWork:)`` has returned. One that runs then finishes.
/// - Letting go of the owner ends the timer, in every state, also inside its own callback.
/// - One timer never overlaps itself.
/// - A timer that has ended has no second life: make a new one.
public class TimerOwner: @unchecked Sendable {
  // Unchecked only since a class that is inherited from cannot be checked: it holds this constant.
  let core: TimerCore

  init(_ core: TimerCore) {
    self.core = core
  }

  deinit {
    core.end(.ownerGone)
  }

  /// Where the timer is in its life.
  public final var state: TimerState { core.guarded.withLock { $0.phase } }

  /// Why it ended; `nil` before.
  public final var end: TimerEnd? {
    if case .ended(let reason) = state { reason } else { nil }
  }

  /// What it has done so far.
  public final var statistics: TimerStatistics { core.guarded.withLock { $0.statistics } }

  /// Starts the timer, once.
  @discardableResult
  public final func start(_ schedule: TimerSchedule) -> TimerAnswer {
    core.follow(schedule, isStart: true)
  }

  /// Follows another schedule from now on, which replaces the one before and what is pending of it.
  @discardableResult
  public final func reschedule(_ schedule: TimerSchedule) -> TimerAnswer {
    core.follow(schedule, isStart: false)
  }

  /// Moves the next deadline to `delay` from now, and with it those after. Repeated before it has come, it is a
  /// debounce; see ``TimerSchedule/onDemand(tolerance:)``.
  @discardableResult
  public final func postpone(_ delay: Duration) -> TimerAnswer {
    core.postpone(delay)
  }

  /// Calls the action once more, soon, where its callbacks run. The schedule does not move.
  @discardableResult
  public final func fire() -> TimerAnswer {
    core.fire()
  }

  /// Holds callbacks back until ``resume()``; the deadlines that pass meanwhile arrive as one.
  @discardableResult
  public final func suspend() -> Bool {
    core.suspend()
  }

  /// Lets callbacks come again after ``suspend()``.
  @discardableResult
  public final func resume() -> Bool {
    core.resume()
  }

  /// Ends the timer for good; harmless when repeated. Asynchronous work that waits is forgotten.
  /// - Parameter cancellingWork: whether asynchronous work that runs is told to cancel.
  /// - Returns: whether this call ended it.
  @discardableResult
  public final func stop(cancellingWork: Bool = false) -> Bool {
    core.end(.stopped, cancellingWork: cancellingWork)
  }

  /// Ends the timer, and returns when none of its asynchronous work runs any more.
  public final func stopAndWait(cancellingWork: Bool = false) async {
    core.end(.stopped, cancellingWork: cancellingWork)
    await core.work?.wait()
  }

  /// Adds a handler that runs exactly once, however the timer ends, when no callback runs and none will: at the end of
  /// the callback that it ended in, or in the call that ended it.
  /// - Returns: whether it was added; `false` once the timer has ended.
  @discardableResult
  public final func onEnd(_ handler: @escaping @Sendable (TimerEnd) -> Void) -> Bool {
    core.guarded.withLock { guarded in
      if case .ended = guarded.phase { return false }
      guarded.endHandlers.append(handler)
      return true
    }
  }

  /// Sets what is told of each tick, after its handler has returned and on the same thread; `nil` for nothing.
  public final func observe(_ observer: (@Sendable (TickRecord) -> Void)?) {
    core.guarded.withLock { $0.observer = observer }
  }
}
