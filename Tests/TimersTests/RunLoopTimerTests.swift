import Dispatch
import Foundation
import Testing
import Timers

@Suite struct RunLoopTimerTests {
  @Test func `it starts once and stops once`() {
    let answers = onThread { () -> [Bool] in
      let timer = RunLoopTimer(target: Calls()) { _, _ in }
      let first = timer.start(at: .soon, interval: seconds)
      let second = timer.start(at: .soon, interval: seconds)
      timer.stop()
      timer.stop()
      return [first, second, timer.start(at: .soon, interval: seconds)]
    }
    #expect(answers == [true, false, false])
  }

  @Test(arguments: [
    (0.0, 0.0), (-1, 0), (1e-10, 0), (41e-9, 0), (0.99e-6, 0), (.nan, 0), (.infinity, 0), (0.01, -1),
    (0.01, .nan), (0.01, .infinity),
  ])
  func `an interval or tolerance that Foundation would trap on is refused`(
    interval: Double, tolerance: Double
  ) {
    let timer = RunLoopTimer(target: Calls()) { _, _ in }
    #expect(!timer.start(at: .soon, interval: interval, tolerance: tolerance))
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity])
  func `a date that is not finite is refused`(date: Double) {
    let timer = RunLoopTimer(target: Calls()) { _, _ in }
    #expect(!timer.start(at: Date(timeIntervalSinceReferenceDate: date), interval: seconds))
  }

  @Test func `it calls on the loop that it was started on, in its mode only`() {
    let counts = onThread { () -> [Int] in
      let target = Calls()
      let timer = RunLoopTimer(target: target) { target, _ in target.add() }
      timer.start(at: .soon, interval: seconds, mode: RunLoop.Mode("other"))
      looping(intervals: 5)
      let inDefault = target.count
      looping(mode: RunLoop.Mode("other")) { target.count >= 3 }
      timer.stop()
      return [inDefault, min(3, target.count)]
    }
    #expect(counts == [0, 3])
  }

  @Test func `fire dates are those of the grid`() {
    let offsets = onThread { () -> [Double] in
      let first = Date.soon
      let dates = Dates()
      let timer = RunLoopTimer(target: dates) { dates, occurrence in dates.add(occurrence.fireDate) }
      timer.start(at: first, interval: seconds)
      looping { dates.all.count >= 5 }
      timer.stop()
      return dates.all.map { $0.timeIntervalSince(first) / seconds }
    }
    #expect(offsets?.count ?? 0 >= 5)
    for offset in offsets ?? [] { #expect(abs(offset - offset.rounded()) < 0.01) }
    // Strictly rising: no slot is served twice.
    for (one, next) in zip(offsets ?? [], (offsets ?? []).dropFirst()) { #expect(next - one > 0.5) }
  }

  @Test func `stopped in its action, that is the last`() {
    let count = onThread { () -> Int in
      let holder = Holder<RunLoopTimer>()
      let target = Calls()
      holder.value = RunLoopTimer(target: target) { target, _ in
        if target.add() == 2 { holder.value?.stop() }
      }
      holder.value?.start(at: .soon, interval: seconds)
      looping { target.count >= 2 }
      looping(intervals: 5)
      holder.value = nil
      return target.count
    }
    #expect(count == 2)
  }

  @Test func `stopped on its thread while an occurrence is due, it never calls again`() {
    let counts = onThread { () -> [Int] in
      let target = Calls()
      let timer = RunLoopTimer(target: target) { target, _ in target.add() }
      timer.start(at: .soon, interval: seconds)
      looping { target.count >= 2 }
      Thread.sleep(forTimeInterval: 3 * seconds)
      timer.stop()
      let before = target.count
      looping(intervals: 5)
      return [before, target.count]
    }
    #expect(counts?.first == counts?.last)
  }

  @Test func `let go of in its own action, it ends there and frees its action`() {
    let target = Calls()
    let freed = onThread { () -> Bool in
      weak var captured: Calls?
      let holder = Holder<RunLoopTimer>()
      do {
        let capture = Calls()
        captured = capture
        holder.value = RunLoopTimer(target: target) { target, _ in
          capture.add()
          target.add()
          holder.value = nil
        }
      }
      holder.value?.start(at: .soon, interval: seconds)
      looping { target.count >= 1 }
      looping(intervals: 5)
      return captured == nil
    }
    #expect(target.count == 1)
    #expect(freed == true)
  }

  @Test func `letting go stops it and frees its action; a target that ends first stops it too`() {
    let target = Calls()
    let freed = onThread { () -> [Bool] in
      weak var captured: Calls?
      do {
        let capture = Calls()
        captured = capture
        let timer = RunLoopTimer(target: target) { target, _ in
          capture.add()
          target.add()
        }
        timer.start(at: .soon, interval: seconds)
        looping { target.count >= 2 }
      }
      weak var gone: Calls?
      let left: RunLoopTimer
      do {
        let other = Calls()
        gone = other
        left = RunLoopTimer(target: other) { other, _ in other.add() }
        left.start(at: .soon, interval: seconds)
        looping { other.count >= 2 }
      }
      looping(intervals: 5)
      defer { left.stop() }
      return [captured == nil, gone == nil]
    }
    let before = target.count
    Thread.sleep(forTimeInterval: 3 * seconds)
    #expect(target.count == before)
    #expect(freed == [true, true])
  }

  @Test func `it may be stopped and let go of on any thread while its loop runs`() {
    let reference = Holder<LoopReference>()
    let over = Calls()
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let keeper = RunLoopTimer(target: over) { _, _ in }
      keeper.start(at: .distantFuture, interval: 1)
      reference.value = .current()
      looping { over.count > 0 }
      keeper.stop()
      done.signal()
    }
    #expect(soon { reference.value != nil })
    let target = Calls()
    for index in 0..<100 {
      let started = DispatchSemaphore(value: 0)
      let timer = RunLoopTimer(target: target) { target, _ in target.add() }
      reference.value?.perform {
        timer.start(at: Date(), interval: 20e-6)
        started.signal()
      }
      started.wait()
      if index % 2 == 0 { timer.stop() }
    }
    // The last callback that had begun has ended once the loop serves work that was queued after the last stop.
    let settled = DispatchSemaphore(value: 0)
    reference.value?.perform { settled.signal() }
    settled.wait()
    let count = target.count
    Thread.sleep(forTimeInterval: 3 * seconds)
    #expect(target.count == count)
    over.add()
    reference.value?.wakeUp()
    done.wait()
  }

  @Test func `stopping after its thread has ended is harmless`() {
    let target = Calls()
    let timer = RunLoopTimer(target: target) { _, _ in }
    let started = onThread { timer.start(at: .distantFuture, interval: 1) }
    #expect(started == true)
    Thread.sleep(forTimeInterval: seconds)
    timer.stop()
    #expect(timer.tolerance == nil)
  }
}

@Suite struct LoopReferenceTests {
  @Test func `performed work wakes a sleeping loop, in order, and now on its own thread`() {
    let reference = Holder<LoopReference>()
    let order = Dates()
    let over = Calls()
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let keeper = RunLoopTimer(target: over) { _, _ in }
      keeper.start(at: .distantFuture, interval: 1)
      reference.value = .current()
      // Would not return before the distant future without a wakeup.
      while over.count == 0 { _ = RunLoop.current.run(mode: .default, before: .distantFuture) }
      keeper.stop()
      done.signal()
    }
    #expect(soon { reference.value != nil })
    guard let loop = reference.value else { return }
    loop.perform { order.add(Date(timeIntervalSinceReferenceDate: 1)) }
    loop.perform {
      order.add(Date(timeIntervalSinceReferenceDate: 2))
      loop.performNow { order.add(Date(timeIntervalSinceReferenceDate: 3)) }
      order.add(Date(timeIntervalSinceReferenceDate: 4))
    }
    #expect(soon { order.all.count == 4 })
    #expect(order.all.map(\.timeIntervalSinceReferenceDate) == [1, 2, 3, 4])
    loop.perform {
      over.add()
      loop.stop()
    }
    #expect(done.wait(timeout: .now() + 10) == .success)
  }

  @Test func `a mode that is added to the common set serves common timers`() {
    let counts = onThread { () -> [Bool] in
      let added = RunLoop.Mode("added")
      let target = Calls()
      let timer = RunLoopTimer(target: target) { target, _ in target.add() }
      timer.start(at: .soon, interval: seconds, mode: .common)
      let keeper = RunLoopTimer(target: target) { _, _ in }
      keeper.start(at: .distantFuture, interval: 1, mode: added)
      let end = Date(timeIntervalSinceNow: 5 * seconds)
      looping(mode: added) { Date() >= end }
      let before = target.count == 0
      LoopReference.current().addCommonMode(added)
      let after = looping(mode: added) { target.count >= 2 }
      timer.stop()
      return [before, after]
    }
    #expect(counts == [true, true])
  }
}

/// Dates from any thread, in order.
private final class Dates: Sendable {
  private let held = Holder<[Date]>()

  init() { held.value = [] }

  var all: [Date] { held.value ?? [] }
  func add(_ date: Date) { held.value = all + [date] }
}

extension Date {
  static var soon: Date { Date(timeIntervalSinceNow: seconds) }
}
