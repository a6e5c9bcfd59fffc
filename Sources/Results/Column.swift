import Text
import Timing

/// A column of the ticks CSV: its name, which files have it, and the value that it is of a run or of a callback.
///
/// The header, the careful reader and the check of `docs/csv.md` follow from ``all``; what is written and read fast,
/// ``RowBuffer`` and ``RowScanner``, is checked against it. A new column is one line here, behind the others, and its
/// value; it is written and read by this table, and fast once those two know it.
struct Column: Sendable {
  let name: String
  let presence: Presence
  let content: Content

  enum Presence: Sendable {
    /// Every file has it.
    case always
    /// Files have it that were written since it was added.
    case added
    /// Traced recordings have it, with all others of the kind; a row has all of them or leaves all empty.
    case traced
  }

  enum Content: Sendable {
    /// A text of the run, the same in all of its rows.
    case label(get: @Sendable (PlannedRun) -> String, set: @Sendable (inout PlannedRun, String) -> Void)
    /// A number of the run; empty where `nil`, which `isOptional` allows.
    case ofRun(
      Numbers, isOptional: Bool, get: @Sendable (PlannedRun) -> Int64?,
      set: @Sendable (inout PlannedRun, Int64) -> Void)
    /// A number of the callback; empty where `nil`.
    case ofRow(Numbers, get: @Sendable (Tick) -> Int64?, set: @Sendable (inout Tick, Int64) -> Void)
  }

  /// What a number can be.
  struct Numbers: Sendable {
    let range: ClosedRange<Int64>
    /// The range in words.
    let words: String

    /// A time.
    static let time = Numbers(range: 1 - RunCursor.bound...RunCursor.bound - 1, words: "within ±2^62")
    static let traceTime = Numbers(range: time.range, words: "within ±2^62, or all four empty")

    /// A length or count.
    static func from(_ least: Int64) -> Numbers {
      Numbers(range: least...RunCursor.bound - 1, words: "at least \(least) and below 2^62")
    }

    static func through(_ most: Int64, from least: Int64 = 0) -> Numbers {
      Numbers(range: least...most, words: most == 1 ? "0 or 1" : "\(least) to \(most)")
    }
  }

  private static func label(
    _ name: String, get: @escaping @Sendable (PlannedRun) -> String,
    set: @escaping @Sendable (inout PlannedRun, String) -> Void
  ) -> Column {
    Column(name: name, presence: .always, content: .label(get: get, set: set))
  }

  private static func run(
    _ name: String, _ numbers: Numbers, _ presence: Presence = .always, isOptional: Bool = false,
    get: @escaping @Sendable (PlannedRun) -> Int64?,
    set: @escaping @Sendable (inout PlannedRun, Int64) -> Void
  ) -> Column {
    Column(
      name: name, presence: presence, content: .ofRun(numbers, isOptional: isOptional, get: get, set: set))
  }

  private static func row(
    _ name: String, _ numbers: Numbers, _ presence: Presence = .always,
    get: @escaping @Sendable (Tick) -> Int64?, set: @escaping @Sendable (inout Tick, Int64) -> Void
  ) -> Column {
    Column(name: name, presence: presence, content: .ofRow(numbers, get: get, set: set))
  }
}

extension Column {
  private static let mostRuns: Int64 = 0x7FFF_FFFF
  private static let mostSources = Int64(RunCursor.mostSources)

  /// All columns, in the order in which they are written.
  static let all: [Column] = [
    run("run", .through(mostRuns), get: { Int64($0.index) }, set: { $0.index = Int($1) }),
    label("timer", get: { $0.cell.timer }, set: { $0.cell.timer = $1 }),
    run(
      "interval_ns", .from(1), get: { $0.cell.interval.count }, set: { $0.cell.interval = Nanoseconds($1) }),
    run(
      "leeway_ns", .from(0), isOptional: true, get: { $0.cell.leeway?.count },
      set: { $0.cell.leeway = Nanoseconds($1) }),
    label("load", get: { $0.cell.load.label }, set: { $0.cell.load = CellLoad(label: $1) }),
    run("repetition", .through(mostRuns), get: { Int64($0.repetition) }, set: { $0.repetition = Int($1) }),
    row("source", .through(mostSources - 1), get: { Int64($0.source) }, set: { $0.source = Int32($1) }),
    row(
      "warmup", .through(2), get: { $0.warmup ? 1 : $0.event ? 2 : 0 },
      set: { ($0.warmup, $0.event) = ($1 == 1, $1 == 2) }),
    row("slot", .from(0), get: { $0.slot }, set: { $0.slot = $1 }),
    row("deadline_ns", .time, get: { $0.deadline }, set: { $0.deadline = $1 }),
    row("callback_ns", .time, get: { $0.callback }, set: { $0.callback = $1 }),
    // Follows from the two before it; the reader holds it against them.
    row("lateness_ns", .time, get: { $0.callback &- $0.deadline }, set: { _, _ in }),
    row("handler_ns", .from(0), get: { $0.handler }, set: { $0.handler = $1 }),
    row("fired", .from(1), get: { $0.fired }, set: { $0.fired = $1 }),
    row("missed", .from(0), get: { $0.missed }, set: { $0.missed = $1 }),
    row("blocked_ns", .from(0), get: { $0.blocked }, set: { $0.blocked = $1 }),
    run(
      "timers", .through(mostSources, from: 1), .added, get: { Int64($0.cell.timers) },
      set: { $0.cell.timers = Int($1) }),
    row("armed_ns", .traceTime, .traced, get: { $0.attribution?.armed }, set: { $0.attribution?.armed = $1 }),
    row(
      "expired_ns", .traceTime, .traced, get: { $0.attribution?.expired },
      set: { $0.attribution?.expired = $1 }),
    row("woken_ns", .traceTime, .traced, get: { $0.attribution?.woken }, set: { $0.attribution?.woken = $1 }),
    row(
      "running_ns", .traceTime, .traced, get: { $0.attribution?.running },
      set: { $0.attribution?.running = $1 }),
  ]

  /// The columns that only this table knows: those behind the last one that is written and read fast.
  static let extras = Array(all.drop { $0.name != "running_ns" }.dropFirst())

  /// The columns of a file that is written, in order.
  static func written(traced: Bool) -> [Column] { all.filter { traced || $0.presence != .traced } }

  /// The text of the column in every row of a run; `nil` for one that tells of the callback.
  /// - Parameter quoting: makes a field of a label.
  func text(of run: PlannedRun, quoting: (String) -> String = CSV.field) -> String? {
    switch content {
    case .label(let get, _): quoting(get(run))
    case .ofRun(_, _, let get, _): get(run).map { "\($0)" } ?? ""
    case .ofRow: nil
    }
  }
}
