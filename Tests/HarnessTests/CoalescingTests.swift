import Analysis
import Synchronization
import Testing
import Timers
import UnderTest
import Timing

@testable import Harness

/// From simulated wakeups to the figures of a cell, counted by hand.
@Suite struct CoalescingTests {
  /// Eight timers of 8 ms, a millisecond apart, under a leeway of half the interval.
  static let cell = Cell(timer: "simulated", interval: .ms(8), leeway: .ms(4), load: "idle", timers: 8)

  private func summary(wakeupEvery step: Int64) throws -> CellSummary {
    let plan = try Plan(
      cells: [Self.cell], repetitions: 1, length: .duration(.ms(80)), warmup: .zero, seed: 1)
    let builder = Mutex(SummaryBuilder())
    _ = Runner(plan: plan, interruption: Interruption()) { _ in SharedWakeups(step: step) }.run { event in
      builder.withLock { builder in
        switch event {
        case .began(let planned): builder.begin(planned)
        case .ticks(let ticks): for tick in ticks { builder.add(tick) }
        case .finished(_, let facts): builder.finish(facts)
        case .remaining, .stopped: break
        }
      }
    }
    return try #require(builder.withLock { $0.summaries() }.first)
  }

  @Test func `timers that share a wakeup show as callbacks per cluster, and as leeway used`() throws {
    // A wakeup every 4 ms serves the four deadlines since the last, 3, 2, 1 and 0 ms late. The first comes at 3 ms,
    // and the run of ten slots ends at 76 ms: 19 of them.
    let figures = try summary(wakeupEvery: 4_000_000)
    #expect(figures.callbacks.count == 76)
    #expect(figures.pace.clusters == 19)
    #expect(figures.pace.callbacksPerCluster == 4)
    #expect(figures.callbacks[.p50] == 1_000_000)
    #expect(figures.causes.leeway?.usedP50 == 0.25)
    #expect(figures.callbacks.max == 3_000_000)
    #expect(figures.causes.leeway?.violations == 0)
  }

  @Test func `a wakeup that is later than the leeway allows is a violation`() throws {
    // A wakeup every 8 ms serves all eight, 7 … 0 ms late: three of eight are later than 4 ms.
    let figures = try summary(wakeupEvery: 8_000_000)
    #expect(figures.pace.callbacksPerCluster == 8)
    #expect(figures.causes.leeway?.violations == figures.callbacks.count * 3 / 8)
  }

  @Test func `timers that each wake up for themselves show one callback per cluster`() throws {
    let figures = try summary(wakeupEvery: 1_000_000)
    #expect(figures.pace.callbacksPerCluster == 1)
    #expect(figures.causes.leeway?.usedP50 == 0)
  }
}

/// Timers that wake up at multiples of `step` before and after the last timer's first deadline, and then serve every
/// deadline that has passed.
private final class SharedWakeups: TimerUnderTest {
  let evidence = SlotEvidence.slot
  private let step: Int64

  init(step: Int64) {
    self.step = step
  }

  func start(
    _ schedules: [Schedule], leeway: Int64, until end: Int64, receiver: any FiringReceiver
  ) -> TimerFacts {
    var slots = [Int64](repeating: 0, count: schedules.count)
    guard let last = schedules.last?.first else { return TimerFacts() }
    let lead = schedules.reduce(last) { min($0, $1.first) }
    var wakeup = last - (last - lead) / step * step
    while wakeup <= end {
      for (source, schedule) in schedules.enumerated() where schedule.deadline(slots[source]) <= wakeup {
        receiver.receive(source: Int32(source), callback: wakeup, evidence: slots[source], fired: 1)
        slots[source] += 1
      }
      wakeup += step
    }
    return TimerFacts()
  }

  func perform(_ work: @escaping @Sendable () -> Void) {}

  func wait(for signal: EndSignal, until deadline: Int64) {}

  func stop() {}
}
