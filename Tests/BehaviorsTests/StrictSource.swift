import Behaviors
import Dispatch
import Timers
import UnderTest

/// A source that ignores leeway.
final class StrictSource: TimerSource {
  private let base: SystemSource

  init(_ queue: DispatchQueue) { base = SystemSource(queue: queue, strict: true) }

  var data: Int { base.data }
  func onEvent(_ handler: @escaping @Sendable () -> Void) { base.onEvent(handler) }
  func onCancel(_ handler: @escaping @Sendable () -> Void) { base.onCancel(handler) }
  func schedule(
    at deadline: SourceTimer.Deadline, every interval: DispatchTimeInterval, leeway: DispatchTimeInterval?
  ) { base.schedule(at: deadline, every: interval, leeway: .nanoseconds(0)) }
  func activate() { base.activate() }
  func suspend() { base.suspend() }
  func resume() { base.resume() }
  func cancel() { base.cancel() }
}
