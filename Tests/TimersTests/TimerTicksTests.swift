import Foundation
import Testing

@testable import Timers

@Suite struct TimerTicksTests {
  @Test func `the sequence ends with its timer: once, by the tick, by its task`() async throws {
    var count = 0
    for await _ in try TimerTicks(.once(after: interval)) { count += 1 }
    #expect(count == 1)
    for await tick in try TimerTicks(.every(interval)) {
      count += 1
      if count == 4 { tick.stop() }
    }
    #expect(count == 4)
    let endless = Task {
      var number = 0
      for await _ in try TimerTicks(.every(interval)) { number += 1 }
      return number
    }
    try await Task.sleep(for: interval * 3)
    endless.cancel()
    _ = try await endless.value
  }

  @Test func `letting go of the iterator ends its timer`() async throws {
    var iterator: TimerTicks.Iterator? = try TimerTicks(.every(interval)).makeAsyncIterator()
    #expect(await iterator?.next() != nil)
    let ends = Log<TimerEnd>()
    iterator?.timer.onEnd { ends.add($0) }
    iterator = nil
    #expect(ends.all == [.ownerGone])
  }

  /// Ticks that stand for 1, 2, 3, 4 deadlines come while nobody awaits them.
  @Test(arguments: [
    (TimerTicks.Unawaited.drop, [Int](), 4), (.merge, [10], 0), (.keep(2), [1, 9], 0), (.keep(0), [10], 0),
    (.keep(9), [1, 2, 3, 4], 0),
  ])
  func `what nobody awaited is dropped and counted, merged or kept`(
    unawaited: TimerTicks.Unawaited, fired: [Int], dropped: Int
  ) async {
    let channel = TickChannel(unawaited)
    for number in 1...4 { channel.send(.standing(for: number)) }
    channel.finish(keeping: true)
    var received: [Int] = []
    while let tick = await channel.next() { received.append(tick.fired) }
    #expect(received == fired)
    #expect(channel.dropped == dropped)
  }
}
