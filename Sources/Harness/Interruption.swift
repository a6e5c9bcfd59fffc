import Synchronization
import Timers
import UnderTest

/// The wish, from a signal or the caller, that measuring ends.
package final class Interruption: Sendable {
  private struct State {
    var signal: Int32?
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

  /// Nobody looks any more: the next signal ends the program at once.
  package func release() {
    state.withLock { $0.isHeld = false }
  }

  /// Interrupts for a signal that came first and while somebody looks; false for any other, which ends the program.
  func take(_ signal: Int32) -> Bool {
    let end: EndSignal?? = state.withLock { state in
      guard state.isHeld, state.signal == nil else { return .none }
      state.signal = signal
      return .some(state.current)
    }
    guard let end else { return false }
    end?.raise()
    return true
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
