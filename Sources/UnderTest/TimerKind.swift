import Text
import Timing

/// A kind of timer that can be measured: its name, what it can be asked, and how to make one.
package struct TimerKind: Sendable {
  /// The identifier of the command line and the CSV.
  package let id: String
  /// One line for people.
  package let summary: String
  /// What it can be asked.
  package let traits: TimerTraits
  private let factory: @Sendable (ThreadSetup) -> any TimerUnderTest

  private init(
    id: String, summary: String, traits: TimerTraits,
    factory: @escaping @Sendable (ThreadSetup) -> any TimerUnderTest
  ) {
    (self.id, self.summary, self.traits, self.factory) = (id, summary, traits, factory)
  }

  /// A kind that serves as a floor.
  private init(
    _ floor: FloorTimer, summary: String, traits: TimerTraits,
    factory: @escaping @Sendable (ThreadSetup) -> any TimerUnderTest
  ) {
    self.init(id: floor.rawValue, summary: summary, traits: traits, factory: factory)
  }

  /// Makes one that has not been started.
  /// - Parameter setup: what the threads that wait for its deadlines do first; without effect on a kind that runs on
  ///   threads of Dispatch or of Swift tasks.
  package func make(setup: ThreadSetup = .none) -> any TimerUnderTest {
    factory(setup)
  }
}

extension TimerKind {
  /// Every kind, in the order in which lists show them.
  package static let all: [TimerKind] = [
    TimerKind(
      id: "runloop", summary: "Foundation Timer on the run loop of a thread of its own, default mode",
      traits: TimerTraits(takesLeeway: true, hasLoop: true),
      factory: { ThreadRunLoopTimers(mode: .default, setup: $0) }),
    TimerKind(
      id: "runloop-common", summary: "the same in the common modes",
      traits: TimerTraits(takesLeeway: true, hasLoop: true),
      factory: { ThreadRunLoopTimers(mode: .common, setup: $0) }),
    TimerKind(
      id: "runloop-main", summary: "Foundation Timer on the main thread's run loop, default mode",
      traits: TimerTraits(takesLeeway: true, hasLoop: true), factory: { MainRunLoopTimers(setup: $0) }),
    TimerKind(
      id: "dispatch", summary: "DispatchSourceTimer on a serial queue, monotonic deadlines",
      traits: TimerTraits(takesLeeway: true, hasLoop: true), factory: { _ in DispatchTimers(.monotonic) }),
    TimerKind(
      id: "dispatch-strict", summary: "the same with the strict flag",
      traits: TimerTraits(takesLeeway: true, hasLoop: true), factory: { _ in DispatchTimers(.strict) }),
    TimerKind(
      id: "dispatch-wall", summary: "the same with wall-clock deadlines, accounted on the monotonic clock",
      traits: TimerTraits(takesLeeway: true, hasLoop: true), factory: { _ in DispatchTimers(.wall) }),
    TimerKind(
      id: "dispatch-after", summary: "asyncAfter on a serial queue, armed anew at absolute deadlines",
      traits: TimerTraits(takesLeeway: false, hasLoop: true), factory: { _ in DispatchAfterTimers() }),
    TimerKind(
      id: "task-sleep", summary: "Task.sleep(until:tolerance:clock:) on an actor, to absolute deadlines",
      traits: TimerTraits(takesLeeway: true, hasLoop: true), factory: { _ in TaskSleepTimers() }),
    TimerKind(
      id: "bag",
      summary: "TimerBag of this package's Timers: one thread that shares wakeups as tolerances allow",
      traits: TimerTraits(takesLeeway: true, hasLoop: true), factory: { BagTimers(setup: $0) }),
    TimerKind(
      .nanosleep,
      summary: "the floor: the kernel alone, clock_nanosleep to absolute deadlines, slack 1 ns",
      traits: TimerTraits(takesLeeway: false, hasLoop: false), factory: { NanosleepTimers(setup: $0) }),
    TimerKind(
      id: "nanosleep-slack", summary: "the same with the leeway as the thread's timer slack (Linux)",
      traits: TimerTraits(takesLeeway: true, hasLoop: false),
      factory: { NanosleepTimers(setup: $0, takesLeeway: true) }),
    TimerKind(
      .timerfd, summary: "a floor: the kernel's periodic timers, timerfd with epoll (Darwin: kqueue)",
      traits: TimerTraits(takesLeeway: false, hasLoop: false), factory: { KernelTimers(setup: $0) }),
    TimerKind(
      .spin, summary: "the clock's own floor: a thread that reads the clock until the deadline",
      traits: TimerTraits(takesLeeway: false, hasLoop: false), factory: { SpinTimers(setup: $0) }),
  ]

  /// The kind that a text names.
  /// - Throws: ``ParseError`` with those that there are.
  package init(parsing text: String) throws(ParseError) {
    guard let kind = TimerKind.named(text) else {
      let names = TimerKind.all.map(\.id)
      throw ParseError(
        "no such timer\(didYouMean(text, among: names)): use " + names.joined(separator: ", "))
    }
    self = kind
  }

  /// The kind with an identifier; `nil` when there is none.
  package static func named(_ id: String) -> TimerKind? {
    all.first { $0.id == id }
  }
}
