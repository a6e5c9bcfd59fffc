import Behaviors
import Dispatch
import Foundation
import Synchronization
import Timers
import UnderTest

/// What a Dispatch timer does wrong.
enum SourceFault: Hashable, Sendable {
  case startsActive, dropsFirst, doublesOnActivate, schedulesItself, ignoresReschedule, revivesAfterCancel
  case cancelsTwice, leaksHandler, resumesAtOnce, ignoresSuspend, losesBacklog, catchesUp
  case overlaps, early, shiftsPhase, sharesWakeups, comesLate, comesNow, repeatsNever, firesAfterCancel
  case losesCount
}

/// The system's source, but for its faults; with `shares`, a leeway as long as the interval shares wakeups.
///
/// Unchecked: one lock guards what changes.
final class WrongSource: TimerSource, @unchecked Sendable {
  private let base: SystemSource
  private let spare: SystemSource
  private let faults: Set<SourceFault>
  private let shares: Bool
  private let queue: DispatchQueue
  private let state = Mutex(State())

  private struct State {
    var handler: (@Sendable () -> Void)?
    var data: Int?
    var events = 0
    var activations = 0
    var suspensions = 0
    var schedules = 0
    var isCancelled = false
    var interval: Int = 20_000_000
  }

  init(_ faults: Set<SourceFault>, shares: Bool, queue: DispatchQueue, strict: Bool) {
    self.faults = faults
    self.shares = shares
    self.queue = queue
    // A queue of its own: that of the experiment may have to wait for one of the few threads of concurrent queues.
    base = SystemSource(
      queue: faults.contains(.overlaps) ? DispatchQueue(label: "wrong") : queue, strict: strict)
    spare = SystemSource(queue: queue, strict: strict)
  }

  var data: Int { state.withLock { $0.data } ?? base.data }

  func onEvent(_ handler: @escaping @Sendable () -> Void) {
    if faults.contains(.leaksHandler) { leak(Box(handler)) }
    state.withLock { $0.handler = handler }
    base.onEvent { [weak self] in self?.event() }
    spare.onEvent { [weak self] in self?.deliver(1) }
    if faults.contains(.schedulesItself) {
      base.schedule(at: .monotonic(.now()), every: .milliseconds(20), leeway: nil)
    }
  }

  func onCancel(_ handler: @escaping @Sendable () -> Void) {
    base.onCancel { [faults] in
      handler()
      if faults.contains(.cancelsTwice) { handler() }
    }
  }

  func schedule(
    at deadline: SourceTimer.Deadline, every interval: DispatchTimeInterval, leeway: DispatchTimeInterval?
  ) {
    let (count, cancelled) = state.withLock { state in
      state.schedules += 1
      if let nanoseconds = interval.nanoseconds { state.interval = nanoseconds }
      return (state.schedules, state.isCancelled)
    }
    if faults.contains(.ignoresReschedule), count > 1 { return }
    var deadline = deadline
    let length = state.withLock { $0.interval }
    if faults.contains(.early) { deadline = deadline.shifted(by: -length / 2) }
    if faults.contains(.comesLate) { deadline = deadline.shifted(by: length * 9 / 10) }
    if faults.contains(.comesNow) { deadline = .monotonic(.now()) }
    let isLoose = leeway == .never || (leeway?.nanoseconds ?? 0) >= length
    if faults.contains(.sharesWakeups) || (shares && isLoose && count == 1 && length > 60_000_000) {
      deadline = deadline.rounded(up: length)
    }
    let every: DispatchTimeInterval =
      faults.contains(.repeatsNever) && interval == .never ? .milliseconds(20) : interval
    if cancelled, faults.contains(.revivesAfterCancel) {
      spare.schedule(at: deadline, every: every, leeway: nil)
      spare.activate()
    } else {
      base.schedule(at: deadline, every: every, leeway: leeway)
    }
    if faults.contains(.startsActive) { base.activate() }
  }

  func activate() {
    let count = state.withLock { state in
      state.activations += 1
      return state.activations
    }
    if count == 2, faults.contains(.doublesOnActivate) {
      spare.schedule(at: .monotonic(.now() + .milliseconds(40)), every: .milliseconds(20), leeway: nil)
      spare.activate()
    }
    base.activate()
  }

  func suspend() {
    guard !faults.contains(.ignoresSuspend) else { return }
    state.withLock { $0.suspensions += 1 }
    base.suspend()
  }

  func resume() {
    guard !faults.contains(.ignoresSuspend) else { return }
    let count = state.withLock { state in
      defer { state.suspensions = faults.contains(.resumesAtOnce) ? 0 : max(0, state.suspensions - 1) }
      return faults.contains(.resumesAtOnce) ? state.suspensions : min(1, state.suspensions)
    }
    for _ in 0..<count { base.resume() }
  }

  func cancel() {
    let isFirst = state.withLock { state in
      defer { state.isCancelled = true }
      return !state.isCancelled
    }
    base.cancel()
    if !faults.contains(.revivesAfterCancel) { spare.cancel() }
    guard isFirst else { return }
    guard faults.contains(.firesAfterCancel) else { return release() }
    queue.asyncAfter(deadline: .now() + .milliseconds(30)) { [self] in
      deliver(1)
      release()
    }
  }

  /// Frees the handler once no event can need it.
  private func release() {
    guard !faults.contains(.revivesAfterCancel) else { return }
    queue.async(flags: .barrier) { [self] in state.withLock { $0.handler = nil } }
  }

  private func event() {
    let count = state.withLock { state in
      state.events += 1
      return state.events
    }
    if faults.contains(.dropsFirst), count <= 3 { return }
    let data = base.data
    if faults.contains(.catchesUp), data > 1 {
      for _ in 0..<data { deliver(1) }
    } else if faults.contains(.losesBacklog) {
      deliver(1)
    } else if faults.contains(.losesCount) {
      deliver(data + 1)
    } else if faults.contains(.overlaps) {
      Thread.detachNewThread { [self] in deliver(data) }
    } else {
      deliver(data)
    }
    if faults.contains(.shiftsPhase), data > 1 {
      let length = state.withLock { $0.interval }
      base.schedule(
        at: .monotonic(.now() + .nanoseconds(length * 17 / 10)), every: .nanoseconds(length), leeway: nil)
    }
  }

  private func deliver(_ data: Int) {
    let handler = state.withLock { state in
      state.data = data
      return state.handler
    }
    handler?()
  }
}

private final class Box: Sendable {
  let value: @Sendable () -> Void
  init(_ value: @escaping @Sendable () -> Void) { self.value = value }
}

extension DispatchTimeInterval {
  fileprivate var nanoseconds: Int? {
    switch self {
    case .nanoseconds(let count): count
    case .microseconds(let count): count * 1_000
    case .milliseconds(let count): count * 1_000_000
    case .seconds(let count): count * 1_000_000_000
    default: nil
    }
  }
}

extension SourceTimer.Deadline {
  fileprivate func shifted(by nanoseconds: Int) -> SourceTimer.Deadline {
    switch self {
    case .monotonic(let time): .monotonic(time + .nanoseconds(nanoseconds))
    case .wall(let time): .wall(time + .nanoseconds(nanoseconds))
    }
  }

  fileprivate func rounded(up interval: Int) -> SourceTimer.Deadline {
    guard case .monotonic(let time) = self else { return self }
    let step = UInt64(interval)
    return .monotonic(DispatchTime(uptimeNanoseconds: (time.uptimeNanoseconds / step + 1) * step))
  }
}

extension SourceSubject {
  /// The system's source but for its faults.
  static func wrong(_ faults: SourceFault..., shares: Bool = false) -> SourceSubject {
    let faults = Set(faults)
    return SourceSubject { WrongSource(faults, shares: shares, queue: $0, strict: $1) }
  }
}
