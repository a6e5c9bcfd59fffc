import Synchronization
import Timers
import UnderTest

/// The wish, from a signal or the caller, that measuring ends.
package final class Interruption: Sendable {
  private struct State {
    var signal: Int32?
    var takenAt: Int64?
    var isHeld = false
    var current: EndSignal?
    var continuations: [Int64] = []
  }

  private let state = Mutex(State())

  /// More than anybody stops a process during one run.
  private static let mostContinuations = 1_024

  /// Creates an interruption that has not come.
  package init() {}

  /// The number of the signal that came; `nil` while none has.
  package var signal: Int32? { state.withLock { $0.signal } }

  /// Ends the current run, and those after it.
  package func interrupt(signal: Int32) {
    state.withLock { state in
      state.signal = signal
      return state.current
    }?.raise()
  }

  /// Makes `end` the signal to raise; at once when the interruption has come before.
  func watch(_ end: EndSignal) {
    let hasCome = state.withLock { state in
      state.current = end
      return state.signal != nil
    }
    if hasCome { end.raise() }
  }
}

extension Interruption {
  /// From here on somebody looks for the interruption and ends in order: saves what was measured, and tells.
  package func hold() {
    state.withLock { $0.isHeld = true }
  }

  /// Nobody looks any more: a signal ends the program at once, unless it repeats the one that was taken.
  package func release() {
    state.withLock { $0.isHeld = false }
  }

  /// A signal that follows another within this time, in nanoseconds, is the same wish told twice: timeout(1) signals
  /// the process and then its group, a terminal that closes and its shell do likewise.
  static let moment: Int64 = 1_000_000_000

  /// Interrupts for the first signal that comes while somebody looks; what follows it within a ``moment`` adds nothing.
  /// - Parameter time: when it came, on the monotonic clock.
  /// - Returns: false for any other, which ends the program at once.
  func take(_ signal: Int32, at time: Int64) -> Bool {
    let (isTaken, end): (Bool, EndSignal?) = state.withLock { state in
      if let first = state.takenAt { return (time - first < Self.moment, nil) }
      guard state.isHeld, state.signal == nil else { return (false, nil) }
      state.signal = signal
      state.takenAt = time
      return (true, state.current)
    }
    end?.raise()
    return isTaken
  }

  /// Notes that the process went on after it had been stopped, at a monotonic time.
  func noteContinuation(at time: Int64) {
    state.withLock { if $0.continuations.count < Self.mostContinuations { $0.continuations.append(time) } }
  }

  /// Takes out the times at which the process went on.
  func takeContinuations() -> [Int64] {
    state.withLock { state in
      defer { state.continuations = [] }
      return state.continuations
    }
  }
}
