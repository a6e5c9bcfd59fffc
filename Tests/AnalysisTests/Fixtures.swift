import Analysis
import Foundation
import Testing
import Timing

import struct Timing.Nanoseconds

extension Cell {
  /// A cell of a dispatch timer.
  static func test(
    _ interval: Nanoseconds = .ms(1), timer: String = "dispatch", leeway: Nanoseconds? = .zero,
    load: String = "idle", timers: Int = 1
  ) -> Cell {
    Cell(timer: timer, interval: interval, leeway: leeway, load: load, timers: timers)
  }
}

extension RunFacts {
  /// The facts of a run that went well and whose accounting nothing here looks at.
  static let fine = RunFacts(
    status: .complete, epoch: 0, end: 0, slots: 0, fired: 0, missed: 0, pending: 0, callbacks: 0, warmup: 0,
    dropped: 0)
}

extension Run {
  /// A run with one callback for each slot, at the lateness given.
  init(_ cell: Cell = .test(), lateness: [Int64], repetition: Int = 0, facts: RunFacts? = .fine) {
    let ticks = lateness.enumerated().map { slot, late in
      let deadline = Int64(slot) * cell.interval.count
      return Tick(slot: Int64(slot), deadline: deadline, callback: deadline + late)
    }
    self.init(cell, ticks: ticks, repetition: repetition, facts: facts)
  }

  init(_ cell: Cell = .test(), ticks: [Tick], repetition: Int = 0, facts: RunFacts? = .fine) {
    let planned = PlannedRun(index: repetition, cell: cell, repetition: repetition)
    self.init(planned: planned, ticks: ticks, facts: facts)
  }
}

extension SummaryBuilder {
  init(_ runs: [Run]) {
    self.init()
    add(Recording(environment: Environment(), runs: runs, status: .complete))
  }
}

/// The summary of the only cell of some runs.
func summary(_ runs: Run...) throws -> CellSummary {
  try #require(SummaryBuilder(runs).summaries().first)
}

/// A run as timers show it: a level of its own (`spread` is its standard deviation in logarithms), correlated
/// neighbours, and bursts with a heavy tail.
func simulated(_ random: inout SplitMix64, count: Int, spread: Double, scale: Double = 1) -> [Int64] {
  let level = 60_000 * exp(spread * normal(&random)) * scale
  var (wander, burst) = (0.0, 0.0)
  return (0..<count).map { _ in
    wander = 0.7 * wander + 0.3 * normal(&random)
    burst *= 0.8
    if Double.random(in: 0..<1, using: &random) < 0.004 {
      burst += 50_000 * scale * pow(Double.random(in: 0.001..<1, using: &random), -0.7)
    }
    return Int64(level * exp(0.25 * wander) + burst)
  }
}
