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
    let lead = RunWindow.lead(cell: cell, neighbours: neighbours)
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

  /// The time from the start to the first deadline: an interval, but at least 20 ms, which a busy machine may
  /// need to start a thread, and 20 µs a timer.
  static func lead(cell: Cell, neighbours: Int) -> Int64 {
    max(cell.interval.count, 20_000_000 + 20_000 * Int64(cell.timers + neighbours))
  }

  /// How many records a second the run may store: callbacks and blocks of load.
  var recordsPerSecond: Double {
    Double(measured) * 1e9 / Double(schedules[0].interval)
  }
}

extension PlannedRun {
  /// How long the run will take if nothing holds it up, in nanoseconds.
  func expectedLength(length: RunLength, warmup: Nanoseconds) -> Int64 {
    let lead = RunWindow.lead(cell: cell, neighbours: 0)
    switch length {
    case .duration(let duration): return lead + warmup.count + duration.count
    case .count(let count): return lead + warmup.count + cell.interval.count * Int64(count / cell.timers)
    }
  }
}
