/// What a kind of timer can be asked; decides which combinations of a matrix have a meaning.
package struct TimerTraits: Hashable, Sendable {
  /// Whether the mechanism takes a leeway or tolerance.
  package var takesLeeway: Bool
  /// Whether it runs on a loop or queue that other work can share (`loop:` and `timers:` loads).
  package var hasLoop: Bool

  /// Creates the traits.
  package init(takesLeeway: Bool, hasLoop: Bool) {
    self.takesLeeway = takesLeeway
    self.hasLoop = hasLoop
  }
}

/// A timer that the kernel or the clock alone keeps, which others are held against: its identifier, the best first.
package enum FloorTimer: String, CaseIterable, Sendable {
  /// A thread that sleeps to absolute deadlines.
  case nanosleep
  /// A periodic timer of the kernel.
  case timerfd
  /// A thread that reads the clock until the deadline: it waits for nothing, so it is no measure of overhead.
  case spin

  /// Whether its thread never waits.
  package var spins: Bool { self == .spin }
}

/// The mechanism that timers of several kinds have in common: their identifiers are its name, or begin with it and a
/// hyphen.
package enum TimerFamily: String, CaseIterable, Hashable, Sendable, Codable {
  /// Foundation's `Timer` on a run loop, and its owner.
  case runloop
  /// `DispatchSourceTimer`, and its owner.
  case dispatch

  /// The family of a timer; `nil` for a kind of its own.
  package init?(timer: String) {
    guard let family = TimerFamily(rawValue: String(timer.prefix { $0 != "-" })) else { return nil }
    self = family
  }
}

extension Cell {
  /// Which floor its timer is; `nil` for one that is measured against them.
  package var floor: FloorTimer? { FloorTimer(rawValue: timer) }
}
