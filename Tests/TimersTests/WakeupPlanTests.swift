import Testing

@testable import Timers

@Suite struct WakeupPlanTests {
  /// Four timers of 8 ms, phased by 2 ms; wakeups drawn by hand, `|` marks one:
  ///
  ///     deadlines        0 2 4 6 8 …
  ///     tolerance 0      | | | | |      1 at a time
  ///     tolerance 3        |   |        2 at a time: the window of 0 closes at 3, the last deadline before is 2
  ///     tolerance 6            |        all 4 at 6
  @Test(arguments: [(0, 16), (1, 16), (2, 8), (3, 8), (6, 4), (100, 4)])
  func `phased timers share as many wakeups as their tolerance allows`(tolerance: Int64, wakeups: Int) {
    var plan = WakeupPlan()
    for timer in 0..<4 { plan.set(timer, first: Int64(timer) * 2, interval: 8, tolerance: tolerance) }
    var (count, served) = (0, 0)
    while served < 16, let wakeup = plan.next {
      count += 1
      plan.take(at: wakeup) { _ in served += 1 }
    }
    // A tolerance above the interval merges deadlines of one timer too.
    if tolerance == 100 { #expect(count <= wakeups) } else { #expect(count == wakeups && served == 16) }
  }

  /// Against the greedy rule for points that meet all intervals, on the remaining windows of random one-shot timers.
  @Test func `no window is missed, none is early, and wakeups are the fewest`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<200 {
      var plan = WakeupPlan()
      let windows = (0..<Int.random(in: 1...40, using: &random)).map { _ -> (open: Int64, close: Int64) in
        let open = Int64.random(in: 0...1_000, using: &random)
        return (open, open + Int64.random(in: 0...200, using: &random))
      }
      for (timer, window) in windows.enumerated() {
        plan.set(timer, first: window.open, interval: 0, tolerance: window.close - window.open)
      }
      var count = 0
      var served: Set<Int> = []
      while let wakeup = plan.next {
        count += 1
        plan.take(at: wakeup) { timer in
          #expect(windows[timer].open <= wakeup && wakeup <= windows[timer].close)
          #expect(served.insert(timer).inserted)
        }
      }
      #expect(served.count == windows.count)
      var (fewest, last) = (0, Int64.min)
      for window in windows.sorted(by: { $0.close < $1.close }) where window.open > last {
        fewest += 1
        last = window.close
      }
      #expect(count == fewest)
    }
  }

  @Test func `a wakeup that comes late serves each timer once and keeps the grid`() {
    var plan = WakeupPlan()
    plan.set(0, first: 0, interval: 10, tolerance: 0)
    plan.set(1, first: Int64.max - 5, interval: 10, tolerance: .max)
    plan.take(at: 35) { #expect($0 == 0) }
    #expect(plan.next == 40)
    plan.remove(0)
    #expect(plan.next == Int64.max - 5)
    plan.take(at: Int64.max) { #expect($0 == 1) }
    #expect(plan.next == nil)
  }

  @Test func `a heap gives what a sorted list gives`() {
    var random = SystemRandomNumberGenerator()
    var (heap, list) = (IndexedHeap(), [Int: Int64]())
    for _ in 0..<4_000 {
      let number = Int.random(in: 0..<50, using: &random)
      if Bool.random(using: &random) {
        let key = Int64.random(in: 0..<100, using: &random)
        heap.set(number, key: key)
        list[number] = key
      } else {
        heap.remove(number)
        list[number] = nil
      }
      #expect(heap.first?.key == list.values.min())
      let limit = Int64.random(in: 0..<100, using: &random)
      #expect(heap.greatestKey(atMost: limit) == list.values.filter { $0 <= limit }.max())
    }
  }
}
