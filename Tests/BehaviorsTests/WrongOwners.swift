import Behaviors
import Dispatch
import Foundation
import Synchronization
import Timers

/// An owner of a run-loop timer that holds its target, or that nothing stops.
final class WrongLoopOwner: LoopOwner {
  private let timer: RunLoopTimer

  init(_ target: Target, forgetsToStop: Bool) {
    timer = RunLoopTimer(target: target) { target, _ in target.touch() }
    leak(timer)
    if !forgetsToStop { leak(target) }
  }

  func start(at date: Date, interval: TimeInterval, tolerance: TimeInterval, mode: RunLoop.Mode) -> Bool {
    timer.start(at: date, interval: interval, tolerance: tolerance, mode: mode)
  }

  func stop() { timer.stop() }
}

/// What an owner of a Dispatch timer does wrong.
enum OwnerFault: Hashable, Sendable {
  case startsTwice, ignoresStop, holdsTarget, cancelsTwice
}

/// An owner of a Dispatch timer with faults.
final class WrongSourceOwner: SourceOwner {
  private let faults: Set<OwnerFault>
  private let first: DispatchTimer
  private let second: DispatchTimer
  private let starts = Atomic(0)

  init(
    _ faults: Set<OwnerFault>, _ target: Target, _ queue: DispatchQueue,
    action: @escaping @Sendable (Target, DispatchTimer.Occurrence) -> Void
  ) {
    self.faults = faults
    first = DispatchTimer(target: target, queue: queue, action: action)
    second = DispatchTimer(target: target, queue: queue, action: action)
    if faults.contains(.holdsTarget) {
      leak(target)
      leak(first)
    }
  }

  func onCancel(_ handler: @escaping @Sendable () -> Void) -> Bool {
    first.onCancel { [faults] in
      handler()
      if faults.contains(.cancelsTwice) { handler() }
    }
  }

  func start(at deadline: DispatchTimer.Deadline, interval: Int, leeway: Int) -> Bool {
    let count = starts.add(1, ordering: .relaxed).newValue
    if count == 2, faults.contains(.startsTwice) {
      return second.start(at: deadline, interval: interval, leeway: leeway)
    }
    return first.start(at: deadline, interval: interval, leeway: leeway)
  }

  func suspend() -> Bool { first.suspend() }
  func resume() -> Bool { first.resume() }

  func stop() -> Bool {
    if faults.contains(.ignoresStop) { return true }
    second.stop()
    return first.stop()
  }
}

/// A guard that lets work overlap.
final class WrongGuard: OverlapGuarding {
  private let work: @Sendable (Int) -> Void

  init(_ work: @escaping @Sendable (Int) -> Void) {
    self.work = work
  }

  func offer(fired: Int) -> OverlapGuard.Outcome {
    Thread.detachNewThread { [work] in work(fired) }
    return .started
  }
}

extension OwnerSubject {
  static func wrongLoop(forgetsToStop: Bool) -> OwnerSubject {
    var subject = OwnerSubject.timers
    subject.loop = { WrongLoopOwner($0, forgetsToStop: forgetsToStop) }
    return subject
  }

  static func wrong(_ faults: OwnerFault...) -> OwnerSubject {
    let faults = Set(faults)
    var subject = OwnerSubject.timers
    subject.source = { WrongSourceOwner(faults, $0, $1, action: $2) }
    return subject
  }

  static let overlapping = {
    var subject = OwnerSubject.timers
    subject.overlap = { WrongGuard($2) }
    return subject
  }()

  /// A guard that follows another policy than it was asked to.
  static let confused = {
    var subject = OwnerSubject.timers
    subject.overlap = { OverlapGuard($0 == .skip ? .serial : .skip, queue: $1, work: $2) }
    return subject
  }()
}

private let leaked = Mutex<[any AnyObject & Sendable]>([])

/// Keeps an object for good.
func leak(_ object: any AnyObject & Sendable) {
  leaked.withLock { $0.append(object) }
}
