import Dispatch
import Foundation
import Testing
import Timers

@Suite struct LoopReferenceTests {
  @Test func `performed work wakes a sleeping loop, in order, and now on its own thread`() {
    let reference = Holder<LoopReference>()
    let order = Dates()
    let over = Calls()
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let keeper = RunLoopTimer(on: .current(), mode: .default, TimerAction { _ in })
      keeper.start(.once(at: .distantFuture))
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
      let timer = RunLoopTimer(target: target, on: .current()) { target, _ in target.add() }
      timer.start(.every(interval))
      let keeper = RunLoopTimer(on: .current(), mode: added, TimerAction { _ in })
      keeper.start(.once(at: .distantFuture))
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
