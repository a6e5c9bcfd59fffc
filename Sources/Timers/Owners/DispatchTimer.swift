import Dispatch
import Synchronization

/// A repeating `DispatchSourceTimer`, owned: balanced, cancelled once, and released only when that is safe.
///
/// States: idle → active ⇄ suspended → cancelled; every call that does not fit the state does nothing and
/// returns `false`. All calls are safe from any thread.
///
/// - The target is weak: the timer never prolongs its life.
/// - No action begins after ``stop()`` has returned; one that is running then finishes.
/// - Letting go of the owner cancels the timer, also while it is idle or suspended (where releasing a bare
///   source traps).
public final class DispatchTimer: Sendable {
  /// One callback, as the source reports it.
  public struct Occurrence: Sendable {
    /// The monotonic time of the callback, read first thing in it, in nanoseconds.
    public let callback: Int64
    /// How many deadlines have passed since the last callback: the source's `data`, at least 1.
    public let fired: Int
  }

  /// The first deadline, on the clock that the timer keeps to.
  public enum Deadline: Sendable {
    /// On the monotonic clock.
    case monotonic(DispatchTime)
    /// On the wall clock: follows when the clock is set.
    case wall(DispatchWallTime)
  }

  private enum State {
    case idle, active, suspended, cancelled
  }

  private let state = Mutex(State.idle)
  private let source: SharedSource
  private let gate = Gate()

  /// Creates a timer that calls `action` with its target, on `queue`, for as long as the target lives.
  ///
  /// A strict timer asks the system to keep its leeway at all times, also when that costs energy.
  public init<Target: AnyObject & Sendable>(
    target: Target, queue: DispatchQueue, strict: Bool = false,
    action: @escaping @Sendable (Target, Occurrence) -> Void
  ) {
    let source = SharedSource(DispatchSource.makeTimerSource(flags: strict ? .strict : [], queue: queue))
    self.source = source
    // The handler holds its source; cancelling, which every path ends in, releases the handler.
    source.timer.setEventHandler { [gate, weak target] in
      let callback = MonotonicClock.now()
      guard gate.isOpen, let target else { return }
      action(target, Occurrence(callback: callback, fired: Int(source.timer.data)))
    }
  }

  deinit {
    stop()
  }

  /// Sets a handler that runs once on the queue after the last action; only before ``start(at:interval:leeway:)``.
  @discardableResult
  public func onCancel(_ handler: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard state == .idle else { return false }
      source.timer.setCancelHandler(handler: handler)
      return true
    }
  }

  /// Starts the timer. Deadlines that pass while the queue is busy arrive as one callback with their number.
  /// - Parameters:
  ///   - deadline: the first deadline; in the past, the first callback comes at once.
  ///   - interval: nanoseconds between deadlines, at least 1.
  ///   - leeway: nanoseconds by which the system may be late, at least 0. A repeating timer's effective leeway
  ///     is at most half its interval; Linux ignores it.
  @discardableResult
  public func start(at deadline: Deadline, interval: Int, leeway: Int = 0) -> Bool {
    precondition(
      interval >= 1 && leeway >= 0, "a Dispatch timer needs an interval of at least 1 ns, and a leeway")
    return state.withLock { state in
      guard state == .idle else { return false }
      switch deadline {
      case .monotonic(let time):
        source.timer.schedule(
          deadline: time, repeating: .nanoseconds(interval), leeway: .nanoseconds(leeway))
      case .wall(let time):
        source.timer.schedule(
          wallDeadline: time, repeating: .nanoseconds(interval), leeway: .nanoseconds(leeway))
      }
      source.timer.activate()
      state = .active
      return true
    }
  }

  /// Holds callbacks back until ``resume()``; the deadlines that pass meanwhile arrive as one.
  @discardableResult
  public func suspend() -> Bool {
    state.withLock { state in
      guard state == .active else { return false }
      source.timer.suspend()
      state = .suspended
      return true
    }
  }

  /// Lets callbacks come again after ``suspend()``.
  @discardableResult
  public func resume() -> Bool {
    state.withLock { state in
      guard state == .suspended else { return false }
      source.timer.resume()
      state = .active
      return true
    }
  }

  /// Cancels the timer for good; harmless when repeated.
  @discardableResult
  public func stop() -> Bool {
    gate.close()
    return state.withLock { state in
      guard state != .cancelled else { return false }
      source.timer.cancel()
      // A source that is released before it runs, or while suspended, traps.
      switch state {
      case .idle: source.timer.activate()
      case .suspended: source.timer.resume()
      case .active, .cancelled: break
      }
      state = .cancelled
      return true
    }
  }
}

/// A timer source. Unchecked: libdispatch objects are thread-safe, the Swift interface does not say so.
private final class SharedSource: @unchecked Sendable {
  let timer: any DispatchSourceTimer

  init(_ timer: any DispatchSourceTimer) {
    self.timer = timer
  }
}
