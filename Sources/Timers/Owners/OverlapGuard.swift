import Dispatch
import Synchronization

/// What happens to an occurrence that comes while the work of an earlier one still runs.
public enum OverlapPolicy: String, CaseIterable, Hashable, Sendable {
  /// It is dropped.
  case skip
  /// It is remembered; however many come, the work runs once more for all of them.
  case coalesce
  /// It waits its turn: the work runs once for every occurrence, in order. Memory grows while the work lags.
  case serial
}

/// Runs work that takes longer than a timer's callback should, never two at once, on a queue of its own choice.
///
/// A timer's callback offers its occurrences and returns; the policy says what becomes of those that overlap.
/// All calls are safe from any thread; the work runs on the queue.
public final class OverlapGuard: Sendable {
  /// What became of an occurrence.
  public enum Outcome: Hashable, Sendable {
    /// Its work begins as soon as the queue is free.
    case started
    /// Its work waits for the running one.
    case pending
    /// It shares the run that waits.
    case merged
    /// It is gone.
    case dropped
  }

  private struct State {
    var running = false
    var pending: [Int] = []
  }

  private let policy: OverlapPolicy
  private let queue: DispatchQueue
  private let work: @Sendable (Int) -> Void
  private let state = Mutex(State())

  /// Creates a guard that runs `work` on `queue`, with the number of deadlines that the run stands for.
  public init(_ policy: OverlapPolicy, queue: DispatchQueue, work: @escaping @Sendable (_ fired: Int) -> Void)
  {
    self.policy = policy
    self.queue = queue
    self.work = work
  }

  /// Offers an occurrence that stands for `fired` deadlines.
  @discardableResult
  public func offer(fired: Int = 1) -> Outcome {
    let outcome = state.withLock { state in
      guard state.running else {
        state.running = true
        return Outcome.started
      }
      switch policy {
      case .skip: return .dropped
      case .coalesce where !state.pending.isEmpty:
        state.pending[0] += fired
        return .merged
      case .coalesce, .serial:
        state.pending.append(fired)
        return .pending
      }
    }
    if outcome == .started { run(fired) }
    return outcome
  }

  private func run(_ fired: Int) {
    queue.async { [self] in
      work(fired)
      let next = state.withLock { state in
        if state.pending.isEmpty {
          state.running = false
          return Int?.none
        }
        return state.pending.removeFirst()
      }
      if let next { run(next) }
    }
  }
}
