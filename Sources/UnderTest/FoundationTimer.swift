import Foundation
import Timers

/// A repeating Foundation `Timer` that is measured: it calls its target, held weakly, with as little in between as can be.
///
/// No callback begins after ``stop()`` has returned on the loop's own thread; from another thread the loop drops the
/// timer when it next runs in the mode. For programs there is `RunLoopTimer`.
package final class FoundationTimer: Sendable {
  /// One callback, as the run loop reports it.
  package struct Occurrence: Sendable {
    /// The monotonic time of the callback, read first thing in it, in nanoseconds.
    package let callback: Int64
    /// The fire date of the occurrence that this callback serves.
    package let fireDate: Date
  }

  private enum State {
    case idle
    case running(ScheduledTimer)
    case stopped
  }

  /// What the timer's block reaches. The block holds it weakly: on Linux a `Timer` and its block are never freed.
  private final class Receiver: Sendable {
    let gate = Gate()
    let deliver: @Sendable (Occurrence) -> Bool

    init(deliver: @escaping @Sendable (Occurrence) -> Bool) {
      self.deliver = deliver
    }
  }

  private let state = Locked(State.idle)
  private let receiver: Receiver

  /// Creates a timer that calls `action` with its target for as long as the target lives.
  ///
  /// `action` runs on the loop that ``start(at:interval:tolerance:mode:)`` was called on.
  package init<Target: AnyObject & Sendable>(
    target: Target, action: @escaping @Sendable (Target, Occurrence) -> Void
  ) {
    receiver = Receiver { [weak target] occurrence in
      guard let target else { return false }
      action(target, occurrence)
      return true
    }
  }

  deinit {
    stop()
  }

  /// Adds the timer to the calling thread's run loop, which fires it only while it runs in the mode.
  ///
  /// Occurrences that pass while the loop is busy are skipped; the phase is kept.
  /// - Parameters:
  ///   - date: the first fire date; in the past, the first callback comes at once.
  ///   - interval: seconds between fire dates, at least 1 ns.
  ///   - tolerance: seconds by which the loop may be late to share a wakeup, at least 0. Linux ignores it
  ///     (swift-corelibs-foundation #5183).
  ///   - mode: the run loop mode that the timer fires in.
  /// - Returns: whether it started; `false` when it had been started or stopped before, and when an argument is
  ///   out of range or not finite (where Foundation itself traps, or for interval 0 fires once).
  @discardableResult
  package func start(
    at date: Date, interval: TimeInterval, tolerance: TimeInterval = 0, mode: RunLoop.Mode = .default
  ) -> Bool {
    guard interval >= 1e-9, interval.isFinite, tolerance >= 0, tolerance.isFinite,
      date.timeIntervalSinceReferenceDate.isFinite
    else { return false }
    return state.withLock { state in
      guard case .idle = state else { return false }
      let timer = Self.undisturbed {
        // Not Timer(timeInterval:): on Linux that fires at once (swift-corelibs-foundation #4712).
        Timer(fire: date, interval: interval, repeats: true) { [weak receiver] timer in
          let callback = MonotonicClock.now()
          guard let receiver, receiver.gate.isOpen else { return }
          if !receiver.deliver(Occurrence(callback: callback, fireDate: timer.fireDate)) {
            timer.invalidate()
          }
        }
      }
      timer.tolerance = tolerance
      RunLoop.current.add(timer, forMode: mode)
      state = .running(ScheduledTimer(timer: timer, loop: LoopReference.current(mode: mode)))
      return true
    }
  }

  /// Makes a timer without an interruption in between.
  ///
  /// Foundation turns the fire date into a time of the monotonic clock by reading both clocks one after the other:
  /// a thread that loses its processor there gets a timer that is early or late by as much for its whole life.
  private static func undisturbed(_ make: () -> Timer) -> Timer {
    let enough: Int64 = 10_000
    var best: (timer: Timer, took: Int64)?
    for _ in 0..<20 {
      let start = MonotonicClock.now()
      let timer = make()
      let took = MonotonicClock.now() - start
      if let other = best {
        (took < other.took ? other.timer : timer).invalidate()
        if took < other.took { best = (timer, took) }
      } else {
        best = (timer, took)
      }
      if took <= enough { break }
    }
    return best?.timer ?? make()
  }

  /// Stops the timer for good; harmless when repeated.
  package func stop() {
    receiver.gate.close()
    let scheduled = state.withLock { state in
      defer { state = .stopped }
      if case .running(let scheduled) = state { return scheduled as ScheduledTimer? }
      return nil
    }
    scheduled?.invalidate()
  }

  /// The tolerance that the timer reads back, in seconds; `nil` unless it runs.
  package var tolerance: TimeInterval? {
    state.withLock { state in
      if case .running(let scheduled) = state { scheduled.timer.tolerance } else { nil }
    }
  }
}

/// A timer on its loop. Unchecked, since `Timer` is not Sendable: it is touched on the loop's own thread only,
/// but for reads of constants.
private final class ScheduledTimer: @unchecked Sendable {
  let timer: Timer
  let loop: LoopReference

  init(timer: Timer, loop: LoopReference) {
    self.timer = timer
    self.loop = loop
  }

  /// The queued work must not hold the loop it waits on: a loop that never runs again would keep itself.
  func invalidate() {
    let transfer = Transfer(timer)
    loop.performNow { transfer.timer.invalidate() }
  }
}

/// Carries a timer to its loop's thread. Unchecked for the same reason.
private struct Transfer: @unchecked Sendable {
  let timer: Timer

  init(_ timer: Timer) {
    self.timer = timer
  }
}
