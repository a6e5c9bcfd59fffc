import Foundation
import Testing
import Timers

@Suite struct TimerBagTests {
  @Test(arguments: Mechanism.allCases)
  func `clear ends all and the bag can be used again; its end ends all`(mechanism: Mechanism) {
    let stage = Stage(mechanism)
    let ends = Log<TimerEnd>()
    let calls = Calls()
    var bag: TimerBag? = Stage.bag(beside: stage, mechanism)
    for _ in 0..<20 { bag?.schedule(.every(interval)) { _ in calls.add() }.onEnd { ends.add($0) } }
    #expect(bag?.count == 20)
    #expect(soon { calls.count >= 20 })
    bag?.clear()
    #expect(bag?.count == 0 && ends.all == Array(repeating: .stopped, count: 20))
    let target = Calls()
    let timer = bag?.schedule(.every(interval), target: target) { $0.add() }
    #expect(soon { target.count >= 2 })
    timer?.onEnd { ends.add($0) }
    bag = nil
    #expect(ends.all.last == .ownerGone)
    pause(1)
    let count = target.count
    pause(4)
    #expect(target.count == count)
  }

  @Test func `what it refuses it does not keep`() {
    let bag = TimerBag(on: .queue(.global()))
    #expect(bag.schedule(.every(.zero)) { _ in }.state == .idle)
    #expect(bag.count == 0)
  }

  /// Eight timers of 40 ms, 5 ms apart: 5 ms of tolerance pairs them, 20 ms serves five at once.
  @Test func `on a thread, tolerance shares wakeups, and nothing is early`() {
    let bag = TimerBag(on: .thread(name: "bag"))
    let log = Log<TimerTick>()
    let start = MonotonicClock.now() + 20_000_000
    for index in 0..<8 {
      bag.schedule(
        .every(40_000_000, fromUptime: start + Int64(index) * 5_000_000, tolerance: 20_000_000)
      ) { log.add($0) }
    }
    #expect(soon { log.all.count >= 64 })
    bag.clear()
    let ticks = log.all
    #expect(ticks.allSatisfy { $0.callback >= $0.deadline })
    // Counted as the overview does: a callback whose deadline had passed at the first of its wakeup shares it.
    var (wakeups, opened) = (0, Int64.min)
    for each in ticks where each.deadline > opened {
      wakeups += 1
      opened = each.callback
    }
    #expect(ticks.count >= 3 * wakeups)
  }
}
