import CClock

/// The one clock of deadlines and callbacks: Linux `CLOCK_MONOTONIC`, Darwin `CLOCK_UPTIME_RAW`.
public enum MonotonicClock {
  /// The time in nanoseconds since a fixed moment before the start of the process; about 20 ns to read.
  @inline(__always)
  public static func now() -> Int64 {
    platform_monotonic_ns()
  }
}

/// Where the wall clock stood against the monotonic clock at one moment.
public struct WallClockOffset: Hashable, Sendable {
  /// Wall time (nanoseconds since 1970) minus monotonic time.
  public let offset: Int64
  /// How long the two monotonic reads around the wall read took: the offset is true to half of it.
  public let bracket: Int64

  /// Reads the wall clock between two monotonic reads `attempts` times and keeps the tightest.
  public static func measured(attempts: Int = 200) -> WallClockOffset {
    var best = WallClockOffset(offset: 0, bracket: .max)
    for _ in 0..<attempts {
      let before = MonotonicClock.now()
      let wall = platform_wall_ns()
      let bracket = MonotonicClock.now() - before
      if bracket < best.bracket {
        best = WallClockOffset(offset: wall - (before + bracket / 2), bracket: bracket)
      }
    }
    return best
  }

  /// The wall time of a monotonic time, in nanoseconds since 1970.
  public func wall(_ monotonic: Int64) -> Int64 {
    monotonic + offset
  }
}
