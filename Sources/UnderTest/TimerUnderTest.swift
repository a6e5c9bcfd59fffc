import Timing

/// What every callback is handed to: the recorder.
package protocol FiringReceiver: AnyObject, Sendable {
  /// Called first thing in the timer's callback, on the timer's own loop or queue, never twice at once.
  /// - Parameters:
  ///   - source: the timer's index, from 0.
  ///   - callback: the monotonic time of the callback.
  ///   - evidence: what the mechanism says of the slot; see ``TimerUnderTest/evidence``.
  ///   - fired: how many deadlines the callback stands for.
  func receive(source: Int32, callback: Int64, evidence: Int64, fired: Int32)
}

/// A mechanism that is measured: one or more periodic timers of a kind on one serial loop or queue.
///
/// Started once, stopped once. A new kind is a file with this protocol and a line in ``TimerKind/all``.
package protocol TimerUnderTest: AnyObject, Sendable {
  /// How the evidence that the receiver gets names a slot.
  var evidence: SlotEvidence { get }
  /// Whether its deadlines are times of the wall clock, which move when that is set or the system sleeps.
  var wallDeadlines: Bool { get }

  /// Starts a timer a schedule, and returns when all of them are waiting for their first deadline.
  /// - Parameters:
  ///   - schedules: the deadlines of each timer; the index is the source.
  ///   - leeway: what to ask for in nanoseconds; ignored by a mechanism without leeway.
  ///   - end: the monotonic time after which no deadline matters.
  ///   - receiver: gets every callback; held weakly.
  /// - Returns: what is known of the mechanism once it runs.
  func start(
    _ schedules: [Schedule], leeway: Int64, until end: Int64, receiver: any FiringReceiver
  ) -> TimerFacts

  /// Queues work on the timer's own loop or queue, as other code would; without a loop it does nothing.
  func perform(_ work: @escaping @Sendable () -> Void)

  /// Blocks until `signal` is raised or the monotonic clock reaches `deadline`.
  func wait(for signal: EndSignal, until deadline: Int64)

  /// Stops all timers; returns when no callback runs and none will.
  func stop()
}

extension TimerUnderTest {
  package var wallDeadlines: Bool { false }

  /// Blocks the calling thread, which is not the timer's.
  package func wait(for signal: EndSignal, until deadline: Int64) {
    signal.wait(until: deadline)
  }
}

/// What a mechanism tells of itself once it has started; unknown is `nil`.
package struct TimerFacts: Sendable {
  /// The leeway it reads back, in nanoseconds.
  package var effectiveLeeway: Int64?
  /// The width of the bracket in which the wall clock was read, in nanoseconds.
  package var wallBracket: Int64?
  /// Why it could not start; `nil` when it did.
  package var problem: String?

  /// Creates the facts.
  package init(effectiveLeeway: Int64? = nil, wallBracket: Int64? = nil, problem: String? = nil) {
    self.effectiveLeeway = effectiveLeeway
    self.wallBracket = wallBracket
    self.problem = problem
  }
}
