import Timing

/// A kind of timer that can be measured: its name, what it can be asked, and how to make one.
public struct TimerKind: Sendable {
  /// The identifier of the command line and the CSV.
  public let id: String
  /// One line for people.
  public let summary: String
  /// What it can be asked.
  public let traits: TimerTraits
  /// Makes one that has not been started.
  public let make: @Sendable () -> any TimerUnderTest
}

extension TimerKind {
  /// Every kind, in the order in which lists show them.
  public static let all: [TimerKind] = [
    TimerKind(
      id: "runloop", summary: "Foundation Timer on the run loop of a thread of its own, default mode",
      traits: TimerTraits(takesLeeway: true, hasLoop: true), make: { ThreadRunLoopTimers(mode: .default) }),
    TimerKind(
      id: "runloop-common", summary: "the same in the common modes",
      traits: TimerTraits(takesLeeway: true, hasLoop: true), make: { ThreadRunLoopTimers(mode: .common) }),
    TimerKind(
      id: "runloop-main", summary: "Foundation Timer on the main thread's run loop, default mode",
      traits: TimerTraits(takesLeeway: true, hasLoop: true), make: { MainRunLoopTimers() }),
    TimerKind(
      id: "dispatch", summary: "DispatchSourceTimer on a serial queue, monotonic deadlines",
      traits: TimerTraits(takesLeeway: true, hasLoop: true), make: { DispatchTimers(.monotonic) }),
    TimerKind(
      id: "dispatch-strict", summary: "the same with the strict flag",
      traits: TimerTraits(takesLeeway: true, hasLoop: true), make: { DispatchTimers(.strict) }),
    TimerKind(
      id: "dispatch-wall", summary: "the same with wall-clock deadlines, accounted on the monotonic clock",
      traits: TimerTraits(takesLeeway: true, hasLoop: true), make: { DispatchTimers(.wall) }),
    TimerKind(
      id: "nanosleep",
      summary: "the floor: the kernel alone, clock_nanosleep to absolute deadlines, slack 1 ns",
      traits: TimerTraits(takesLeeway: false, hasLoop: false), make: { NanosleepTimers() }),
  ]

  /// The kind with an identifier; `nil` when there is none.
  public static func named(_ id: String) -> TimerKind? {
    all.first { $0.id == id }
  }
}
