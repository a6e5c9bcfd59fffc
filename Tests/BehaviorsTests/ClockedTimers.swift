import Behaviors
import Dispatch
import Foundation
import Synchronization
import Timers
import UnderTest

/// Clocks that nobody else goes by: what is done to them is told to the timers that do.
final class FakeClocks: Sendable {
  enum Event: Sendable {
    case set(Int64)
    case sleep(Int64)
  }

  private let listeners = Mutex<[@Sendable (Event) -> Void]>([])

  func listen(_ listener: @escaping @Sendable (Event) -> Void) {
    listeners.withLock { $0.append(listener) }
  }

  private func tell(_ event: Event) {
    for listener in listeners.withLock({ $0 }) { listener(event) }
  }

  var control: ClockControl {
    ClockControl(
      set: {
        self.tell(.set($0)); return nil
      },
      sleep: {
        self.tell(.sleep($0 * 1_000_000_000)); return nil
      })
  }

  /// Timers on these clocks.
  /// - Parameters:
  ///   - loop: whether a run loop's timer loses its phase with an event.
  ///   - monotonic: whether a monotonic source goes by the wall clock.
  ///   - wall: whether a wall-clock source does.
  func subjects(loop: Bool = false, monotonic: Bool = false, wall: Bool = true) -> Subjects {
    var loops = LoopSubject.system
    loops.timer = { date, interval, repeats, block in
      let timer = Timer(fire: date, interval: interval, repeats: repeats, block: block)
      let shared = Handed(timer)
      if loop { self.listen { _ in shared.timer.fireDate += 0.4 * interval } }
      return timer
    }
    return Subjects(
      loop: loops,
      source: SourceSubject { queue, _ in
        ClockedSource(queue, clocks: self, followsMonotonic: monotonic, followsWall: wall)
      }, clocks: control)
  }
}

/// Carries a timer. Unchecked: a test sets its fire date from another thread, as the wrong timer that it is.
private final class Handed: @unchecked Sendable {
  let timer: Timer

  init(_ timer: Timer) { self.timer = timer }
}

/// A source that does to its deadlines what a clock event would. Unchecked: one lock guards what changes.
private final class ClockedSource: TimerSource, @unchecked Sendable {
  private let base: SystemSource
  private let queue: DispatchQueue
  private let follows: (monotonic: Bool, wall: Bool)
  private let state = Mutex(State())

  private struct State {
    var handler: (@Sendable () -> Void)?
    var data: Int?
    var isWall = false
    var interval: Int64 = 1
  }

  init(_ queue: DispatchQueue, clocks: FakeClocks, followsMonotonic: Bool, followsWall: Bool) {
    base = SystemSource(queue: queue, strict: false)
    self.queue = queue
    follows = (followsMonotonic, followsWall)
    clocks.listen { [weak self] event in self?.move(event) }
  }

  private func move(_ event: FakeClocks.Event) {
    let (isWall, interval) = state.withLock { ($0.isWall, $0.interval) }
    guard isWall ? follows.wall : follows.monotonic else { return }
    queue.async { [self] in
      let now = MonotonicClock.now()
      switch event {
      case .set(let by) where by < 0: reschedule(at: now - by, every: interval)
      case .set(let by), .sleep(let by):
        reschedule(at: now + interval, every: interval)
        let handler = state.withLock { state in
          state.data = Int(by / interval)
          return state.handler
        }
        handler?()
        state.withLock { $0.data = nil }
      }
    }
  }

  private func reschedule(at time: Int64, every interval: Int64) {
    base.schedule(
      at: .monotonic(DispatchTime(uptimeNanoseconds: UInt64(time))), every: .nanoseconds(Int(interval)),
      leeway: nil)
  }

  var data: Int { state.withLock { $0.data } ?? base.data }

  func onEvent(_ handler: @escaping @Sendable () -> Void) {
    state.withLock { $0.handler = handler }
    base.onEvent(handler)
  }

  func schedule(
    at deadline: SourceTimer.Deadline, every interval: DispatchTimeInterval, leeway: DispatchTimeInterval?
  ) {
    state.withLock { state in
      if case .wall = deadline { state.isWall = true }
      if case .nanoseconds(let length) = interval { state.interval = Int64(length) }
    }
    base.schedule(at: deadline, every: interval, leeway: leeway)
  }

  func onCancel(_ handler: @escaping @Sendable () -> Void) { base.onCancel(handler) }
  func activate() { base.activate() }
  func suspend() { base.suspend() }
  func resume() { base.resume() }
  func cancel() { base.cancel() }
}
