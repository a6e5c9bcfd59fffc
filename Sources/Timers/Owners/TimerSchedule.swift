import Foundation

/// When a timer fires: a first deadline, an interval or none, and a tolerance.
///
/// All lengths are a `Duration`; nobody has to add seconds to a `Date`. A schedule may hold any value: the timer that
/// is to follow it refuses what cannot be followed (``TimerRefusal``), and nothing traps.
public struct TimerSchedule: Hashable, Sendable {
  enum First: Hashable, Sendable {
    case after(Duration)
    case date(Date)
    case uptime(Int64)
    case matching(DateComponents, Calendar)
    case onDemand
  }

  let first: First
  let interval: Duration?
  let tolerance: Duration

  /// Every interval, the first time one interval from the start, or `delay` from it.
  /// - Parameters:
  ///   - interval: the distance between deadlines, at least 1 ns. Deadlines stay on their grid: nothing drifts.
  ///   - delay: from the start to the first deadline, zero or more.
  ///   - tolerance: how much a callback may come after its deadline so that wakeups can be shared; never before it.
  public static func every(
    _ interval: Duration, after delay: Duration? = nil, tolerance: Duration = .zero
  ) -> TimerSchedule {
    TimerSchedule(first: .after(delay ?? interval), interval: interval, tolerance: tolerance)
  }

  /// Every interval from a date on. A date in the past calls at once, for the deadlines that have passed.
  ///
  /// A ``DispatchTimer`` follows when the wall clock is set; the others work out the monotonic time when they start.
  public static func every(
    _ interval: Duration, from date: Date, tolerance: Duration = .zero
  ) -> TimerSchedule {
    TimerSchedule(first: .date(date), interval: interval, tolerance: tolerance)
  }

  /// Once, after a delay of zero or more.
  public static func once(after delay: Duration, tolerance: Duration = .zero) -> TimerSchedule {
    TimerSchedule(first: .after(delay), interval: nil, tolerance: tolerance)
  }

  /// Once, at a date; at once when it has passed.
  public static func once(at date: Date, tolerance: Duration = .zero) -> TimerSchedule {
    TimerSchedule(first: .date(date), interval: nil, tolerance: tolerance)
  }

  /// Each time the local date matches the components, such as `DateComponents(hour: 0)` at the next local day.
  ///
  /// The next date is worked out anew before each callback and every quarter of an hour: a clock that is set, a change
  /// of time zone or of summer time moves it.
  public static func matching(
    _ components: DateComponents, in calendar: Calendar = .autoupdatingCurrent, tolerance: Duration = .zero
  ) -> TimerSchedule {
    TimerSchedule(first: .matching(components, calendar), interval: nil, tolerance: tolerance)
  }

  /// Only when ``TimerOwner/postpone(_:)`` says so, once each time: a debounce.
  public static func onDemand(tolerance: Duration = .zero) -> TimerSchedule {
    TimerSchedule(first: .onDemand, interval: nil, tolerance: tolerance)
  }

  /// Every `interval` nanoseconds from a time of ``MonotonicClock`` on.
  package static func every(_ interval: Int64, fromUptime first: Int64, tolerance: Int64) -> TimerSchedule {
    TimerSchedule(
      first: .uptime(first), interval: .nanoseconds(interval), tolerance: .nanoseconds(tolerance))
  }
}

extension Duration {
  /// Whole nanoseconds, rounded down; `nil` beyond about 146 years.
  var wholeNanoseconds: Int64? {
    let limit: Int64 = 4_600_000_000
    let (seconds, attoseconds) = components
    guard seconds > -limit, seconds < limit else { return nil }
    return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
  }
}

extension TimerSchedule: CustomStringConvertible {
  /// One line for people. (`Date` itself traps when one that is not a number is printed.)
  public var description: String {
    var words = [interval.map { "every \($0)" } ?? "once"]
    switch first {
    case .after(let delay): words.append("after \(delay)")
    case .date(let date): words.append("from \(date.timeIntervalSince1970) s since 1970")
    case .uptime(let time): words.append("from \(time) ns")
    case .matching(let components, let calendar): words = ["each \(components) of \(calendar.identifier)"]
    case .onDemand: words = ["on demand"]
    }
    return words.joined(separator: " ") + (tolerance == .zero ? "" : ", tolerance \(tolerance)")
  }
}
