import Dispatch
import Foundation
import Synchronization
import Timers

/// Nanoseconds between deadlines.
let tick = 5_000_000
/// The same in seconds.
let seconds = 0.005

/// Counts calls from any thread.
final class Calls: Sendable {
  private let number = Atomic(0)

  var count: Int { number.load(ordering: .sequentiallyConsistent) }

  @discardableResult
  func add() -> Int { number.add(1, ordering: .sequentiallyConsistent).newValue }

  private let moment = Atomic<Int64>(0)

  /// A monotonic time to compare with; `nil` until it is set.
  var time: Int64? {
    get {
      let time = moment.load(ordering: .sequentiallyConsistent)
      return time == 0 ? nil : time
    }
    set { moment.store(newValue ?? 0, ordering: .sequentiallyConsistent) }
  }
}

/// Holds an object until told otherwise.
final class Holder<Value: Sendable>: Sendable {
  private let held = Mutex<Value?>(nil)

  var value: Value? {
    get { held.withLock { $0 } }
    // What was held ends outside the lock: its end may come back here.
    set {
      let old = held.withLock { held in
        defer { held = newValue }
        return held
      }
      withExtendedLifetime(old) {}
    }
  }
}

/// Whether a condition holds before long.
func soon(_ condition: () -> Bool) -> Bool {
  for _ in 0..<10_000 {
    if condition() { return true }
    Thread.sleep(forTimeInterval: 0.001)
  }
  return condition()
}

/// Runs work on a new thread, whose run loop is its own, to its end.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) -> Value? {
  let result = Holder<Value>()
  let done = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    result.value = work()
    done.signal()
  }
  done.wait()
  return result.value
}

/// Runs the calling thread's loop until a condition holds.
@discardableResult
func looping(mode: RunLoop.Mode = .default, until condition: () -> Bool) -> Bool {
  for _ in 0..<5_000 {
    if condition() { return true }
    if !RunLoop.current.run(mode: mode, before: Date(timeIntervalSinceNow: 0.002)) {
      Thread.sleep(forTimeInterval: 0.001)
    }
  }
  return condition()
}

/// Runs the calling thread's loop for some intervals.
func looping(intervals: Double) {
  let end = Date(timeIntervalSinceNow: intervals * seconds)
  looping { Date() >= end }
}

/// The same as a `Duration`.
let interval = Duration.nanoseconds(tick)

/// Where a timer waits and calls: every claim about owners is checked in each of them.
enum Mechanism: String, CaseIterable, Sendable {
  case runLoop, queue, thread
}

/// A bag on a mechanism that serves it until the stage goes.
final class Stage: Sendable {
  let bag: TimerBag
  private let loop = Holder<LoopReference>()
  private let end = Holder<LoopEnd>()
  private let queue = DispatchQueue(label: "stage")

  init(_ mechanism: Mechanism) {
    switch mechanism {
    case .queue: bag = TimerBag(on: .queue(queue))
    case .thread: bag = TimerBag(on: .thread(name: "stage"))
    case .runLoop:
      let (started, over) = (Holder<LoopReference>(), LoopEnd())
      Thread.detachNewThread {
        let keeper = Timer(fire: .distantFuture, interval: 1e6, repeats: true) { _ in }
        RunLoop.current.add(keeper, forMode: .default)
        started.value = .current()
        while !over.isOver { _ = RunLoop.current.run(mode: .default, before: .distantFuture) }
        keeper.invalidate()
      }
      _ = soon { started.value != nil }
      bag = TimerBag(on: .runLoop(started.value ?? .main, .default))
      loop.value = started.value
      end.value = over
    }
  }

  deinit {
    guard let loop = loop.value, let end = end.value else { return }
    loop.perform {
      end.isOver = true
      loop.stop()
    }
  }

  /// Runs work where callbacks run, and waits for it.
  func perform<Value: Sendable>(_ work: @escaping @Sendable () -> Value) -> Value? {
    let result = Holder<Value>()
    let done = DispatchSemaphore(value: 0)
    bag.perform {
      result.value = work()
      done.signal()
    }
    done.wait()
    return result.value
  }
}

private final class LoopEnd: Sendable {
  private let over = Atomic(false)

  var isOver: Bool {
    get { over.load(ordering: .sequentiallyConsistent) }
    set { over.store(newValue, ordering: .sequentiallyConsistent) }
  }
}

/// Values from any thread, in order.
final class Log<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])

  var all: [Value] { values.withLock { $0 } }
  func add(_ value: Value) { values.withLock { $0.append(value) } }
}

/// Lets several intervals pass.
func pause(_ intervals: Double) {
  Thread.sleep(forTimeInterval: intervals * seconds)
}
