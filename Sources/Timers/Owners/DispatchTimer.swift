import Dispatch
import Synchronization

/// A repeating `DispatchSourceTimer`, owned: balanced, cancelled once, and released only when that is safe.
///
/// States: idle → active ⇄ suspended → cancelled; every call that does not fit the state does nothing and
/// returns `false`. All calls are safe from any thread.
///
/// - The target is weak: the timer never prolongs its life, and ends with it.
/// - No callback begins after ``stop()`` has returned. One that had begun on the queue finishes: called on the
///   timer's own serial queue ``stop()`` is exact, from elsewhere ``onCancel(_:)`` tells when the last has ended.
/// - Letting go of the owner cancels the timer, also while it is idle or suspended (where releasing a bare
///   source traps, swift-corelibs-libdispatch #604) and also inside its own callback.
/// - One timer never overlaps itself, whatever its queue; see ``OverlapGuard`` for work that outlives a callback.
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

  /// Where an owner is in its life.
  public enum State: Hashable, Sendable {
    /// Not started.
    case idle
    /// Started: callbacks come.
    case active
    /// Started, callbacks are held back.
    case suspended
    /// Stopped for good.
    case cancelled
  }

  private struct Guarded {
    var state = State.idle
    var hasCancelHandler = false
  }

  private let guarded = Mutex(Guarded())
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
      guard gate.isOpen else { return }
      guard let target else { return source.timer.cancel() }
      action(target, Occurrence(callback: callback, fired: Int(clamping: source.timer.data)))
    }
  }

  deinit {
    stop()
  }

  /// Where the timer is in its life.
  public var state: State { guarded.withLock { $0.state } }

  /// Sets the handler that runs exactly once, on the queue, after the last action, however the timer ends: stopped,
  /// let go of, or found without its target; also when it had never started or was suspended.
  /// - Returns: whether it was set; `false` once started or stopped, and when there is one already.
  @discardableResult
  public func onCancel(_ handler: @escaping @Sendable () -> Void) -> Bool {
    guarded.withLock { guarded in
      guard guarded.state == .idle, !guarded.hasCancelHandler else { return false }
      source.timer.setCancelHandler(handler: handler)
      guarded.hasCancelHandler = true
      return true
    }
  }

  /// Starts the timer. Deadlines that pass while the queue is busy arrive as one callback with their number.
  /// - Parameters:
  ///   - deadline: the first deadline; in the past, the first callback comes at once.
  ///   - interval: nanoseconds between deadlines, at least 1.
  ///   - leeway: nanoseconds by which the system may be late, at least 0. A repeating timer's effective leeway
  ///     is at most half its interval; Linux ignores it.
  /// - Returns: whether it started; `false` when it had been started or stopped before, and when interval or
  ///   leeway are out of range (where Dispatch itself traps, or for interval 0 fires without pause).
  @discardableResult
  public func start(at deadline: Deadline, interval: Int, leeway: Int = 0) -> Bool {
    guard interval >= 1, leeway >= 0 else { return false }
    return guarded.withLock { guarded in
      guard guarded.state == .idle else { return false }
      switch deadline {
      case .monotonic(let time):
        source.timer.schedule(
          deadline: time, repeating: .nanoseconds(interval), leeway: .nanoseconds(leeway))
      case .wall(let time):
        source.timer.schedule(
          wallDeadline: time, repeating: .nanoseconds(interval), leeway: .nanoseconds(leeway))
      }
      source.timer.activate()
      guarded.state = .active
      return true
    }
  }

  /// Holds callbacks back until ``resume()``; the deadlines that pass meanwhile arrive as one.
  @discardableResult
  public func suspend() -> Bool {
    guarded.withLock { guarded in
      guard guarded.state == .active else { return false }
      source.timer.suspend()
      guarded.state = .suspended
      return true
    }
  }

  /// Lets callbacks come again after ``suspend()``.
  @discardableResult
  public func resume() -> Bool {
    guarded.withLock { guarded in
      guard guarded.state == .suspended else { return false }
      source.timer.resume()
      guarded.state = .active
      return true
    }
  }

  /// Cancels the timer for good; harmless when repeated.
  @discardableResult
  public func stop() -> Bool {
    gate.close()
    return guarded.withLock { guarded in
      guard guarded.state != .cancelled else { return false }
      source.timer.cancel()
      // A source that is released before it runs, or while suspended, traps.
      switch guarded.state {
      case .idle: source.timer.activate()
      case .suspended: source.timer.resume()
      case .active, .cancelled: break
      }
      guarded.state = .cancelled
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
