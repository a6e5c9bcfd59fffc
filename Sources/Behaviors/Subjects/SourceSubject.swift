import Dispatch
import Synchronization
import Timers
import UnderTest

/// A Dispatch timer source as experiments see it.
package protocol TimerSource: AnyObject, Sendable {
  /// The deadlines that the running event handler stands for.
  var data: Int { get }
  /// Sets the event handler.
  func onEvent(_ handler: @escaping @Sendable () -> Void)
  /// Sets the cancel handler.
  func onCancel(_ handler: @escaping @Sendable () -> Void)
  /// Sets the schedule; a leeway of `nil` leaves it to the default.
  func schedule(
    at deadline: SourceTimer.Deadline, every interval: DispatchTimeInterval, leeway: DispatchTimeInterval?)
  /// Lets it begin.
  func activate()
  /// Holds it back; counted.
  func suspend()
  /// Takes back one ``suspend()``.
  func resume()
  /// Ends it.
  func cancel()
}

/// How to make a source on a queue, strict or not.
package struct SourceSubject: Sendable {
  /// Makes a source that is not active.
  package var make: @Sendable (DispatchQueue, _ strict: Bool) -> any TimerSource

  /// Creates a way.
  package init(make: @escaping @Sendable (DispatchQueue, _ strict: Bool) -> any TimerSource) {
    self.make = make
  }

  /// `DispatchSource.makeTimerSource`.
  package static let system = SourceSubject { SystemSource(queue: $0, strict: $1) }
}

/// The system's source. Released safely whatever its state: a bare source would trap.
///
/// Unchecked: libdispatch objects are thread-safe, the Swift interface does not say so.
package final class SystemSource: TimerSource, @unchecked Sendable {
  private let source: any DispatchSourceTimer
  private let state = Mutex((activated: false, suspensions: 0))

  /// Creates a source on a queue.
  package init(queue: DispatchQueue, strict: Bool) {
    source = DispatchSource.makeTimerSource(flags: strict ? .strict : [], queue: queue)
  }

  deinit {
    source.cancel()
    state.withLock { state in
      if !state.activated { source.activate() }
      for _ in 0..<state.suspensions { source.resume() }
    }
  }

  package var data: Int { Int(clamping: source.data) }

  package func onEvent(_ handler: @escaping @Sendable () -> Void) { source.setEventHandler(handler: handler) }

  package func onCancel(_ handler: @escaping @Sendable () -> Void) {
    source.setCancelHandler(handler: handler)
  }

  package func schedule(
    at deadline: SourceTimer.Deadline, every interval: DispatchTimeInterval, leeway: DispatchTimeInterval?
  ) {
    switch (deadline, leeway) {
    case (.monotonic(let time), nil): source.schedule(deadline: time, repeating: interval)
    case (.monotonic(let time), let leeway?):
      source.schedule(deadline: time, repeating: interval, leeway: leeway)
    case (.wall(let time), nil): source.schedule(wallDeadline: time, repeating: interval)
    case (.wall(let time), let leeway?):
      source.schedule(wallDeadline: time, repeating: interval, leeway: leeway)
    }
  }

  package func activate() {
    state.withLock { $0.activated = true }
    source.activate()
  }

  package func suspend() {
    state.withLock { $0.suspensions += 1 }
    source.suspend()
  }

  package func resume() {
    state.withLock { $0.suspensions -= 1 }
    source.resume()
  }

  package func cancel() { source.cancel() }
}
