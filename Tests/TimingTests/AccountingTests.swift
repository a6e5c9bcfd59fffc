import Testing
import Timing

/// Timelines of 10 ms: the expected rows are counted by hand.
@Suite struct AccountingTests {
  static let grid = Schedule(first: 1_000_000_000, interval: 10_000_000)

  func accounting(_ evidence: SlotEvidence = .slot, warmupEnd: Int64 = .min) -> Accounting {
    Accounting(schedules: [Self.grid], evidence: evidence, warmupEnd: warmupEnd)
  }

  func ms(_ milliseconds: Double) -> Int64 { Self.grid.first + Int64(milliseconds * 1e6) }

  @Test func `lateness keeps its sign`() throws {
    var accounting = accounting()
    let early = try #require(try accounting.enter(Firing(callback: ms(-0.003), evidence: 0)))
    let late = try #require(try accounting.enter(Firing(callback: ms(10.5), evidence: 1)))
    #expect(early.lateness == -3_000)
    #expect(late.lateness == 500_000)
    #expect(late.deadline == 10_000_000)
    #expect(late.callback == 10_500_000)
  }

  @Test func `a run loop's stall of 105 ms in its own callback at slot 4 of 20 ms misses five slots`() throws
  {
    // Measured on Linux: next callback is slot 10. Fire times are the mechanism's, some microseconds off the grid.
    let grid = Schedule(first: 0, interval: 20_000_000)
    var accounting = Accounting(schedules: [grid], evidence: .fireDate, warmupEnd: .min)
    let slots: [Int64] = [0, 1, 2, 3, 4, 10, 11]
    let ticks = try slots.map { slot in
      try #require(
        try accounting.enter(
          Firing(
            callback: grid.deadline(slot) + 80_000, evidence: grid.deadline(slot) - 3_700,
            handler: slot == 4 ? 105_000_000 : 0)))
    }
    #expect(ticks.map(\.slot) == slots)
    #expect(ticks.map(\.missed) == [0, 0, 0, 0, 0, 5, 0])
    #expect(accounting.totals.missed == 5)
    #expect(try accounting.slotsElapsed(at: grid.deadline(11)) == 12)
  }

  @Test func `a Dispatch stall arrives as one callback that stands for all its slots`() throws {
    var accounting = accounting()
    _ = try accounting.enter(Firing(callback: ms(0.1), evidence: 0, handler: 35_000_000))
    let merged = try #require(try accounting.enter(Firing(callback: ms(35.2), evidence: 1, fired: 3)))
    let next = try #require(try accounting.enter(Firing(callback: ms(40.1), evidence: 4)))
    #expect(merged.slot == 1)
    #expect(merged.fired == 3)
    #expect(merged.merged == 2)
    #expect(merged.missed == 0)
    #expect(merged.lateness == 25_200_000)
    #expect(next.missed == 0)
    #expect(accounting.totals.fired == 5)
  }

  @Test func `blocked is the part between deadline and callback in which blocks or handlers held the loop`()
    throws
  {
    var accounting = accounting()
    _ = try accounting.enter(.block(from: ms(8), to: ms(12)))
    _ = try accounting.enter(.block(from: ms(13), to: ms(14)))
    let row = try #require(try accounting.enter(Firing(callback: ms(14.5), evidence: 1)))
    #expect(row.blocked == 3_000_000)
    #expect(row.latency == 1_500_000)
    // An early callback has no time in which anything could block it.
    let early = try #require(try accounting.enter(Firing(callback: ms(19.9), evidence: 2)))
    #expect(early.blocked == 0)
  }

  @Test func `an earlier handler blocks the next callback, also of another timer on the loop`() throws {
    let grids = Schedule.phased(first: 0, interval: 10_000_000, count: 2)
    var accounting = Accounting(schedules: grids, evidence: .slot, warmupEnd: .min)
    _ = try accounting.enter(Firing(callback: 0, evidence: 0, handler: 7_000_000, source: 0))
    let row = try #require(try accounting.enter(Firing(callback: 7_100_000, evidence: 0, source: 1)))
    #expect(row.deadline == 5_000_000)
    #expect(row.blocked == 2_000_000)
    #expect(row.latency == 100_000)
  }

  @Test func `deadlines that nobody served by the end are pending, and every slot is accounted for once`()
    throws
  {
    var accounting = accounting()
    _ = try accounting.enter(Firing(callback: ms(0.1), evidence: 0))
    _ = try accounting.enter(Firing(callback: ms(30.1), evidence: 3))
    #expect(accounting.pending(at: ms(65)) == 3)
    #expect(try accounting.slotsElapsed(at: ms(65)) == 7)
    #expect(accounting.totals.fired == 2)
    #expect(accounting.totals.missed == 2)
  }

  @Test func `callbacks before the end of the warm-up are marked and counted`() throws {
    var accounting = accounting(warmupEnd: ms(15))
    let rows = try [0.1, 10.1, 20.1].enumerated().map { slot, at in
      try #require(try accounting.enter(Firing(callback: ms(at), evidence: Int64(slot))))
    }
    #expect(rows.map(\.warmup) == [true, true, false])
    #expect(accounting.totals.warmup == 2)
  }

  @Test func `a slot served twice, a callback for nothing and an unknown timer are breaches`() throws {
    var accounting = accounting()
    _ = try accounting.enter(Firing(callback: ms(10.1), evidence: 1))
    #expect(throws: AccountingError.slotServedTwice(source: 0, slot: 1, expected: 2)) {
      try accounting.enter(Firing(callback: ms(11), evidence: 1))
    }
    #expect(throws: AccountingError.nothingFired(source: 0, slot: 2)) {
      try accounting.enter(Firing(callback: ms(20), evidence: 2, fired: 0))
    }
    #expect(throws: AccountingError.unknownSource(7)) {
      try accounting.enter(Firing(callback: ms(20), evidence: 2, source: 7))
    }
  }

  @Test func `a million blocks and callbacks keep the blocked time right`() throws {
    // Each slot is preceded by a block that ends 1 ms after its deadline.
    var accounting = accounting()
    for slot in 0..<100_000 {
      let deadline = Self.grid.deadline(Int64(slot))
      _ = try accounting.enter(.block(from: deadline - 2_000_000, to: deadline + 1_000_000))
      let row = try accounting.enter(Firing(callback: deadline + 1_200_000, evidence: Int64(slot)))
      #expect(row?.blocked == 1_000_000)
    }
  }
}

@Suite struct ScheduleTests {
  @Test(
    arguments: [
      (-3_700, 0), (0, 0), (4_999_999, 0), (5_000_000, 1), (9_996_300, 1), (100_000_000, 10),
      (-5_000_001, -1),
    ] as [(Int64, Int64)])
  func `a mechanism's own time names the nearest slot`(offset: Int64, slot: Int64) {
    #expect(Schedule(first: 77, interval: 10_000_000).slot(nearestOffset: offset) == slot)
  }

  @Test func `phased timers spread over the interval`() {
    let grids = Schedule.phased(first: 5, interval: 10, count: 4)
    #expect(grids.map(\.first) == [5, 7, 10, 12])
  }

  @Test func `deadlines are exact after 120 days`() {
    let grid = Schedule(first: 3, interval: 999_999_937)
    let slot: Int64 = 120 * 86_400
    #expect(grid.deadline(slot) == 10_367_999_346_816_003)
    #expect(grid.slotsElapsed(at: grid.deadline(slot)) == slot + 1)
    #expect(grid.slotsElapsed(at: grid.deadline(slot) - 1) == slot)
  }
}
