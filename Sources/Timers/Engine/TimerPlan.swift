import Foundation

/// A schedule that can be followed.
struct TimerPlan: Sendable {
  /// How long a date may be trusted that a clock or a time zone can move, in nanoseconds.
  private static let trust: Int64 = 900_000_000_000

  /// Seconds: the years 1824 to 2116.
  private static let horizon = 4.6e9

  /// Nanoseconds, 0 for once.
  private(set) var interval: Int64 = 0
  /// Nanoseconds.
  private(set) var tolerance: Int64 = 0
  private let first: TimerSchedule.First
  /// The last date that was served or began the search, in nanoseconds since 1970.
  private var reference: Int64 = 0
  private var isPostponed = false

  init(_ schedule: TimerSchedule) throws(TimerRefusal) {
    first = schedule.first
    guard let tolerance = schedule.tolerance.wholeNanoseconds, tolerance >= 0 else {
      throw .toleranceOutOfRange
    }
    self.tolerance = tolerance
    if let wish = schedule.interval {
      guard let interval = wish.wholeNanoseconds, interval >= 1 else { throw .intervalOutOfRange }
      self.interval = interval
    }
  }

  /// Whether the timer has finished when nothing is armed.
  var endsWhenServed: Bool {
    switch first {
    case .onDemand: false
    case .after, .date, .uptime, .matching: true
    }
  }

  /// The first alarm; `nil` when there is none to wait for.
  mutating func alarm(followsWallClock: Bool) throws(TimerRefusal) -> Alarm? {
    let offset = WallClockOffset.measured(attempts: 20)
    let now = MonotonicClock.now()
    func at(wall: Int64) -> Alarm {
      Alarm(
        clock: followsWallClock ? .wall : .monotonic,
        first: followsWallClock ? wall : wall - offset.offset, interval: interval, tolerance: tolerance)
    }
    switch first {
    case .onDemand: return nil
    case .uptime(let time):
      return Alarm(clock: .monotonic, first: time, interval: interval, tolerance: tolerance)
    case .after(let delay):
      guard let delay = delay.wholeNanoseconds, delay >= 0 else { throw .delayOutOfRange }
      return Alarm(clock: .monotonic, first: now + delay, interval: interval, tolerance: tolerance)
    case .date(let date):
      let since = date.timeIntervalSince1970
      guard since.isFinite else { throw .dateOutOfRange }
      // A date beyond those that can be counted in nanoseconds is as far as one can wait.
      let wall = Int64(max(-Self.horizon, min(Self.horizon, since)) * 1e9)
      return at(wall: wall)
    case .matching:
      reference = offset.wall(now)
      guard let wall = nextMatch(after: reference) else { throw .noSuchDate }
      return alarm(for: wall, at: reference)
    }
  }

  /// Another deadline was given by hand: the date that was worked out does not count.
  mutating func postponed() {
    isPostponed = true
  }

  /// The local date to wait for, as the clock, the zone and the calendar are now; `nil` for a plan without dates.
  var date: Int64? { isPostponed ? nil : nextMatch(after: reference) }

  /// The alarm of a local date: on the wall clock whatever the driver, for it is looked at anew each time it wakes.
  func alarm(for date: Int64, at now: Int64) -> Alarm {
    Alarm(clock: .wall, first: min(date, now + Self.trust), interval: 0, tolerance: tolerance)
  }

  /// The alarm after one that was served, of a plan that has no interval.
  mutating func nextAlarm() -> Alarm? {
    guard case .matching = first else { return nil }
    isPostponed = false
    reference = WallClockOffset.measured(attempts: 1).wall(MonotonicClock.now())
    return date.map { alarm(for: $0, at: reference) }
  }

  /// The first date after another one that matches, both in nanoseconds since 1970.
  func nextMatch(after wall: Int64) -> Int64? {
    // Asked for nothing, a calendar takes every moment for a match.
    guard case .matching(let components, let calendar) = first, components != DateComponents() else {
      return nil
    }
    return calendar.nextDate(
      after: Date(timeIntervalSince1970: Double(wall) / 1e9), matching: components, matchingPolicy: .nextTime
    ).flatMap { Duration.seconds($0.timeIntervalSince1970).wholeNanoseconds }
  }
}
