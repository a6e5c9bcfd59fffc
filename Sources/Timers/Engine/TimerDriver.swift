/// What wakes a timer up: a run loop, a Dispatch source or a thread of its own. It calls ``TimerCore/wake()``.
protocol TimerDriver: AnyObject, Sendable {
  /// Whether a date stays a date: the system fires it by the wall clock, also when that is set.
  var followsWallClock: Bool { get }
  /// Whether it may wake up a little before a deadline.
  var mayBeEarly: Bool { get }
  /// Replaces what was armed before. Never called twice at once.
  func arm(_ alarm: Alarm, for core: TimerCore)
  /// Calls no more, but for a call that has begun; may be armed again.
  func disarm()
  /// The same for good.
  func end()
  /// Runs work where callbacks run, after those that wait there.
  func perform(_ work: @escaping @Sendable () -> Void)
}

/// What a driver is to wake up at.
struct Alarm: Sendable {
  /// The clock of ``first``.
  enum Clock: Sendable { case monotonic, wall }

  var clock: Clock
  /// Nanoseconds of the clock.
  var first: Int64
  /// Nanoseconds, or 0 for once.
  var interval: Int64
  /// Nanoseconds.
  var tolerance: Int64

  /// The time on its clock, given the monotonic time.
  func now(_ monotonic: Int64) -> Int64 {
    clock == .monotonic ? monotonic : WallClockOffset.measured(attempts: 1).wall(monotonic)
  }

  /// How many deadlines lie at or before `time` of its clock.
  func elapsed(at time: Int64) -> Int64 {
    if time < first { return 0 }
    return interval == 0 ? 1 : (time - first) / interval + 1
  }

  /// The deadline of slot `slot`; far away where the clock ends.
  func deadline(_ slot: Int64) -> Int64 {
    let (product, overflow) = slot.multipliedReportingOverflow(by: interval)
    let (sum, second) = first.addingReportingOverflow(product)
    return overflow || second ? .max : sum
  }
}
