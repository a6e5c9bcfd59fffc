import Timing

@testable import Behaviors

/// Timers without a clock, on a machine that is as busy as it is told to be: times are intervals, and every wakeup comes
/// late by chance. Seeded, so that the same trial gives the same callbacks.
struct SimulatedTimeline {
  /// How busy the machine is.
  enum Machine: CaseIterable, Sendable {
    /// Every wakeup within a fiftieth of an interval.
    case calm
    /// Every second one late by up to three intervals.
    case busy
    /// Every one.
    case hopeless
  }

  private let machine: Machine
  private(set) var random: SplitMix64

  init(_ machine: Machine, seed: UInt64) {
    self.machine = machine
    random = SplitMix64(seed: seed)
  }

  mutating func lateness() -> Double {
    let isLate =
      switch machine {
      case .calm: false
      case .busy: Bool.random(using: &random)
      case .hopeless: true
      }
    return isLate ? .random(in: 0...3, using: &random) : .random(in: 0...0.02, using: &random)
  }

  /// What a run-loop timer does.
  enum Loop { case right, early, shiftsPhase }

  /// A callback: when it came, and the date that it named.
  struct Callback {
    var time: Double
    var date: Double
    /// Its lateness as the experiments see it: against the slot that the date names.
    var lateness: Double { time - date.rounded() }
    var phase: Double { date - date.rounded() }
  }

  /// Callbacks of a run-loop timer whose first date is `first`; one date in fifty is named wrong, as by a thread that is
  /// preempted between two clocks.
  mutating func loop(_ kind: Loop, first: Double = 0, count: Int) -> [Callback] {
    var callbacks: [Callback] = []
    var (due, last) = (first, -1.0)
    for _ in 0..<count {
      let time = max(last, kind == .early ? due - 0.5 : due) + lateness()
      let isWrong = Int.random(in: 0..<50, using: &random) == 0
      callbacks.append(
        Callback(time: time, date: due + (isWrong ? .random(in: -0.5...0.5, using: &random) : 0)))
      last = time
      due = kind == .shiftsPhase ? time + 1.3 : first + max((time - first).rounded(.down), (due - first)) + 1
    }
    return callbacks
  }

  /// What a Dispatch timer does.
  enum Source { case right, early, shiftsPhase, doubled }

  static let grid = SourceGrid(first: 0)

  /// Events of a Dispatch timer on ``grid``.
  /// - Parameter overlong: which of them lasts 4.4 intervals; `nil` for none.
  mutating func source(_ kind: Source, count: Int, overlong: Int? = nil) -> [SourceLog.Event] {
    var events: [SourceLog.Event] = []
    var (first, served, last) = (kind == .early ? -0.5 : 0, 0, -1.0)
    while events.count < count {
      let time = max(last, first + Double(served)) + lateness()
      let fired = Int((time - first).rounded(.down)) + 1 - served
      events.append(SourceLog.Event(callback: Int64(time * Double(Pace.interval)), fired: max(fired, 1)))
      served += max(fired, 1)
      last = events.count == overlong ? time + 4.4 : time
      // A second source calls besides, once an interval.
      if kind == .doubled {
        events.append(SourceLog.Event(callback: Int64(time * Double(Pace.interval)), fired: 1))
      }
      if kind == .shiftsPhase, fired > 1 { (first, served) = (time + 1.7, 0) }
    }
    return Array(events.prefix(count))
  }

  /// Callbacks of phased timers on one thread, each with a wakeup of its own or sharing one an interval.
  mutating func clusters(shared: Bool, count: Int) -> [WakeupFigures.Callback] {
    let interval = Double(WakeupClusters.interval) / Double(Pace.interval)
    var next = (0..<WakeupClusters.timers).map { Double($0) * interval / Double(WakeupClusters.timers) }
    let first = next
    var (now, callbacks) = (-1.0, [WakeupFigures.Callback]())
    while callbacks.count < count {
      let soonest = next.min() ?? 0
      now = max(now, shared ? (soonest / interval).rounded(.up) * interval : soonest) + lateness()
      for timer in next.indices where next[timer] <= now {
        let late = (now - first[timer]).truncatingRemainder(dividingBy: interval)
        callbacks.append(
          WakeupFigures.Callback(
            time: Int64(now * Double(Pace.interval)), sinceDeadline: Int64(late * Double(Pace.interval))))
        now += 0.001
        while next[timer] <= now { next[timer] += interval }
      }
    }
    return Array(callbacks.prefix(count))
  }
}
