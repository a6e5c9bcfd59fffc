import Foundation
import Text
import Timers
import Timing
import UnderTest

extension Behavior {
  /// What a step of the wall clock and a sleep of the system do to timers on the monotonic and on the wall clock.
  static let clocks = [
    Behavior(
      "clock.step-ahead", [.runloop, .dispatch],
      "When the wall clock is set ahead, a Timer and a monotonic Dispatch timer keep their grid; a wall-clock one calls at once, for all deadlines passed over together.",
      documented: false, reference: "DispatchSourceTimer.schedule(wallDeadline:repeating:leeway:)"
    ) { subjects throws(Disturbed) in
      try ClockStage.observe(subjects, .set, by: ClockStage.step) { effects in
        effects.monotonicKeepGrid(longestGap: 4) && effects.wall.most >= ClockStage.passed / 2
          && (effects.wall.gap ?? 99) < 4
      }
    },

    Behavior(
      "clock.step-back", [.runloop, .dispatch],
      "When the wall clock is set back, a Timer and a monotonic Dispatch timer keep their grid; a wall-clock one is silent until the clock has caught up.",
      documented: false, reference: "DispatchSourceTimer.schedule(wallDeadline:repeating:leeway:)"
    ) { subjects throws(Disturbed) in
      try ClockStage.observe(subjects, .set, by: -ClockStage.step) { effects in
        effects.monotonicKeepGrid(longestGap: 4) && (effects.wall.gap ?? 0) >= Double(ClockStage.passed / 2)
      }
    },

    Behavior(
      "clock.sleep", [.runloop, .dispatch],
      "After a sleep of the system, a Timer and a monotonic Dispatch timer go on with their grid as if no time had passed; a wall-clock one calls at once, for all deadlines of the sleep together.",
      documented: false, reference: "DispatchTime and DispatchWallTime"
    ) { subjects throws(Disturbed) in
      try ClockStage.observe(subjects, .sleep, by: ClockStage.step) { effects in
        effects.monotonicKeepGrid(longestGap: 15) && effects.wall.most >= ClockStage.passed / 2
      }
    },
  ]
}

/// Three timers through one clock event.
private enum ClockStage {
  /// Nanoseconds between deadlines: coarse enough for a machine that is emulated.
  static let interval: Int64 = 100_000_000
  /// By how much the clock is set, and how long the system sleeps.
  static let step: Int64 = 2_000_000_000
  /// The deadlines that lie in so long a time.
  static let passed = step / interval
  /// Callbacks of each timer that are waited for before and after.
  private static let enough = 8
  private static let patience: Int64 = 8_000_000_000

  static func observe(
    _ subjects: Subjects, _ kind: ClockEvent.Kind, by length: Int64, claim: (ClockEffects) -> Bool
  ) throws(Disturbed) -> Observation {
    guard let control = subjects.clocks else { return .notTriedHere }
    let logs = (0..<3).map { _ in SourceLog() }
    let loop = LoopThread()
    defer { loop.end() }
    let seconds = Double(interval) / 1e9
    let timer = subjects.loop.timer(Date(timeIntervalSinceNow: seconds), seconds, true) { _ in
      logs[0].note(fired: 1)
    }
    loop.add(timer)
    let owned = HandOver(timer)
    defer { loop.perform { owned.value.invalidate() } }
    let sources = (0..<2).map { _ in subjects.source.make(DispatchQueue(label: "clocks"), false) }
    defer { for source in sources { source.cancel() } }
    let first = MonotonicClock.time(in: interval)
    let deadlines: [SourceTimer.Deadline] = [.at(first), .wall(monotonic: first)]
    for (index, source) in sources.enumerated() {
      logs[index + 1].attach(to: source)
      source.schedule(at: deadlines[index], every: .nanoseconds(Int(interval)), leeway: nil)
      source.activate()
    }
    guard wait(atMost: patience, until: { logs.allSatisfy { $0.count >= enough } }) else {
      throw Disturbed("the timers did not start")
    }
    let after = MonotonicClock.now()
    let problem = kind == .set ? control.set(length) : control.sleep(length / 1_000_000_000)
    let before = MonotonicClock.now()
    defer { if kind == .set, problem == nil { _ = control.set(-length) } }
    if let problem { return Observation(.failedToRun, problem) }
    let counts = logs.map(\.count)
    _ = wait(atMost: patience) { zip(logs, counts).allSatisfy { $0.count >= $1 + enough } }
    let event = ClockEvent(kind: kind, length: length, after: after, before: before)
    let effects = ClockEffects(
      event, zip(["Timer", "Dispatch, monotonic", "Dispatch, wall"], logs.map(\.events)))
    return .judge(claim(effects), effects.evidence)
  }
}

/// What an event did to the three timers.
private struct ClockEffects {
  struct One {
    var name: String
    /// The longest silence around the event, in intervals.
    var gap: Double?
    /// The most deadlines of one callback since.
    var most: Int64
    /// By how much the phase moved, in intervals.
    var shift: Double?
  }

  let all: [One]
  var wall: One { all[2] }

  init(_ event: ClockEvent, _ timers: some Sequence<(String, [SourceLog.Event])>) {
    all = timers.map { name, events in
      let callbacks = events.map { WatchedTimer.Callback(time: $0.callback, fired: Int64($0.fired)) }
      let effect = ClockEffect(
        of: event, on: WatchedTimer(name: name, callbacks: callbacks), interval: ClockStage.interval)
      let since = callbacks.drop { $0.time <= event.after }.prefix(4)
      return One(name: name, gap: effect.gap, most: since.map(\.fired).max() ?? 0, shift: effect.shift)
    }
  }

  func monotonicKeepGrid(longestGap: Double) -> Bool {
    all.prefix(2).allSatisfy {
      ($0.gap ?? 99) < longestGap && abs($0.shift ?? 0.5) < 0.25 && $0.most < ClockStage.passed / 2
    }
  }

  var evidence: String {
    all.map { one in
      "\(one.name): longest gap \(one.gap.map { decimal($0) } ?? "?") intervals, "
        + "\(Numbers.counted(Int(one.most), "deadline")) in one, shifted by \(one.shift.map { decimal($0) } ?? "?")"
    }.joined(separator: "; ")
  }
}

extension Observation {
  /// The observation where nobody said that the clocks may be moved.
  fileprivate static let notTriedHere = Observation(
    .notTried, "it would set the clock, or put the system to sleep, of everything that runs here")
}
