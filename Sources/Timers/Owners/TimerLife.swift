/// Where a timer is in its life: idle → running ⇄ suspended → ended.
public enum TimerState: Hashable, Sendable {
  /// Not started.
  case idle
  /// Started: callbacks come.
  case running
  /// Started, callbacks are held back.
  case suspended
  /// Over for good. A new life is a new timer.
  case ended(TimerEnd)
}

/// Why a timer ended.
public enum TimerEnd: String, CaseIterable, Hashable, Sendable {
  /// Somebody stopped it.
  case stopped
  /// Its owner, or the bag that held it, went away.
  case ownerGone
  /// Its target went away.
  case targetGone
  /// It had fired once, as it was asked to.
  case finished
}

/// Why a timer does not do what it was asked for.
public enum TimerRefusal: String, Error, CaseIterable, Hashable, Sendable {
  /// It runs already; ``TimerOwner/reschedule(_:)`` gives it another schedule.
  case alreadyStarted
  /// It has not been started.
  case notStarted
  /// It has ended, and does not begin again: make a new one.
  case ended
  /// The interval is below 1 ns or above 146 years.
  case intervalOutOfRange
  /// The delay is negative or above 146 years.
  case delayOutOfRange
  /// The tolerance is negative or above 146 years.
  case toleranceOutOfRange
  /// The date is not a number, or infinite.
  case dateOutOfRange
  /// No date will ever match.
  case noSuchDate
}

/// The answer of a timer to a wish: done, or why not.
public enum TimerAnswer: Hashable, Sendable {
  /// It does as asked.
  case accepted
  /// Nothing has changed.
  case refused(TimerRefusal)

  /// Whether it does as asked.
  public var isAccepted: Bool { self == .accepted }
}
