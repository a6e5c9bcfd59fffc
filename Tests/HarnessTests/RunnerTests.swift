import Synchronization
import Testing
import Timers
import UnderTest
import Timing

@testable import Harness

/// The whole way from plan to rows and facts on simulated timers, with exact numbers counted by hand.
@Suite struct RunnerTests {
  static let cell = Cell(timer: "simulated", interval: .ms(10), leeway: .zero, load: "idle")

  /// Measures one cell on simulated timers; gives the rows and facts of every run.
  func measure(
    _ timers: SimulatedTimers, cell: Cell = cell, length: RunLength, warmup: Nanoseconds = .zero,
    interruption: Interruption = Interruption()
  ) throws -> (status: Recording.Status, runs: [Run]) {
    let plan = try Plan(cells: [cell], repetitions: 1, length: length, warmup: warmup, seed: 1)
    let runs = Mutex<[Run]>([])
    let status = Runner(plan: plan, interruption: interruption) { _ in timers }.run { event in
      runs.withLock { runs in
        switch event {
        case .began(let planned): runs.append(Run(planned: planned, ticks: [], facts: nil))
        case .ticks(let ticks): runs[runs.count - 1].ticks += ticks
        case .finished(_, let facts): runs[runs.count - 1].facts = facts
        case .remaining, .stopped: break
        }
      }
    }
    return (status, runs.withLock { $0 })
  }

  @Test(arguments: [1, 2, 7, 8191, 8192, 8193])
  func `a count gives exactly so many rows`(count: Int) throws {
    let timers = SimulatedTimers(lateness: Array(repeating: 1_000, count: 9_000))
    let (status, runs) = try measure(timers, length: .count(count))
    #expect(status == .complete)
    #expect(runs[0].ticks.count == count)
    #expect(runs[0].facts?.slots == Int64(count))
    #expect(timers.timesStopped == 1)
  }

  @Test func `rows of the warm-up come on top of the count and are marked`() throws {
    let timers = SimulatedTimers(lateness: Array(repeating: 1_000, count: 100))
    let (_, runs) = try measure(timers, length: .count(5), warmup: .ms(25))
    // 25 ms are three slots of 10 ms, rounded up.
    #expect(runs[0].ticks.map(\.warmup) == [true, true, true, false, false, false, false, false])
    #expect(runs[0].facts?.warmup == 3)
  }

  @Test func `rows hold the simulated lateness to the nanosecond`() throws {
    let lateness: [Int64] = [5, -7, 123_456, 0, 9_999_999]
    let (_, runs) = try measure(SimulatedTimers(lateness: lateness), length: .count(5))
    #expect(runs[0].ticks.map(\.lateness) == lateness)
    #expect(runs[0].ticks.map(\.deadline) == [0, 10_000_000, 20_000_000, 30_000_000, 40_000_000])
  }

  @Test func `a mechanism that names a slot twice makes the run fail, and says so`() throws {
    let timers = SimulatedTimers([
      .init(at: 0, evidence: 0), .init(at: 10_000_000, evidence: 1), .init(at: 20_000_000, evidence: 1),
    ])
    let (status, runs) = try measure(timers, length: .count(3))
    #expect(status == .failed)
    #expect(runs[0].facts?.status == .failed)
    #expect(runs[0].facts?.problem?.contains("slot 1 again") == true)
  }

  @Test func `a run without a callback fails and says that it was too short`() throws {
    let cell = Cell(timer: "simulated", interval: .s(1), leeway: .zero, load: "idle")
    let (status, runs) = try measure(SimulatedTimers([]), cell: cell, length: .duration(.ms(100)))
    #expect(status == .failed)
    #expect(runs[0].facts?.problem?.contains("shorter than one interval") == true)
  }

  @Test func `an interruption before the start measures nothing`() throws {
    let interruption = Interruption()
    interruption.interrupt(signal: 2)
    let (status, runs) = try measure(SimulatedTimers([]), length: .count(1), interruption: interruption)
    #expect(status == .interrupted)
    #expect(runs.isEmpty)
  }

  @Test(
    arguments: [
      ("sundial", "idle", "sundial"), ("nanosleep", "loop:0%", "'loop:0%'"),
      ("nanosleep", "moon:1", "'moon:1'"),
      ("nanosleep", "", "''"), ("nanosleep", "exec:", "'exec:'"),
    ])
  func `an unknown timer and a malformed load fail the run with a reason`(
    timer: String, load: String, reason: String
  ) throws {
    let plan = try Plan(
      cells: [Cell(timer: timer, interval: .ms(10), leeway: nil, load: load)], repetitions: 1,
      length: .count(1), warmup: .zero, seed: 1)
    let problem = Mutex<String?>(nil)
    let status = Runner(plan: plan, interruption: Interruption()).run { event in
      if case .finished(_, let facts) = event { problem.withLock { $0 = facts.problem } }
    }
    #expect(status == .failed)
    #expect(problem.withLock { $0 }?.contains(reason) == true)
  }

  @Test func `callbacks of two timers on one loop are counted together and told apart`() throws {
    let timers = SimulatedTimers([
      .init(source: 0, at: 100, evidence: 0), .init(source: 1, at: 200, evidence: 0),
      .init(source: 0, at: 10_000_100, evidence: 1), .init(source: 1, at: 10_000_200, evidence: 1),
    ])
    let cell = Cell(timer: "simulated", interval: .ms(10), leeway: .zero, load: "idle", timers: 2)
    let (_, runs) = try measure(timers, cell: cell, length: .count(4))
    #expect(runs[0].ticks.map(\.source) == [0, 1, 0, 1])
    #expect(runs[0].ticks.map(\.deadline) == [0, 5_000_000, 10_000_000, 15_000_000])
    #expect(runs[0].ticks.map(\.lateness) == [100, 200, 100, 200])
  }
}

@Suite struct RecorderTests {
  @Test func `a full recorder counts what it drops and keeps what it has`() throws {
    let recorder = try Recorder(capacity: 4, limits: .init(sources: 1, warmupEnd: .min), end: EndSignal())
    for slot in 0..<6 { recorder.receive(source: 0, callback: Int64(slot), evidence: Int64(slot), fired: 1) }
    var slots: [Int64] = []
    recorder.drain { slots.append($0.evidence) }
    #expect(slots == [0, 1, 2, 3])
    #expect(recorder.dropped == 2)
    recorder.receive(source: 0, callback: 9, evidence: 9, fired: 1)
    var losses: [Int64] = []
    recorder.drain {
      if $0.lostSource == nil { slots.append($0.evidence) } else { losses.append($0.evidence) }
    }
    #expect(slots == [0, 1, 2, 3, 9])
    #expect(losses == [2])
  }

  /// Two timers of 10 ms on a ring of four records that is drained too late, counted by hand.
  @Test func `slots of lost callbacks are not missed ones`() throws {
    let recorder = try Recorder(capacity: 4, limits: .init(sources: 2, warmupEnd: .min), end: EndSignal())
    let schedules = [Schedule(first: 0, interval: 10), Schedule(first: 5, interval: 10)]
    let keeper = ClockKeeper(period: .max)
    defer { keeper.stop() }
    let ledger = Ledger(
      recorder: recorder, accounting: Accounting(schedules: schedules, evidence: .slot, warmupEnd: .min),
      keeper: keeper)
    func call(_ source: Int32, _ slot: Int64, fired: Int32 = 1) {
      recorder.receive(source: source, callback: 100, evidence: slot, fired: fired)
    }
    call(0, 0)
    call(1, 0)
    call(0, 1)
    call(1, 1)
    // The ring is full: timer 0 loses slots 2 to 4 and 5, timer 1 loses slot 2.
    call(0, 2, fired: 3)
    call(1, 2)
    call(0, 5)
    #expect(recorder.dropped == 3)
    #expect(ledger.collect().map(\.missed) == [0, 0, 0, 0])
    // Timer 0 then passes over slot 6; timer 1 comes at once.
    call(0, 7)
    call(1, 3)
    #expect(ledger.collect().map(\.missed) == [1, 0])
    #expect(ledger.accounting.totals.lost == 5)
    // Nothing recorded comes after the last losses: the end settles them. Slot 9 of timer 1 is still pending.
    for slot in Int64(4)...7 { call(1, slot) }
    call(1, 8)
    call(0, 8, fired: 2)
    _ = ledger.collect()
    ledger.settleLosses(at: 95)
    let totals = ledger.accounting.totals
    #expect(totals.lost == 8)
    #expect(totals.missed == 1)
    #expect(ledger.accounting.pending(at: 95) == 1)
    #expect(try ledger.accounting.slotsElapsed(at: 95) == 20)
    #expect(recorder.dropped == 5)
  }

  @Test func `memory that cannot be had is a reason, not a trap`() {
    #expect(throws: RecorderError.noMemory(bytes: 32 << 50)) {
      _ = try Recorder(capacity: 1 << 50, limits: .init(sources: 1, warmupEnd: .min), end: EndSignal())
    }
  }

  @Test func `after the end nothing is stored`() throws {
    let end = EndSignal()
    let recorder = try Recorder(
      capacity: 8, limits: .init(sources: 1, warmupEnd: .min, count: 2), end: end)
    for slot in 0..<5 { recorder.receive(source: 0, callback: 1, evidence: Int64(slot), fired: 1) }
    var stored = 0
    recorder.drain { _ in stored += 1 }
    #expect(end.isRaised)
    #expect(stored == 2)
  }

  @Test func `neighbours are counted, not stored`() throws {
    let recorder = try Recorder(capacity: 8, limits: .init(sources: 1, warmupEnd: .min), end: EndSignal())
    recorder.receive(source: 0, callback: 1, evidence: 0, fired: 1)
    recorder.receive(source: 1, callback: 2, evidence: 0, fired: 1)
    recorder.receive(source: 2, callback: 3, evidence: 0, fired: 1)
    var stored = 0
    recorder.drain { _ in stored += 1 }
    #expect(stored == 1)
    #expect(recorder.neighbourCallbacks == 2)
  }
}
