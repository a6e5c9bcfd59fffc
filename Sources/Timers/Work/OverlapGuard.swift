/// What happens to a tick that comes while the work of an earlier one still runs.
public enum OverlapPolicy: String, CaseIterable, Hashable, Sendable {
  /// It is dropped.
  case skip
  /// It is remembered; however many come, the work runs once more for all of them.
  case coalesce
  /// It waits its turn: the work runs once for every tick, in order. When ``OverlapGuard/capacity`` ticks wait, more
  /// of them share the last run.
  case queue
}

/// Runs asynchronous work, never two at once, each in a task of its own.
///
/// A timer's callback offers its ticks and returns; the policy says what becomes of those that overlap. All calls are
/// safe from any thread.
public final class OverlapGuard: Sendable {
  /// How many ticks wait at most.
  public static let capacity = 1_024

  /// What became of a tick.
  public enum Outcome: Hashable, Sendable {
    /// Its work begins.
    case started
    /// Its work waits for the running one.
    case pending
    /// It shares a run that waits.
    case merged
    /// It is gone.
    case dropped
  }

  private struct State {
    /// `nil` once closed: what it captured is freed then.
    var work: (@Sendable (TimerTick) async -> Void)?
    var isRunning = false
    var task: Task<Void, Never>?
    var pending: [TimerTick] = []
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let policy: OverlapPolicy
  private let priority: TaskPriority?
  private let state: Locked<State>

  /// Creates a guard of work that is handed the tick it runs for; of several, the last, standing for all.
  /// - Parameters:
  ///   - policy: what becomes of ticks that come while the work runs.
  ///   - priority: that of the work's tasks; `nil` for the one of the callback that offers.
  ///   - work: what runs, in a task of its own.
  public init(
    _ policy: OverlapPolicy, priority: TaskPriority? = nil,
    work: @escaping @Sendable (TimerTick) async -> Void
  ) {
    self.policy = policy
    self.priority = priority
    state = Locked(State(work: work))
  }

  /// How many ticks wait.
  public var backlog: Int { state.withLock { $0.pending.count } }
  /// Whether work runs.
  public var isRunning: Bool { state.withLock { $0.isRunning } }

  /// Offers a tick.
  @discardableResult
  public func offer(_ tick: TimerTick) -> Outcome {
    state.withLock { state in
      guard let work = state.work else { return .dropped }
      guard state.isRunning else {
        state.isRunning = true
        // Made under the lock, which the task's end has to take first: it cannot be forgotten before it is known.
        state.task = Task(priority: priority) { [self] in await run(work, tick) }
        return .started
      }
      switch policy {
      case .skip: return .dropped
      case .coalesce where !state.pending.isEmpty, .queue where state.pending.count >= Self.capacity:
        let last = state.pending.removeLast()
        state.pending.append(tick.merging(last))
        return .merged
      case .coalesce, .queue:
        state.pending.append(tick)
        return .pending
      }
    }
  }

  /// Takes no more ticks and forgets those that wait; work that runs goes on, or is told to cancel.
  public func close(cancelling: Bool = false) {
    let (task, work) = state.withLock { state in
      state.pending = []
      defer { state.work = nil }
      return (state.task, state.work)
    }
    if cancelling { task?.cancel() }
    // What it captured ends outside the lock: its end may come back here.
    withExtendedLifetime(work) {}
  }

  /// Returns when no work runs: of a guard that is closed, for good.
  public func wait() async {
    await withCheckedContinuation { continuation in
      let isIdle = state.withLock { state in
        if state.isRunning { state.waiters.append(continuation) }
        return !state.isRunning
      }
      if isIdle { continuation.resume() }
    }
  }

  private func run(_ work: @Sendable (TimerTick) async -> Void, _ first: TimerTick) async {
    var tick = first
    while true {
      await work(tick)
      let next = state.withLock { state -> (tick: TimerTick?, waiters: [CheckedContinuation<Void, Never>]) in
        if !state.pending.isEmpty { return (state.pending.removeFirst(), []) }
        state.isRunning = false
        state.task = nil
        defer { state.waiters = [] }
        return (nil, state.waiters)
      }
      for waiter in next.waiters { waiter.resume() }
      guard let following = next.tick else { return }
      tick = following
    }
  }
}
