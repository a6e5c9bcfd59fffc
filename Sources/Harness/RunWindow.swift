import Timing

/// When one run begins, warms up and ends: everything that is decided before its first callback.
struct RunWindow {
  /// The grids of the timers under test, then those of their neighbours.
  let schedules: [Schedule]
  /// How many of the schedules are measured.
  let measured: Int
  /// Callbacks before this monotonic time are warm-up.
  let warmupEnd: Int64
  /// The monotonic time at which the run ends; `nil` when a count ends it.
  let end: Int64?
  /// How many measured callbacks end the run; `nil` when the time ends it.
  let count: Int?

  /// Lays out a run that is started at the monotonic time `now`.
  ///
  /// The first deadline lies an interval ahead, or as long as it takes to set up the timers. Warm-up and duration
  /// are rounded to whole slots; the run ends half an interval after its last deadline, which leaves that one time
  /// to be served. A duration shorter than the interval has no deadline in it, and ends on time.
  init(cell: Cell, neighbours: Int, length: RunLength, warmup: Nanoseconds, now: Int64) {
    let interval = cell.interval.count
    let lead = cell.lead(neighbours: neighbours)
    let first = now + lead
    let others = Schedule.phased(first: first + interval / 2, interval: interval, count: max(neighbours, 1))
    schedules =
      Schedule.phased(first: first, interval: interval, count: cell.timers)
      + others.prefix(neighbours)
    measured = cell.timers
    let warmupSlots = (warmup.count + interval - 1) / interval
    warmupEnd = warmupSlots == 0 ? .min : first + warmupSlots * interval - interval / 2
    switch length {
    case .count(let limit):
      count = limit
      end = nil
    case .duration(let duration):
      count = nil
      let slots = duration.count / interval
      end =
        slots == 0
        ? now + warmup.count + duration.count
        : first + (warmupSlots + slots) * interval - interval / 2
    }
  }

  /// How many records a second the run may store: callbacks and blocks of load.
  var recordsPerSecond: Double {
    Double(measured) * 1e9 / Double(schedules[0].interval)
  }

  /// Room for all records of the run, or where that is less for what 8 s bring: the drain empties it every second.
  func capacity(under load: Load, length: RunLength, warmup: Nanoseconds) -> Int {
    let blocks: Double = if case .loop(_, let block) = load { 1e9 / Double(block.count) } else { 0 }
    let rate = recordsPerSecond + blocks
    let records: Double =
      switch length {
      case .duration(let duration): rate * (duration.seconds + warmup.seconds)
      case .count(let count): Double(count) * rate / recordsPerSecond + rate * warmup.seconds
      }
    let room = min(1.25 * records + 1_024, max(8 * rate, 65_536))
    return Int(min(room, 4_194_304))
  }

  /// How long no callback may come before a run that waits for a count is given up, in nanoseconds.
  /// - Parameter handler: how long the load holds each callback, in nanoseconds.
  func patience(handler: Int64) -> Int64? {
    count == nil ? nil : 10_000_000_000 + 10 * max(schedules[0].interval, handler)
  }
}
