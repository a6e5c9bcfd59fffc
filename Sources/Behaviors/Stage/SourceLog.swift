import Dispatch
import Synchronization
import Timers

/// The event handlers of a Dispatch timer, in order.
final class SourceLog: Sendable {
  /// One run of the event handler.
  struct Event: Sendable {
    /// The monotonic time, in nanoseconds.
    let callback: Int64
    /// The source's `data`.
    let fired: Int
  }

  private struct State {
    var events: [Event] = []
    var running = 0
    var most = 0
  }

  private let state = Mutex(State())

  var events: [Event] { state.withLock { $0.events } }
  var count: Int { state.withLock { $0.events.count } }
  /// The deadlines that all events stand for.
  var fired: Int { state.withLock { $0.events.reduce(0) { $0 + $1.fired } } }
  /// How many handlers ran at once, at most.
  var overlap: Int { state.withLock { $0.most } }
  /// How many handlers run now.
  var running: Int { state.withLock { $0.running } }

  /// Makes a source note its events here, and then do `work` with the number of events so far.
  func attach(to source: any TimerSource, work: @escaping @Sendable (Int) -> Void = { _ in }) {
    source.onEvent { [weak source, self] in
      note(fired: source?.data ?? 0, work: work)
    }
  }

  /// Notes an event that lasts as long as `work`.
  func note(fired: Int, work: (Int) -> Void = { _ in }) {
    let callback = MonotonicClock.now()
    let count = state.withLock { state in
      state.events.append(Event(callback: callback, fired: fired))
      state.running += 1
      state.most = max(state.most, state.running)
      return state.events.count
    }
    work(count)
    state.withLock { $0.running -= 1 }
  }
}

/// The deadlines that a Dispatch timer was asked for, against which its events are judged.
struct SourceGrid: Sendable {
  let first: Int64
  var interval = Pace.interval

  /// How many deadlines lie at or before a time.
  func elapsed(at time: Int64) -> Int {
    time < first ? 0 : Int((time - first) / interval) + 1
  }

  /// The lateness of each event against the last deadline it stands for, in intervals.
  func lateness(_ events: [SourceLog.Event]) -> [Double] {
    var served = 0
    return events.map { event in
      served += event.fired
      return Double(event.callback - first) / Double(interval) - Double(served - 1)
    }
  }

  /// Why the events cannot be those of this grid; `nil` when they can.
  ///
  /// The sum of the numbers is at most the deadlines that had passed at a callback, and at least those that had
  /// passed at the callback before it: in between it was read.
  func contradiction(_ events: [SourceLog.Event]) -> String? {
    var served = 0
    for (index, event) in events.enumerated() {
      served += event.fired
      let passed = elapsed(at: event.callback + Int64(Pace.earliness * Double(interval)))
      if event.fired < 1 { return "event \(index) stands for no deadline" }
      if served > passed { return "event \(index) makes \(served) deadlines of \(passed)" }
      if index > 0, case let before = elapsed(at: events[index - 1].callback), served < before {
        return "event \(index) makes \(served) deadlines where \(before) had passed before it"
      }
    }
    return nil
  }

  /// So many events tell a second timer from one, however late each is.
  static let enough = 24

  /// Whether more events would not tell more of ``keepsPhase(_:from:)``: one that is in time tells, and of two dozen of a
  /// right timer one is.
  func isSettled(_ events: [SourceLog.Event], from start: Int = 0, atLeast count: Int = 4) -> Bool {
    let after = events.count - start
    return contradiction(events) != nil
      || after >= count && (keepsPhase(events, from: start) || after >= Self.enough)
  }

  /// Whether the events keep to the deadlines: of those from `start` on, the best is less than half an interval late.
  func keepsPhase(_ events: [SourceLog.Event], from start: Int = 0) -> Bool {
    lateness(events).dropFirst(start).min().map { $0 < 0.5 } ?? false
  }
}

extension Sequence<SourceLog.Event> {
  /// The numbers of deadlines, for evidence.
  var numbers: String { map { "\($0.fired)" }.joined(separator: " ") }
}

/// Runs an experiment on a source of a queue of its own and ends the source whatever happens.
func withSource(
  _ subjects: Subjects, strict: Bool = false, queue: DispatchQueue = DispatchQueue(label: "behaviour"),
  _ body: (any TimerSource, DispatchQueue) throws(Disturbed) -> Observation
) throws(Disturbed) -> Observation {
  let source = subjects.source.make(queue, strict)
  defer { source.cancel() }
  return try body(source, queue)
}
