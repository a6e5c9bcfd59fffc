import Dispatch
import Foundation
import Timers

/// An owner of a run-loop timer as experiments see it.
package protocol LoopOwner: AnyObject, Sendable {
  /// Starts it on the calling thread's loop; whether it started.
  func start(at date: Date, interval: TimeInterval, tolerance: TimeInterval, mode: RunLoop.Mode) -> Bool
  /// Ends it.
  func stop()
}

extension RunLoopTimer: LoopOwner {}

/// An owner of a Dispatch timer as experiments see it.
package protocol SourceOwner: AnyObject, Sendable {
  /// Sets the handler that runs once after the last callback.
  func onCancel(_ handler: @escaping @Sendable () -> Void) -> Bool
  /// Starts it; whether it started.
  func start(at deadline: DispatchTimer.Deadline, interval: Int, leeway: Int) -> Bool
  /// Holds callbacks back.
  func suspend() -> Bool
  /// Lets them come again.
  func resume() -> Bool
  /// Ends it.
  func stop() -> Bool
}

extension DispatchTimer: SourceOwner {}

/// A guard of overlapping work as experiments see it.
package protocol OverlapGuarding: AnyObject, Sendable {
  /// Offers an occurrence.
  func offer(fired: Int) -> OverlapGuard.Outcome
}

extension OverlapGuard: OverlapGuarding {}

/// Ways to make owners and overlap guards.
package struct OwnerSubject: Sendable {
  /// An owner on the calling thread's loop, of a timer that touches a target.
  package var loop: @Sendable (Target) -> any LoopOwner
  /// An owner on a queue, of a timer that calls an action with a target.
  package var source:
    @Sendable (Target, DispatchQueue, @escaping @Sendable (Target, DispatchTimer.Occurrence) -> Void)
      -> any SourceOwner
  /// A guard with a policy and its work.
  package var overlap:
    @Sendable (OverlapPolicy, DispatchQueue, @escaping @Sendable (Int) -> Void) -> any OverlapGuarding

  /// Creates a set of ways.
  package init(
    loop: @escaping @Sendable (Target) -> any LoopOwner,
    source:
      @escaping @Sendable (
        Target, DispatchQueue, @escaping @Sendable (Target, DispatchTimer.Occurrence) -> Void
      ) -> any SourceOwner,
    overlap:
      @escaping @Sendable (OverlapPolicy, DispatchQueue, @escaping @Sendable (Int) -> Void)
      -> any OverlapGuarding
  ) {
    self.loop = loop
    self.source = source
    self.overlap = overlap
  }

  /// The owners of the `Timers` library.
  package static let timers = OwnerSubject(
    loop: { RunLoopTimer(target: $0) { target, _ in target.touch() } },
    source: { DispatchTimer(target: $0, queue: $1, action: $2) },
    overlap: { OverlapGuard($0, queue: $1, work: $2) })
}
