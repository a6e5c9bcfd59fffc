import CPlatform
import Foundation
import Synchronization

/// A repeating `Timer` on a run loop, owned: it ends with its owner and keeps nothing alive.
///
/// - The target is weak: the timer never prolongs its life.
/// - ``start(at:interval:tolerance:mode:)`` counts once, ``stop()`` counts once, from any thread.
/// - No action begins after ``stop()`` has returned; one that is running then finishes.
/// - Letting go of the owner stops the timer.
public final class RunLoopTimer: Sendable {
  /// One callback, as the run loop reports it.
  public struct Occurrence: Sendable {
    /// The monotonic time of the callback, read first thing in it, in nanoseconds.
    public let callback: Int64
    /// The fire date of the occurrence that this callback serves.
    public let fireDate: Date
  }

  private enum State {
    case idle
    case running(ScheduledTimer)
    case stopped
  }

  private let state = Mutex(State.idle)
  private let gate = Gate()
  private let deliver: @Sendable (Occurrence) -> Void

  /// Creates a timer that calls `action` with its target for as long as the target lives.
  ///
  /// `action` runs on the loop that ``start(at:interval:tolerance:mode:)`` was called on.
  public init<Target: AnyObject & Sendable>(
    target: Target, action: @escaping @Sendable (Target, Occurrence) -> Void
  ) {
    deliver = { [weak target] occurrence in
      if let target { action(target, occurrence) }
    }
  }

  deinit {
    stop()
  }

  /// Adds the timer to the calling thread's run loop.
  ///
  /// Occurrences that pass while the loop is busy are skipped; the phase is kept.
  /// - Parameters:
  ///   - date: the first fire date; in the past, the first callback comes at once.
  ///   - interval: seconds between fire dates, at least 1 ns (Foundation traps below).
  ///   - tolerance: seconds by which the loop may be late to share a wakeup. Linux ignores it
  ///     (swift-corelibs-foundation #5183).
  ///   - mode: the run loop mode that the timer fires in.
  /// - Returns: whether it started; `false` when it had been started or stopped before.
  @discardableResult
  public func start(
    at date: Date, interval: TimeInterval, tolerance: TimeInterval = 0, mode: RunLoop.Mode = .default
  ) -> Bool {
    precondition(interval >= 1e-9 && interval.isFinite, "a run-loop timer needs an interval of at least 1 ns")
    return state.withLock { state in
      guard case .idle = state else { return false }
      // Not Timer(timeInterval:): on Linux that fires at once (swift-corelibs-foundation #4712).
      let timer = Timer(fire: date, interval: interval, repeats: true) { [gate, deliver] timer in
        let callback = MonotonicClock.now()
        guard gate.isOpen else { return }
        deliver(Occurrence(callback: callback, fireDate: timer.fireDate))
      }
      timer.tolerance = tolerance
      RunLoop.current.add(timer, forMode: mode)
      state = .running(ScheduledTimer(timer: timer, loop: LoopReference.current(mode: mode)))
      return true
    }
  }

  /// Stops the timer for good; harmless when repeated.
  public func stop() {
    gate.close()
    let scheduled = state.withLock { state in
      defer { state = .stopped }
      if case .running(let scheduled) = state { return scheduled as ScheduledTimer? }
      return nil
    }
    scheduled?.invalidate()
  }

  /// The tolerance that the timer reads back, in seconds; `nil` unless it runs.
  public var tolerance: TimeInterval? {
    state.withLock { state in
      if case .running(let scheduled) = state { scheduled.timer.tolerance } else { nil }
    }
  }
}

/// A timer on its loop. Unchecked, since `Timer` is not Sendable: it is touched on the loop's own thread only,
/// but for reads of constants.
private struct ScheduledTimer: @unchecked Sendable {
  let timer: Timer
  let loop: LoopReference

  func invalidate() {
    loop.performNow { timer.invalidate() }
  }
}
