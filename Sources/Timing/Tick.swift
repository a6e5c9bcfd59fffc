/// One callback, accounted for: a row of the CSV.
///
/// Times are nanoseconds since the run's epoch (the deadline of slot 0 of source 0).
package struct Tick: Hashable, Sendable {
  /// The timer's index when several run at once, from 0.
  package var source: Int32
  /// Whether the callback came in the warm-up, whose rows are kept but not analysed.
  package var warmup: Bool
  /// Whether the lateness belongs to a clock event (``ClockRecord/touches(deadline:callback:wallDeadlines:)``): such
  /// rows are kept but not analysed.
  package var event: Bool
  /// The first slot this callback stands for, from 0.
  package var slot: Int64
  /// The deadline of that slot.
  package var deadline: Int64
  /// The first clock read in the timer's handler.
  package var callback: Int64
  /// How long the load held the handler after that read; 0 where the load gives the handler no work.
  package var handler: Int64
  /// How many deadlines the callback stands for, at least 1.
  package var fired: Int64
  /// How many slots before this callback got no callback at all.
  package var missed: Int64
  /// The part of `deadline ..< callback` in which the timer's own loop was known to be busy.
  package var blocked: Int64
  /// Where the lateness comes from; `nil` in a recording without tracing, and where the trace does not tell.
  package var attribution: Attribution?

  /// Creates a row from its columns.
  @inlinable package init(
    source: Int32 = 0, warmup: Bool = false, event: Bool = false, slot: Int64, deadline: Int64,
    callback: Int64,
    handler: Int64 = 0, fired: Int64 = 1, missed: Int64 = 0, blocked: Int64 = 0,
    attribution: Attribution? = nil
  ) {
    self.source = source
    self.warmup = warmup
    self.event = event
    self.slot = slot
    self.deadline = deadline
    self.callback = callback
    self.handler = handler
    self.fired = fired
    self.missed = missed
    self.blocked = blocked
    self.attribution = attribution
  }

  /// Callback minus deadline; negative when early.
  package var lateness: Int64 { callback - deadline }
  /// Whether it counts in the figures: it came after the warm-up, and its lateness belongs to no clock event.
  package var isMeasured: Bool { !warmup && !event }
  /// Pending deadlines that were folded into this callback: `fired − 1`.
  package var merged: Int64 { fired - 1 }
  /// What the system itself cost: lateness without the loop's own blocking.
  package var latency: Int64 { lateness - blocked }
}
