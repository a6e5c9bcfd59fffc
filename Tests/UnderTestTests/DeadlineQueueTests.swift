import Testing
import Timing

@testable import Timers
@testable import UnderTest

@Suite struct DeadlineQueueTests {
  // Three grids drawn by hand: every 30 from 0, every 20 from 5, every 50 from 5.
  @Test func `deadlines of several schedules come in order, equal ones by source`() {
    var queue = DeadlineQueue([
      Schedule(first: 0, interval: 30), Schedule(first: 5, interval: 20), Schedule(first: 5, interval: 50),
    ])
    var served: [[Int64]] = []
    for _ in 0..<9 {
      guard let next = queue.next else { break }
      served.append([next.deadline, Int64(next.source), next.slot])
      queue.serve(at: next.deadline)
    }
    #expect(
      served == [
        [0, 0, 0], [5, 1, 0], [5, 2, 0], [25, 1, 1], [30, 0, 1], [45, 1, 2], [55, 2, 1], [60, 0, 2],
        [65, 1, 3],
      ])
  }

  @Test func `slots that have passed are skipped`() {
    var queue = DeadlineQueue([Schedule(first: 0, interval: 10)])
    queue.serve(at: 35)
    #expect(queue.next == .init(deadline: 40, source: 0, slot: 4))
    queue.serve(at: 40)
    #expect(queue.next == .init(deadline: 50, source: 0, slot: 5))
  }

  @Test func `ten thousand schedules are served in the order of their deadlines`() {
    var random = SplitMix64(seed: 7)
    let schedules = (0..<10_000).map { _ in
      Schedule(first: .random(in: 0..<1_000, using: &random), interval: .random(in: 1...500, using: &random))
    }
    var queue = DeadlineQueue(schedules)
    var served = [Int64](repeating: 0, count: schedules.count)
    var last = Int64.min
    while let next = queue.next, next.deadline < 2_000 {
      #expect(next.deadline >= last && next.slot == served[next.source])
      (last, served[next.source]) = (next.deadline, next.slot + 1)
      queue.serve(at: next.deadline)
    }
    #expect(zip(schedules, served).allSatisfy { $0.slotsElapsed(at: 1_999) == $1 })
  }

  @Test func `no schedule has no deadline`() {
    #expect(DeadlineQueue([]).next == nil)
  }
}
