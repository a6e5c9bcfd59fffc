import Dispatch
import Timers

/// A repeating `DispatchSourceTimer` that is measured: it calls its target, held weakly, with as little in between as can
/// be.
///
/// Stopped on its own serial queue, or before work that is then sent there, it calls no more. For programs there is
/// `DispatchTimer`.
package final class SourceTimer: Sendable {
  /// One callback, as the source reports it.
  package struct Occurrence: Sendable {
    /// The monotonic time of the callback, read first thing in it, in nanoseconds.
    package let callback: Int64
    /// How many deadlines have passed since the last callback: the source's `data`, at least 1.
    package let fired: Int
  }

  /// The first deadline, on the clock that the timer keeps to.
  package enum Deadline: Sendable {
    /// On the monotonic clock.
    case monotonic(DispatchTime)
    /// On the wall clock: follows when the clock is set.
    case wall(DispatchWallTime)
  }

  private enum State { case idle, active, cancelled }

  private let state = Locked(State.idle)
  private let source: SharedSource
  private let gate = Gate()

  /// Creates a timer that calls `action` with its target, on `queue`, for as long as the target lives.
  package init<Target: AnyObject & Sendable>(
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

  /// Starts the timer, once. Deadlines that pass while the queue is busy arrive as one callback with their number.
  /// - Parameters:
  ///   - deadline: the first deadline; in the past, the first callback comes at once.
  ///   - interval: nanoseconds between deadlines, at least 1.
  ///   - leeway: nanoseconds by which the system may be late, at least 0.
  package func start(at deadline: Deadline, interval: Int, leeway: Int = 0) {
    state.withLock { state in
      guard state == .idle else { return }
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
    }
  }

  /// Cancels the timer for good; harmless when repeated.
  package func stop() {
    gate.close()
    state.withLock { state in
      guard state != .cancelled else { return }
      source.timer.cancel()
      // A source that is released before it runs traps.
      if state == .idle { source.timer.activate() }
      state = .cancelled
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
