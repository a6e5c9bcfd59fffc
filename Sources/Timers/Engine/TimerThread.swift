import CClock
import Foundation

/// A thread that wakes up for several timers, as seldom as their tolerances allow, and runs their callbacks.
final class TimerThread: Sendable {
  private struct Guarded {
    var plan = WakeupPlan()
    var cores: [TimerCore?] = []
    var free: [Int] = []
    var work: [@Sendable () -> Void] = []
    var isOver = false
  }

  private let guarded = Locked(Guarded())
  private let change = MonotonicSemaphore()

  /// Starts the thread.
  /// - Parameter setup: runs on it first.
  init(name: String, setup: @escaping @Sendable () -> Void) {
    // The thread holds this object, until it is told to end.
    let thread = Thread { [self] in
      _ = platform_set_timer_slack(1)
      setup()
      run()
    }
    thread.name = name
    thread.start()
  }

  /// Gives a timer its number.
  func enter() -> Int {
    guarded.withLock { guarded in
      if let number = guarded.free.popLast() { return number }
      guarded.cores.append(nil)
      return guarded.cores.count - 1
    }
  }

  /// Takes the number back.
  func leave(_ number: Int) {
    let core = guarded.withLock { guarded in
      guarded.plan.remove(number)
      guarded.free.append(number)
      defer { guarded.cores[number] = nil }
      return guarded.cores[number]
    }
    withExtendedLifetime(core) {}
  }

  func arm(_ number: Int, _ alarm: Alarm, core: TimerCore) {
    let now = MonotonicClock.now()
    let first = now + (alarm.first - alarm.now(now))
    let old = guarded.withLock { guarded in
      guarded.plan.set(number, first: first, interval: alarm.interval, tolerance: alarm.tolerance)
      defer { guarded.cores[number] = core }
      return guarded.cores[number]
    }
    change.signal()
    withExtendedLifetime(old) {}
  }

  func disarm(_ number: Int) {
    guarded.withLock { $0.plan.remove(number) }
  }

  func perform(_ work: @escaping @Sendable () -> Void) {
    guarded.withLock { $0.work.append(work) }
    change.signal()
  }

  /// Ends the thread once the callback that runs has returned.
  func end() {
    guarded.withLock { guarded in
      guarded.isOver = true
      guarded.work = []
    }
    change.signal()
  }

  private func run() {
    var due: [TimerCore] = []
    while true {
      let (work, next, isOver) = guarded.withLock { guarded in
        let now = MonotonicClock.now()
        if let next = guarded.plan.next, next <= now {
          guarded.plan.take(at: now) { number in
            if let core = guarded.cores[number] { due.append(core) }
          }
        }
        defer { guarded.work = [] }
        return (guarded.work, guarded.plan.next, guarded.isOver)
      }
      if isOver { return }
      for core in due { core.wake() }
      for work in work { work() }
      guard due.isEmpty, work.isEmpty else {
        due.removeAll(keepingCapacity: true)
        continue
      }
      _ = change.wait(until: next ?? .max)
    }
  }
}

/// One timer of a thread.
final class ThreadDriver: TimerDriver {
  let followsWallClock = false
  let mayBeEarly = false
  private let thread: TimerThread
  private let number: Int
  private let hasEnded = Locked(false)

  init(_ thread: TimerThread) {
    self.thread = thread
    number = thread.enter()
  }

  func arm(_ alarm: Alarm, for core: TimerCore) {
    hasEnded.withLock { hasEnded in
      if !hasEnded { thread.arm(number, alarm, core: core) }
    }
  }

  func disarm() {
    hasEnded.withLock { hasEnded in
      if !hasEnded { thread.disarm(number) }
    }
  }

  func end() {
    let didNow = hasEnded.withLock { hasEnded in
      defer { hasEnded = true }
      return !hasEnded
    }
    if didNow { thread.leave(number) }
  }

  func perform(_ work: @escaping @Sendable () -> Void) {
    thread.perform(work)
  }
}
