import Text
import Timing

/// A timer that ran during a watch.
package struct WatchedTimer: Hashable, Sendable {
  /// One callback.
  package struct Callback: Hashable, Sendable {
    /// The monotonic time, in nanoseconds.
    package var time: Int64
    /// The deadlines that it stands for, as the mechanism says.
    package var fired: Int64

    /// Creates a callback.
    package init(time: Int64, fired: Int64) {
      self.time = time
      self.fired = fired
    }
  }

  /// Which timer and clock.
  package var name: String
  /// Its callbacks, in order.
  package var callbacks: [Callback]

  /// Creates a timer from its callbacks.
  package init(name: String, callbacks: [Callback]) {
    self.name = name
    self.callbacks = callbacks
  }
}

/// What a clock event did to one timer.
package struct ClockEffect: Hashable, Sendable {
  /// Which timer and clock.
  package var timer: String
  /// Callbacks within the span in which the event happened.
  package var callbacks: Int
  /// The longest time without a callback around the event, in intervals of the monotonic clock; `nil` without
  /// callbacks on both sides.
  package var gap: Double?
  /// The most deadlines that one callback stood for, around the event.
  package var merged: Int64
  /// By how much later the callbacks come in the interval than before, −0.5 … 0.5 intervals; `nil` when unknown.
  package var shift: Double?
}

/// What was seen during a watch.
package struct WatchReport: Hashable, Sendable {
  /// An event and what it did.
  package struct Entry: Hashable, Sendable {
    /// What happened.
    package var event: ClockEvent
    /// What it did to each timer.
    package var effects: [ClockEffect]
  }

  /// The length of the watch on the monotonic clock, in nanoseconds.
  package var length: Int64
  /// How many callbacks each timer had.
  package var callbacks: [String: Int]
  /// The events, in order.
  package var entries: [Entry]

  /// Works out what events did to timers.
  /// - Parameters:
  ///   - events: what happened to the clocks.
  ///   - timers: what the timers did.
  ///   - interval: nanoseconds between their deadlines.
  ///   - length: how long it was watched, in nanoseconds.
  package init(events: [ClockEvent], timers: [WatchedTimer], interval: Int64, length: Int64) {
    self.length = length
    callbacks = Dictionary(timers.map { ($0.name, $0.callbacks.count) }) { first, _ in first }
    entries = events.map { event in
      Entry(event: event, effects: timers.map { ClockEffect(of: event, on: $0, interval: interval) })
    }
  }
}

extension ClockEffect {
  /// How many callbacks before and after an event tell the phase.
  private static let enough = 5

  init(of event: ClockEvent, on timer: WatchedTimer, interval: Int64) {
    let before = timer.callbacks.prefix { $0.time <= event.after }
    let rest = timer.callbacks.dropFirst(before.count)
    let during = rest.prefix { $0.time <= event.before }
    let after = rest.dropFirst(during.count)
    self.timer = timer.name
    callbacks = during.count
    let around = before.suffix(1) + during + after.prefix(1)
    let gaps = zip(around, around.dropFirst()).map { Double($1.time - $0.time) / Double(interval) }
    gap = before.isEmpty || after.isEmpty ? nil : gaps.max()
    merged = (during + after.prefix(1)).map(\.fired).max() ?? 0
    // The first callback after the event may stand for what passed; the phase is that of the next ones.
    let settled = after.dropFirst().prefix(Self.enough)
    if let old = Self.phase(before.suffix(Self.enough), interval), let new = Self.phase(settled, interval) {
      let difference = new - old
      shift = difference - difference.rounded()
    } else {
      shift = nil
    }
  }

  /// Where in the interval callbacks come: of several, the least late against the first of them.
  private static func phase(_ callbacks: some Collection<WatchedTimer.Callback>, _ interval: Int64) -> Double?
  {
    guard callbacks.count >= enough, let first = callbacks.first else { return nil }
    let base = Double(first.time % interval) / Double(interval)
    let offsets = callbacks.map { callback -> Double in
      let position = Double((callback.time - first.time) % interval) / Double(interval)
      return position > 0.5 ? position - 1 : position
    }
    return base + (offsets.min() ?? 0)
  }
}

extension WatchReport {
  /// A table for a terminal of 80 columns.
  package func table() -> String {
    var lines = [
      "watched \(Numbers.time(length)); callbacks: "
        + callbacks.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    ]
    if entries.isEmpty {
      lines.append("neither was the wall clock set nor did the system sleep: nothing to report")
    }
    for entry in entries {
      let length = Numbers.time(entry.event.length)
      lines.append(
        entry.event.kind == .sleep
          ? "the system slept for \(length)"
          : "the wall clock was set by \(entry.event.length > 0 ? "+" : "")\(length)")
      for effect in entry.effects {
        let gap = effect.gap.map { decimal($0) } ?? "?"
        let shift = effect.shift.map { decimal($0) } ?? "?"
        lines += wrapped(
          "\(effect.timer): \(Numbers.counted(effect.callbacks, "callback")) meanwhile, longest gap \(gap) intervals, "
            + "at most \(effect.merged) deadlines in one, phase shifted by \(shift) intervals",
          first: "  ", indent: 4)
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// One JSON object; see `docs/json.md`.
  package var json: String {
    JSONValue.object([
      ("format", .string("timer-bench watch 1")), ("length_ns", .integer(length)),
      (
        "callbacks",
        .object(callbacks.sorted { $0.key < $1.key }.map { ($0.key, JSONValue.integer($0.value)) })
      ),
      ("entries", .array(entries.map(\.json))),
    ]).text
  }
}

extension WatchReport.Entry {
  fileprivate var json: JSONValue {
    .object([("event", event.json), ("effects", .array(effects.map(\.json)))])
  }
}

extension ClockEffect {
  fileprivate var json: JSONValue {
    .object([
      ("timer", .string(timer)), ("callbacks", .integer(callbacks)), ("gap", .number(gap)),
      ("merged", .integer(merged)), ("shift", .number(shift)),
    ])
  }
}
