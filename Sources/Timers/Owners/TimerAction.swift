/// What a timer calls.
public struct TimerAction: Sendable {
  /// Takes a tick; `false` when the target is gone.
  let call: @Sendable (TimerTick) -> Bool
  let work: OverlapGuard?

  /// A closure. What it captures lives until the timer has ended.
  public init(_ body: @escaping @Sendable (TimerTick) -> Void) {
    call = { tick in
      body(tick)
      return true
    }
    work = nil
  }

  /// A closure and its target, which is held weakly: the target's end ends the timer.
  public init<Target: AnyObject & Sendable>(
    target: Target, _ body: @escaping @Sendable (Target, TimerTick) -> Void
  ) {
    call = { [weak target] tick in
      guard let target else { return false }
      body(target, tick)
      return true
    }
    work = nil
  }

  /// The same with a value that each callback gets.
  public init<Target: AnyObject & Sendable, Context: Sendable>(
    target: Target, context: Context, _ body: @escaping @Sendable (Target, TimerTick, Context) -> Void
  ) {
    self.init(target: target) { target, tick in body(target, tick, context) }
  }

  /// Asynchronous work, one at a time, in a task; the policy says what becomes of ticks that come while it runs.
  ///
  /// The target is alive while the work runs, and is held weakly in between. Ticks that wait are gone once the timer
  /// has ended; see ``TimerOwner/stop(cancellingWork:)`` for work that runs then.
  public init<Target: AnyObject & Sendable>(
    target: Target, overlap policy: OverlapPolicy, work: @escaping @Sendable (Target, TimerTick) async -> Void
  ) {
    let overlap = OverlapGuard(policy) { [weak target] tick in
      guard let target else { return }
      await work(target, tick)
    }
    call = { [weak target] tick in
      guard target != nil else { return false }
      overlap.offer(tick)
      return true
    }
    self.work = overlap
  }
}
