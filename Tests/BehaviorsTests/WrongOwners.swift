import Behaviors
import Dispatch
import Foundation
import Synchronization
import Timers
import UnderTest

/// What an owner of a timer does wrong.
enum OwnerFault: Hashable, Sendable {
  case startsTwice, ignoresStop, holdsTarget, endsTwice, forgetsToStop
}

/// An owner with faults, of two right ones.
final class WrongOwner: TimerOwning {
  private let faults: Set<OwnerFault>
  private let first: TimerOwner
  private let second: TimerOwner
  private let starts = Atomic(0)

  init(_ faults: Set<OwnerFault>, _ target: Target, _ make: () -> TimerOwner) {
    self.faults = faults
    first = make()
    second = make()
    if faults.contains(.holdsTarget) { leak(target) }
    if !faults.isDisjoint(with: [.holdsTarget, .forgetsToStop]) { leak(first) }
  }

  func onEnd(_ handler: @escaping @Sendable (TimerEnd) -> Void) -> Bool {
    first.onEnd { [faults] reason in
      handler(reason)
      if faults.contains(.endsTwice) { handler(reason) }
    }
  }

  func start(_ schedule: TimerSchedule) -> TimerAnswer {
    let count = starts.add(1, ordering: .relaxed).newValue
    if count == 2, faults.contains(.startsTwice) { return second.start(schedule) }
    return first.start(schedule)
  }

  func suspend() -> Bool { first.suspend() }
  func resume() -> Bool { first.resume() }
  func fire() -> TimerAnswer { first.fire() }
  func postpone(_ delay: Duration) -> TimerAnswer { first.postpone(delay) }

  func stop(cancellingWork: Bool) -> Bool {
    if faults.contains(.ignoresStop) { return true }
    second.stop()
    return first.stop()
  }
}

/// A guard that lets work overlap.
final class WrongGuard: OverlapGuarding {
  private let work: @Sendable (TimerTick) async -> Void

  init(_ work: @escaping @Sendable (TimerTick) async -> Void) {
    self.work = work
  }

  func offer(_ tick: TimerTick) -> OverlapGuard.Outcome {
    Task(priority: .high) { [work] in await work(tick) }
    return .started
  }
}

extension OwnerSubject {
  static func wrong(_ faults: OwnerFault...) -> OwnerSubject {
    let faults = Set(faults)
    var subject = OwnerSubject.timers
    subject.loop = { target, action in
      WrongOwner(faults, target) { RunLoopTimer(target: target, on: .current(), mode: .default, action) }
    }
    subject.source = { target, queue, action in
      WrongOwner(faults, target) { DispatchTimer(target: target, on: queue, action) }
    }
    return subject
  }

  static let overlapping = {
    var subject = OwnerSubject.timers
    subject.overlap = { WrongGuard($1) }
    return subject
  }()

  /// A guard that follows another policy than it was asked to.
  static let confused = {
    var subject = OwnerSubject.timers
    subject.overlap = { OverlapGuard($0 == .skip ? .queue : .skip, priority: .high, work: $1) }
    return subject
  }()

  /// A bag that wakes up for each timer, or serves them before their deadlines.
  static func wrongBag(isEarly: Bool) -> OwnerSubject {
    var subject = OwnerSubject.timers
    subject.bag = { firsts, tolerance, note in
      OwnerSubject.timers.bag(firsts, isEarly ? tolerance : 0) { tick in
        note(
          isEarly
            ? TimerTick(deadline: tick.deadline + tolerance, callback: tick.callback, fired: tick.fired)
            : tick)
      }
    }
    return subject
  }
}

private let leaked = Mutex<[any AnyObject & Sendable]>([])

/// Keeps an object for good.
func leak(_ object: any AnyObject & Sendable) {
  leaked.withLock { $0.append(object) }
}
