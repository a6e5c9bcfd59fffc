import Dispatch
import Foundation
import Timers
import UnderTest

/// The one pace of the experiments: coarse enough for a loaded machine, short enough for the whole table.
enum Pace {
  /// Nanoseconds between deadlines.
  static let interval: Int64 = 20_000_000
  /// The same in seconds.
  static let seconds = Double(interval) / 1e9
  /// The same for Dispatch.
  static let dispatch = DispatchTimeInterval.nanoseconds(Int(interval))
  /// How long an experiment waits for what must come, in nanoseconds.
  static let patience: Int64 = 4_000_000_000
  /// The same for a process of its own, which a busy machine may take seconds to start.
  static let processPatience: Int64 = 40_000_000_000
  /// How many intervals without a callback are taken for never.
  static let silence: Double = 7
  /// The part of an interval that is taken for early: conversions between clocks cost less.
  static let earliness = 0.02

  /// Nanoseconds in a number of intervals.
  static func nanoseconds(_ intervals: Double) -> Int64 { Int64(intervals * Double(interval)) }

  /// The date in a number of intervals.
  static func date(in intervals: Double) -> Date { Date(timeIntervalSinceNow: intervals * seconds) }

  /// The monotonic time in a number of intervals.
  static func time(in intervals: Double) -> Int64 { MonotonicClock.now() + nanoseconds(intervals) }
}

extension SourceTimer.Deadline {
  /// A monotonic time in nanoseconds.
  static func at(_ nanoseconds: Int64) -> SourceTimer.Deadline {
    .monotonic(DispatchTime(monotonic: nanoseconds))
  }
}

/// A number of intervals or slots for evidence, with two decimals at most.
func decimal(_ value: Double) -> String {
  guard value.isFinite else { return "\(value)" }
  let hundredths = (value * 100).rounded()
  guard hundredths.magnitude < 1e15 else { return "\(value)" }
  let (whole, rest) = Int(hundredths.magnitude).quotientAndRemainder(dividingBy: 100)
  let sign = hundredths < 0 ? "-" : ""
  if rest == 0 { return "\(sign)\(whole)" }
  return "\(sign)\(whole).\(rest % 10 == 0 ? "\(rest / 10)" : rest < 10 ? "0\(rest)" : "\(rest)")"
}

/// A count with its noun.
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
