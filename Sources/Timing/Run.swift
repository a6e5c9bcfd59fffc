/// A run as planned: its cell and its place in the order.
package struct PlannedRun: Hashable, Sendable, Codable {
  /// The position in the order in which runs are measured, from 0.
  package var index: Int
  /// What is measured.
  package var cell: Cell
  /// Which repetition of the cell this is, from 0.
  package var repetition: Int

  /// Creates a planned run.
  package init(index: Int, cell: Cell, repetition: Int) {
    self.index = index
    self.cell = cell
    self.repetition = repetition
  }

  private enum CodingKeys: String, CodingKey {
    case index = "run"
    case timer
    case interval = "interval_ns"
    case leeway = "leeway_ns"
    case load, timers, repetition
  }

  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    index = try fields.decode(Int.self, forKey: .index)
    repetition = try fields.decode(Int.self, forKey: .repetition)
    cell = Cell(
      timer: try fields.decode(String.self, forKey: .timer),
      interval: Nanoseconds(try fields.decode(Int64.self, forKey: .interval)),
      leeway: try fields.decodeIfPresent(Int64.self, forKey: .leeway).map { Nanoseconds($0) },
      load: try fields.decode(String.self, forKey: .load),
      timers: try fields.decode(Int.self, forKey: .timers))
  }

  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(index, forKey: .index)
    try fields.encode(cell.timer, forKey: .timer)
    try fields.encode(cell.interval.count, forKey: .interval)
    try fields.encodeIfPresent(cell.leeway?.count, forKey: .leeway)
    try fields.encode(cell.load.label, forKey: .load)
    try fields.encode(cell.timers, forKey: .timers)
    try fields.encode(repetition, forKey: .repetition)
  }
}

/// What is known of a run once it has ended; unknown values are `nil`, never 0.
package struct RunFacts: Hashable, Sendable, Codable {
  /// How a run ended.
  package enum Status: String, Hashable, Sendable, Codable {
    /// As planned.
    case complete
    /// By a signal; what was measured is kept.
    case interrupted
    /// The figures cannot be trusted or do not exist; ``RunFacts/problem`` says why.
    case failed
  }

  /// How the run ended.
  package var status: Status
  /// The sentence that explains a failed run.
  package var problem: String?
  /// The monotonic time of the run's epoch (deadline of slot 0 of timer 0), in nanoseconds.
  package var epoch: Int64
  /// The end of the run in nanoseconds since the epoch; negative when it ended before the first deadline.
  package var end: Int64
  /// Deadlines at or before the end, over all timers: `fired + missed + lost + pending`.
  package var slots: Int64
  /// Deadlines that callbacks stood for.
  package var fired: Int64
  /// Slots passed over without a callback.
  package var missed: Int64
  /// Deadlines that had passed at the end and that no callback had served yet.
  package var pending: Int64
  /// Callbacks stored, warm-up included: the run's rows.
  package var callbacks: Int64
  /// Callbacks of the warm-up.
  package var warmup: Int64
  /// Callbacks that found the recorder full and were not stored.
  package var dropped: Int64
  /// Slots of those callbacks; `nil` while none was dropped.
  package var lost: Int64?
  /// The share of time the load was asked to hold the loop, 0 …, above 1 for callbacks that take longer than the
  /// interval; `nil` for a load that does not.
  package var requestedOccupancy: Double?
  /// The share of time blocks and handlers of the load did hold the loop; `nil` for a load that does not.
  package var achievedOccupancy: Double?
  /// What went short with the load, such as a command that died early; `nil` when nothing did.
  package var loadProblem: String?
  /// The leeway the mechanism reads back, in nanoseconds; `nil` where it cannot be read.
  package var effectiveLeeway: Int64?
  /// The width of the wall-to-monotonic bracket in nanoseconds; `nil` for a timer without a wall clock.
  package var wallBracket: Int64?
  /// Callbacks whose fire date named a slot that could no longer be; `nil` where the mechanism names no date.
  package var rejectedFireDates: Int64?
  /// Median of the mechanism's own slot time minus the grid, in nanoseconds; `nil` where it names none.
  package var gridOffset: Int64?
  /// CPU time of the whole process during the run, in nanoseconds.
  package var cpu: Int64?
  /// Context switches of the whole process that it asked for.
  package var voluntarySwitches: Int64?
  /// Context switches of the whole process that the kernel forced.
  package var involuntarySwitches: Int64?
  /// The most memory the process had at once, in bytes: during the run where the system can begin anew (Linux), else
  /// up to its end.
  package var peakMemory: Int64?
  /// What the threads that waited for the deadlines were granted of real-time settings; `nil` when none were asked for.
  package var realtime: RunRealtime?
  /// Kernel events that tracing lost; rows of that time are not attributed. `nil` for a run that was not traced.
  package var traceLost: Int64?
  /// The condition that ended the run early, such as `lateness>5ms`; `nil` when none did.
  package var stoppedBy: String?

  /// Times in which the process was stopped, the first hundred; `nil` when there were none.
  package var pauses: [RunPause]?
  /// How often and by how much the wall clock was set, times since the epoch; `nil` when it was not. With ``sleep`` no
  /// more than ``ClockRecord/mostEvents``.
  package var clockSet: [ClockEvent]?
  /// When and how long the system slept, times since the epoch; `nil` when it did not.
  package var sleep: [ClockEvent]?
  /// Which clock the timer's deadlines are times of: `wall`, or `nil` for the monotonic one.
  package var deadlineClock: DeadlineClock?
  /// Measured callbacks whose lateness belongs to one of these events; `nil` when there were none.
  package var eventful: Int64?

  /// A clock that deadlines are times of.
  package enum DeadlineClock: String, Hashable, Sendable, Codable {
    /// The wall clock: a step of it and a sleep move the deadlines.
    case wall
  }

  /// Whether deadlines that were pending at the end were so because of an event: they are times of a clock that was
  /// moved, or had become due since.
  package func pendingBelongsToEvent(interval: Int64) -> Bool {
    let events = clockEvents
    if deadlineClock == .wall { return !events.isEmpty }
    let (waiting, overflow) = pending.multipliedReportingOverflow(by: max(1, interval))
    let since = overflow ? Int64.min : end.subtractingReportingOverflow(waiting).partialValue
    return events.contains { $0.before >= since }
  }

  /// All that happened to the clocks, in order.
  package var clockEvents: [ClockEvent] {
    ((clockSet ?? []) + (sleep ?? [])).sorted { ($0.after, $0.before) < ($1.after, $1.before) }
  }

  /// Creates the facts of a run from its accounting; the rest is unknown until set.
  package init(
    status: Status, problem: String? = nil, epoch: Int64, end: Int64, slots: Int64, fired: Int64,
    missed: Int64, pending: Int64, callbacks: Int64, warmup: Int64, dropped: Int64
  ) {
    self.status = status
    self.problem = problem
    self.epoch = epoch
    self.end = end
    self.slots = slots
    self.fired = fired
    self.missed = missed
    self.pending = pending
    self.callbacks = callbacks
    self.warmup = warmup
    self.dropped = dropped
  }

  private enum CodingKeys: String, CodingKey {
    case status, problem
    case epoch = "epoch_monotonic_ns"
    case end = "end_ns"
    case slots, fired, missed, pending, callbacks, warmup, dropped, lost
    case requestedOccupancy = "requested_occupancy"
    case achievedOccupancy = "achieved_occupancy"
    case loadProblem = "load_problem"
    case effectiveLeeway = "effective_leeway_ns"
    case wallBracket = "wall_bracket_ns"
    case rejectedFireDates = "rejected_fire_dates"
    case gridOffset = "grid_offset_ns"
    case cpu = "cpu_ns"
    case voluntarySwitches = "voluntary_switches"
    case involuntarySwitches = "involuntary_switches"
    case peakMemory = "max_rss_bytes"
    case realtime
    case traceLost = "trace_lost_events"
    case stoppedBy = "stopped_by"
    case pauses
    case clockSet = "clock_set"
    case sleep
    case deadlineClock = "deadline_clock"
    case eventful = "event_callbacks"
  }
}

/// A measured run: what was planned, every callback, and how it ended.
package struct Run: Hashable, Sendable {
  /// What was measured.
  package var planned: PlannedRun
  /// The callbacks in the order they came, warm-up included.
  package var ticks: [Tick]
  /// How it ended; `nil` when the file breaks off before the run's end.
  package var facts: RunFacts?

  /// Creates a run.
  package init(planned: PlannedRun, ticks: [Tick], facts: RunFacts?) {
    self.planned = planned
    self.ticks = ticks
    self.facts = facts
  }
}

/// Everything one invocation measured: what a CSV holds, and all that analysis sees.
package struct Recording: Hashable, Sendable {
  /// How a recording ended; the `status` of the CSV's last line.
  package enum Status: String, Hashable, Sendable {
    /// Every planned run is there.
    case complete
    /// A signal ended it; finished runs are there.
    case interrupted
    /// At least one run failed.
    case failed
    /// The file breaks off: it has no last line.
    case truncated
  }

  /// The machine, the system and the program.
  package var environment: Environment
  /// The runs in the order they were measured.
  package var runs: [Run]
  /// How it ended.
  package var status: Status

  /// Creates a recording.
  package init(environment: Environment, runs: [Run], status: Status) {
    self.environment = environment
    self.runs = runs
    self.status = status
  }
}
