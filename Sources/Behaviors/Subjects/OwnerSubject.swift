import Dispatch
import Foundation
import Timers

/// An owner of a timer as experiments see it.
package protocol TimerOwning: AnyObject, Sendable {
  /// Sets the handler that runs once after the last callback; whether it was set.
  func onEnd(_ handler: @escaping @Sendable (TimerEnd) -> Void) -> Bool
  /// Starts it.
  func start(_ schedule: TimerSchedule) -> TimerAnswer
  /// Holds callbacks back.
  func suspend() -> Bool
  /// Lets them come again.
  func resume() -> Bool
  /// Calls by hand.
  func fire() -> TimerAnswer
  /// Moves the next deadline.
  func postpone(_ delay: Duration) -> TimerAnswer
  /// Ends it; whether this call did.
  func stop(cancellingWork: Bool) -> Bool
}

extension TimerOwning {
  /// Ends it.
  @discardableResult
  package func stop() -> Bool { stop(cancellingWork: false) }

  /// Starts it on a grid of the experiments' pace.
  func start(at first: Int64) -> Bool {
    start(.every(Pace.interval, fromUptime: first, tolerance: 0)).isAccepted
  }
}

extension TimerOwner: TimerOwning {}

/// A guard of overlapping work as experiments see it.
package protocol OverlapGuarding: AnyObject, Sendable {
  /// Offers a tick.
  func offer(_ tick: TimerTick) -> OverlapGuard.Outcome
}

extension OverlapGuard: OverlapGuarding {}

/// Ways to make owners and overlap guards.
package struct OwnerSubject: Sendable {
  /// An owner on the calling thread's loop, of a timer that calls an action with a target.
  package var loop: @Sendable (Target, @escaping @Sendable (Target, TimerTick) -> Void) -> any TimerOwning
  /// An owner on a queue, of a timer that calls an action with a target.
  package var source:
    @Sendable (Target, DispatchQueue, @escaping @Sendable (Target, TimerTick) -> Void) -> any TimerOwning
  /// A guard with a policy and its work.
  package var overlap:
    @Sendable (OverlapPolicy, @escaping @Sendable (TimerTick) async -> Void) -> any OverlapGuarding
  /// A thread of timers, each with its first deadline, all with the pace of the experiments and a tolerance, that notes
  /// their ticks until what it returns goes.
  package var bag:
    @Sendable (_ firsts: [Int64], _ tolerance: Int64, @escaping @Sendable (TimerTick) -> Void) ->
      any AnyObject
      & Sendable

  /// The owners of the `Timers` library.
  package static let timers = OwnerSubject(
    loop: { RunLoopTimer(target: $0, on: .current(), mode: .default, $1) },
    source: { DispatchTimer(target: $0, on: $1, $2) },
    // Ahead of tasks of ordinary priority, which may be many and long: they are no finding about the guard.
    overlap: { OverlapGuard($0, priority: .high, work: $1) },
    bag: { firsts, tolerance, note in
      let bag = TimerBag(on: .thread(name: "bag"))
      for first in firsts {
        bag.schedule(.every(Pace.interval, fromUptime: first, tolerance: tolerance), note)
      }
      return bag
    })
}
