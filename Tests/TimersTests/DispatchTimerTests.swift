import Dispatch
import Foundation
import Testing
import Timers

@Suite struct DispatchTimerTests {
  private let queue = DispatchQueue(label: "test")

  @Test func `it is idle, active, suspended, active, cancelled, and refuses what does not fit`() {
    let timer = DispatchTimer(target: Calls(), queue: queue) { _, _ in }
    #expect(timer.state == .idle)
    #expect(!timer.suspend() && !timer.resume())
    #expect(timer.start(at: .soon, interval: tick))
    #expect(timer.state == .active)
    #expect(!timer.start(at: .soon, interval: tick) && !timer.resume())
    #expect(timer.suspend())
    #expect(timer.state == .suspended)
    #expect(!timer.suspend() && !timer.start(at: .soon, interval: tick))
    #expect(timer.resume())
    #expect(timer.stop())
    #expect(timer.state == .cancelled)
    #expect(!timer.stop() && !timer.suspend() && !timer.resume() && !timer.start(at: .soon, interval: tick))
    #expect(!timer.onCancel {})
  }

  @Test(arguments: [(0, 0), (-1, 0), (.min, 0), (tick, -1), (tick, .min)])
  func `an interval or leeway that Dispatch would trap on is refused`(interval: Int, leeway: Int) {
    let timer = DispatchTimer(target: Calls(), queue: queue) { _, _ in }
    #expect(!timer.start(at: .soon, interval: interval, leeway: leeway))
    #expect(timer.state == .idle)
  }

  @Test(arguments: [DispatchTimer.Deadline.monotonic(.distantFuture), .wall(.distantFuture)])
  func `an interval and leeway of any length above are taken`(deadline: DispatchTimer.Deadline) {
    let timer = DispatchTimer(target: Calls(), queue: queue) { _, _ in }
    #expect(timer.start(at: deadline, interval: .max, leeway: .max))
  }

  @Test(arguments: DispatchTimer.State.reachable)
  func `letting go is safe in every state, runs the cancel handler once and frees what was captured`(
    state: DispatchTimer.State
  ) {
    let target = Calls()
    let cancels = Calls()
    weak var captured: Calls?
    do {
      let capture = Calls()
      captured = capture
      let timer = DispatchTimer(target: target, queue: queue) { target, _ in
        capture.add()
        target.add()
      }
      timer.onCancel { cancels.add() }
      timer.bring(to: state)
      #expect(timer.state == state)
    }
    #expect(soon { captured == nil })
    #expect(soon { cancels.count == 1 })
    queue.sync {}
    #expect(cancels.count == 1)
  }

  @Test func `the cancel handler is set once and comes after the last action`() {
    let target = Calls()
    let after = Calls()
    let timer = DispatchTimer(target: target, queue: queue) { target, _ in target.add() }
    #expect(timer.onCancel { for _ in 0..<target.count { after.add() } })
    #expect(!timer.onCancel { after.add() })
    timer.start(at: .soon, interval: tick)
    #expect(soon { target.count >= 3 })
    timer.stop()
    #expect(soon { after.count > 0 })
    queue.sync {}
    #expect(after.count == target.count)
  }

  @Test func `stopped on its own queue it never calls again`() {
    let target = Calls()
    let timer = DispatchTimer(target: target, queue: queue) { target, _ in target.add() }
    timer.start(at: .soon, interval: tick)
    #expect(soon { target.count >= 2 })
    let count = queue.sync {
      // Several deadlines pass and wait behind this block.
      Thread.sleep(forTimeInterval: 5 * seconds)
      timer.stop()
      return target.count
    }
    Thread.sleep(forTimeInterval: 5 * seconds)
    #expect(target.count == count)
  }

  @Test func `stopped in its action, that is the last`() {
    let holder = Holder<DispatchTimer>()
    let target = Calls()
    holder.value = DispatchTimer(target: target, queue: queue) { target, _ in
      if target.add() == 2 { holder.value?.stop() }
    }
    holder.value?.start(at: .soon, interval: tick)
    #expect(soon { target.count >= 2 })
    Thread.sleep(forTimeInterval: 5 * seconds)
    #expect(target.count == 2)
    holder.value = nil
  }

  @Test func `let go of in its own action, it ends there`() {
    let holder = Holder<DispatchTimer>()
    let target = Calls()
    let cancels = Calls()
    holder.value = DispatchTimer(target: target, queue: queue) { target, _ in
      target.add()
      holder.value = nil
    }
    holder.value?.onCancel { cancels.add() }
    holder.value?.start(at: .soon, interval: tick)
    #expect(soon { cancels.count == 1 })
    queue.sync {}
    #expect(target.count == 1)
  }

  @Test func `a target that owns its timer ends it by ending`() {
    let cancels = Calls()
    weak var gone: Ticker?
    do {
      let ticker = Ticker(queue: queue, cancels: cancels)
      gone = ticker
      #expect(soon { ticker.calls.count >= 2 })
    }
    #expect(soon { gone == nil && cancels.count == 1 })
  }

  @Test func `a target that ends first ends the timer`() {
    let cancels = Calls()
    let timer: DispatchTimer
    do {
      let target = Calls()
      timer = DispatchTimer(target: target, queue: queue) { target, _ in target.add() }
      timer.onCancel { cancels.add() }
      timer.start(at: .soon, interval: tick)
      #expect(soon { target.count >= 1 })
    }
    #expect(soon { cancels.count == 1 })
    #expect(timer.stop())
    queue.sync {}
    #expect(cancels.count == 1)
  }

  @Test func `the number of deadlines is what passed`() {
    let fired = Calls()
    let timer = DispatchTimer(target: fired, queue: queue) { fired, occurrence in
      for _ in 0..<occurrence.fired { fired.add() }
    }
    let first = MonotonicClock.now() + Int64(tick)
    timer.start(at: .monotonic(DispatchTime(uptimeNanoseconds: UInt64(first))), interval: tick)
    timer.suspend()
    Thread.sleep(forTimeInterval: 8 * seconds)
    timer.resume()
    let passed = Int((MonotonicClock.now() - first) / Int64(tick)) + 1
    #expect(soon { fired.count >= passed })
    timer.stop()
    queue.sync {}
    #expect(fired.count <= Int((MonotonicClock.now() - first) / Int64(tick)) + 1)
  }

  @Test func `threads that start, suspend, resume and stop at once leave it cancelled once`() {
    for _ in 0..<40 {
      let cancels = Calls()
      let starts = Calls()
      let stops = Calls()
      let timer = DispatchTimer(target: cancels, queue: queue) { _, _ in }
      timer.onCancel { cancels.add() }
      DispatchQueue.concurrentPerform(iterations: 8) { index in
        for step in 0..<20 {
          switch (index + step) % 4 {
          case 0: if timer.start(at: .soon, interval: 100_000) { starts.add() }
          case 1: timer.suspend()
          case 2: timer.resume()
          default: if step > 10, timer.stop() { stops.add() }
          }
        }
      }
      #expect(soon { cancels.count == 1 })
      #expect(starts.count <= 1 && stops.count == 1)
      #expect(timer.state == .cancelled)
    }
  }

  @Test func `letting go races its own callback without harm`() {
    for _ in 0..<200 {
      let timer = DispatchTimer(target: Calls.shared, queue: queue) { target, _ in target.add() }
      timer.start(at: .monotonic(.now()), interval: 20_000)
      for _ in 0..<Int.random(in: 0..<2_000) { _ = MonotonicClock.now() }
    }
    queue.sync {}
    let count = Calls.shared.count
    queue.sync {}
    Thread.sleep(forTimeInterval: seconds)
    #expect(Calls.shared.count == count)
  }
}

/// An object that owns the timer that calls it.
private final class Ticker: Sendable {
  let calls = Calls()
  private let timer = Holder<DispatchTimer>()

  init(queue: DispatchQueue, cancels: Calls) {
    timer.value = DispatchTimer(target: self, queue: queue) { ticker, _ in ticker.calls.add() }
    timer.value?.onCancel { cancels.add() }
    timer.value?.start(at: .soon, interval: tick)
  }
}

extension DispatchTimer.State {
  static let reachable: [DispatchTimer.State] = [.idle, .active, .suspended, .cancelled]
}

extension DispatchTimer {
  fileprivate func bring(to state: State) {
    switch state {
    case .idle: break
    case .active: start(at: .soon, interval: tick)
    case .suspended:
      start(at: .soon, interval: tick)
      suspend()
    case .cancelled: stop()
    }
  }
}

extension DispatchTimer.Deadline {
  static var soon: DispatchTimer.Deadline { .monotonic(.now() + .nanoseconds(tick)) }
}
