/// What became of one tick, told after its handler has returned.
public struct TickRecord: Sendable {
  /// Its deadline, callback and number of deadlines.
  public let tick: TimerTick
  /// How long the handler took: from the callback to its return.
  public let handlerDuration: Duration
  /// How many ticks then waited for asynchronous work.
  public let backlog: Int
}

/// What a timer has done so far, in constant memory, without a line for each tick.
public struct TimerStatistics: Sendable {
  /// Callbacks, those by hand included.
  public private(set) var ticks = 0
  /// Deadlines that callbacks stood for.
  public private(set) var deadlines = 0
  /// Deadlines that got no callback of their own.
  public private(set) var skipped = 0
  /// The most ticks that waited for asynchronous work after a callback.
  public private(set) var longestBacklog = 0
  /// How late callbacks came after their deadlines; those by hand do not count.
  public private(set) var lateness = DurationHistogram()
  /// How long handlers took.
  public private(set) var handlers = DurationHistogram()

  mutating func add(_ tick: TimerTick, took: Int64, backlog: Int) {
    ticks += 1
    deadlines += tick.fired
    skipped += tick.skipped
    longestBacklog = max(longestBacklog, backlog)
    if !tick.isByHand { lateness.add(tick.callback - tick.deadline) }
    handlers.add(took)
  }
}

/// Counts of durations in classes a quarter of a power of two wide: what is told of them is true to 25 %.
public struct DurationHistogram: Sendable {
  // Classes 0 … 3 hold that many nanoseconds, later ones four to each power of two.
  private var classes = [Int](repeating: 0, count: 4 * 62)
  /// How many were counted.
  public private(set) var count = 0

  mutating func add(_ nanoseconds: Int64) {
    classes[Self.index(max(0, nanoseconds))] += 1
    count += 1
  }

  /// The duration that a share of all do not exceed, rounded up to the end of its class; `nil` of none.
  /// - Parameter share: 0 … 1; beyond, the nearer of both.
  public func quantile(_ share: Double) -> Duration? {
    guard count > 0 else { return nil }
    let rank = max(1, min(count, Int((max(0, min(1, share)) * Double(count)).rounded(.up))))
    var passed = 0
    for (index, number) in classes.enumerated() {
      passed += number
      if passed >= rank { return .nanoseconds(Self.last(index)) }
    }
    return nil
  }

  private static func index(_ value: Int64) -> Int {
    guard value >= 4 else { return Int(value) }
    let exponent = 63 - value.leadingZeroBitCount
    return (exponent - 1) * 4 + Int(value >> (exponent - 2)) - 4
  }

  /// The longest duration of a class.
  private static func last(_ index: Int) -> Int64 {
    guard index >= 4 else { return Int64(index) }
    let (exponent, quarter) = (index / 4 + 1, index % 4)
    return Int64((UInt64(quarter + 5) << UInt64(exponent - 2)) - 1)
  }
}
