import Foundation
import Testing

@testable import Timers

@Suite struct TimerStatisticsTests {
  @Test(arguments: Mechanism.allCases)
  func `every tick is told, and the summary adds up`(mechanism: Mechanism) {
    let stage = Stage(mechanism)
    let records = Log<TickRecord>()
    let timer = stage.bag.schedule(.onDemand()) { _ in pause(1) }
    timer.observe { records.add($0) }
    timer.reschedule(.every(interval))
    #expect(soon { records.all.count >= 5 })
    timer.stop()
    _ = stage.perform { true }
    let (all, summary) = (records.all, timer.statistics)
    // After the stop a callback that had begun is counted, and told to nobody.
    #expect(summary.ticks == all.count || summary.ticks == all.count + 1)
    #expect(summary.deadlines - summary.skipped == summary.ticks)
    #expect(summary.handlers.count == summary.ticks && summary.lateness.count == summary.ticks)
    for record in all { #expect(record.handlerDuration >= interval && record.backlog == 0) }
    #expect(summary.handlers.quantile(0) ?? .zero >= interval)
  }

  /// Against the sorted values themselves: rounded up by at most a quarter.
  @Test func `a quantile is an upper bound that is true to a quarter`() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      var histogram = DurationHistogram()
      let values = (0..<200).map { _ in
        Int64.random(in: 0...Int64(1) << Int64.random(in: 1...62), using: &random)
      }.sorted()
      for value in values { histogram.add(value) }
      for share in [0, 0.01, 0.5, 0.9, 1] {
        let exact = values[max(1, Int((share * 200).rounded(.up))) - 1]
        let found = histogram.quantile(share) ?? .zero
        #expect(found >= .nanoseconds(exact) && found <= .nanoseconds(exact) + .nanoseconds(exact / 4 + 1))
      }
    }
    #expect(DurationHistogram().quantile(0.5) == nil)
    var ends = DurationHistogram()
    for value in [Int64.min, -1, 0, .max] { ends.add(value) }
    #expect(ends.quantile(-1) == .zero && ends.quantile(2) == .nanoseconds(Int64.max))
  }
}
