import Dispatch

/// The ticks of a timer as an asynchronous sequence: `for await tick in try TimerTicks(.every(.seconds(1)))`.
///
/// Each iteration has a timer of its own, which ends with the iteration's task or iterator. The sequence ends with the
/// timer: when it was to fire once, or after `tick.stop()`.
public struct TimerTicks: AsyncSequence, Sendable {
  /// What becomes of ticks while nobody awaits the next.
  public enum Unawaited: Hashable, Sendable {
    /// They are gone; ``Iterator/dropped`` counts them.
    case drop
    /// They become one, which stands for all their deadlines.
    case merge
    /// So many wait, at least 1; further ones are merged into the last.
    case keep(Int)
  }

  private let schedule: TimerSchedule
  private let queue: DispatchQueue
  private let unawaited: Unawaited

  /// Creates the ticks of a schedule, which is refused as a timer would refuse it.
  public init(
    _ schedule: TimerSchedule, on queue: DispatchQueue = .global(), unawaited: Unawaited = .merge
  ) throws(TimerRefusal) {
    var plan = try TimerPlan(schedule)
    _ = try plan.alarm(followsWallClock: true)
    self.schedule = schedule
    self.queue = queue
    self.unawaited = unawaited
  }

  /// Starts a timer.
  public func makeAsyncIterator() -> Iterator {
    let channel = TickChannel(unawaited)
    let timer = DispatchTimer(on: queue, TimerAction { channel.send($0) })
    timer.onEnd { channel.finish(keeping: $0 == .finished) }
    if !timer.start(schedule).isAccepted { channel.finish(keeping: false) }
    return Iterator(timer: timer, channel: channel)
  }

  /// Awaits ticks. Letting go of it ends its timer.
  public struct Iterator: AsyncIteratorProtocol {
    let timer: TimerOwner
    fileprivate let channel: TickChannel

    /// How many ticks came while nobody awaited them, and are gone.
    public var dropped: Int { channel.dropped }

    /// The next tick; `nil` once the timer has ended or the task was cancelled.
    public mutating func next() async -> TimerTick? {
      await withTaskCancellationHandler {
        await channel.next()
      } onCancel: { [timer] in
        timer.stop()
      }
    }
  }
}

/// Hands ticks from a callback to the one task that awaits them.
final class TickChannel: Sendable {
  private struct State {
    var waiting: CheckedContinuation<TimerTick?, Never>?
    var kept: [TimerTick] = []
    var dropped = 0
    var isFinished = false
  }

  private let unawaited: TimerTicks.Unawaited
  private let state = Locked(State())

  init(_ unawaited: TimerTicks.Unawaited) {
    self.unawaited = unawaited
  }

  var dropped: Int { state.withLock { $0.dropped } }

  func send(_ tick: TimerTick) {
    let waiting = state.withLock { state -> CheckedContinuation<TimerTick?, Never>? in
      if let waiting = state.waiting {
        state.waiting = nil
        return waiting
      }
      switch unawaited {
      case .drop: state.dropped += 1
      case .merge: keep(tick, atMost: 1, &state)
      case .keep(let count): keep(tick, atMost: max(1, count), &state)
      }
      return nil
    }
    waiting?.resume(returning: tick)
  }

  /// Ends the sequence, after what is kept or at once.
  func finish(keeping: Bool) {
    let waiting = state.withLock { state in
      if !keeping { state.kept = [] }
      state.isFinished = true
      defer { state.waiting = nil }
      return state.waiting
    }
    waiting?.resume(returning: nil)
  }

  func next() async -> TimerTick? {
    await withCheckedContinuation { continuation in
      let answer = state.withLock { state -> TimerTick?? in
        if !state.kept.isEmpty { return state.kept.removeFirst() }
        if state.isFinished { return .some(nil) }
        state.waiting = continuation
        return nil
      }
      if let answer { continuation.resume(returning: answer) }
    }
  }

  private func keep(_ tick: TimerTick, atMost count: Int, _ state: inout State) {
    guard state.kept.count >= count, let last = state.kept.popLast() else { return state.kept.append(tick) }
    state.kept.append(tick.merging(last))
  }
}
