import Timing

/// How far a program that counts the callbacks of a timer is behind, callback by callback: the time since the deadline of
/// the timer's first callback, less the callbacks after it × the interval.
///
/// Between two callbacks of a timer it grows by what ``CountDrift`` says of them.
struct CountLag: Sendable {
  private let interval: Int64
  /// Deadlines of each timer that no callback was counted for; the timer that called last apart, since mostly it is next.
  private var others: [Int32: Int64] = [:]
  private var source: Int32 = 0
  private var uncounted: Int64?

  init(interval: Int64) { self.interval = interval }

  /// Adds the next callback of a run; gives how far its timer's count is behind, in nanoseconds.
  mutating func add(_ tick: Tick) -> Int64 {
    if tick.source != source {
      others[source] = uncounted
      (source, uncounted) = (tick.source, others[tick.source])
    }
    let passed = uncounted.map { $0.addingSaturated(tick.missed) } ?? 0
    uncounted = passed.addingSaturated(tick.merged)
    return passed.multipliedSaturated(by: interval).addingSaturated(
      tick.callback.subtractingSaturated(tick.deadline))
  }
}
