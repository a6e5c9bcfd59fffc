import Foundation
import Synchronization
import Testing
import Timers
import Timing
import UnderTest

@testable import Harness

import struct Timing.Nanoseconds

/// Every sum and product of times and counts, over all that a plan may ask for: a number that 64 bits do not hold would
/// end the test.
@Suite struct PlanSpaceTests {
  /// A number of the range: often an end of it or next to one, else of any order of magnitude.
  private func number(_ range: ClosedRange<Int64>, _ random: inout SplitMix64) -> Int64 {
    let (low, high) = (range.lowerBound, range.upperBound)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return low
    case 1: return high
    case 2: return min(high, low + 1)
    case 3: return max(low, high - 1)
    default:
      let exponent = Double.random(in: 0...1, using: &random)
      return low + Int64(Double(high - low) * pow(10, -12 * exponent))
    }
  }

  private func length(_ range: ClosedRange<Nanoseconds>, _ random: inout SplitMix64) -> Nanoseconds {
    Nanoseconds(number(range.lowerBound.count...range.upperBound.count, &random))
  }

  private func load(_ random: inout SplitMix64) -> String {
    let share = number(1...10_000, &random)
    return switch Int.random(in: 0..<7, using: &random) {
    case 0: "idle"
    case 1: "\(Load.loop(basisPoints: share, block: length(.us(10)...(.s(10)), &random)))"
    case 2: "\(Load.handler(length(.ns(1)...(.s(60)), &random)))"
    case 3: "\(Load.handlerShare(basisPoints: number(1...100_000, &random)))"
    case 4: "cpu:1024"
    case 5: "timers:\(number(1...10_000, &random))"
    default: "exec:true"
    }
  }

  @Test func `no plan that is accepted overflows anywhere`() throws {
    var random = SplitMix64(seed: 20)
    var accepted = 0
    for _ in 0..<10_000 {
      let interval = length(Plan.intervals, &random)
      let cell = Cell(
        timer: "t", interval: interval, leeway: length(Plan.leeways, &random), load: load(&random),
        timers: Int(number(1...10_000, &random)))
      let length: RunLength =
        Bool.random(using: &random)
        ? .duration(self.length(Plan.durations, &random))
        : .count(Int(number(1...1_000_000_000, &random)))
      let warmup = self.length(Plan.warmups, &random)
      let repetitions = Int(number(1...3, &random))
      guard
        let plan = try? Plan(cells: [cell], repetitions: repetitions, length: length, warmup: warmup, seed: 1)
      else { continue }
      accepted += 1
      let runner = Runner(plan: plan, interruption: Interruption())
      #expect(runner.expectedLength.count > 0)
      // A clock that begins anew, and one that a time namespace has set as far ahead as the kernel allows.
      for now in [0, 1, number(0...(1 << 62), &random), 1 << 62] as [Int64] {
        check(plan, now: now, &random)
      }
    }
    // Long runs are refused by the rule that other tests are about; here most plans are to be looked at.
    #expect(accepted > 5_000)
  }

  private func check(_ plan: Plan, now: Int64, _ random: inout SplitMix64) {
    let (planned, cell) = (plan.runs[0], plan.runs[0].cell)
    let load = cell.load.known ?? .idle
    let neighbours = min(load.neighbours, 40)
    var small = cell
    small.timers = min(cell.timers, 40)
    let window = RunWindow(
      cell: small, neighbours: neighbours, length: plan.length, warmup: plan.warmup, now: now)
    let handler = load.handlerLength(interval: cell.interval)
    let finish = now + plan.expectedLength(of: planned)
    let end = max(window.end ?? finish, finish)
    let capacity = window.capacity(under: load, length: plan.length, warmup: plan.warmup)
    var holds = (0...4_194_304).contains(capacity) && end > now && finish > now
    holds = holds && window.warmupEnd < end + cell.interval.count + plan.warmup.count
    holds = holds && (window.patience(handler: handler) ?? 1) > 0
    for schedule in window.schedules.prefix(2) + window.schedules.suffix(1) {
      let slots = schedule.slotsElapsed(at: end)
      holds = holds && schedule.deadline(slots) + handler > now
      holds = holds && schedule.slot(nearestOffset: schedule.deadline(slots) - schedule.first) == slots
    }
    let accounting = Accounting(
      schedules: Array(window.schedules.prefix(window.measured)), evidence: .slot, warmupEnd: window.warmupEnd
    )
    holds = holds && (try? accounting.slotsElapsed(at: end)) != nil && accounting.pending(at: end) >= 0
    #expect(holds, "\(cell) \(plan.length) \(plan.warmup) at \(now)")
  }

  static let corners: [(interval: Nanoseconds, leeway: Nanoseconds, length: RunLength, timers: Int)] = [
    (Plan.intervals.lowerBound, Plan.leeways.upperBound, .duration(Plan.durations.upperBound), 1),
    (Plan.intervals.upperBound, Plan.leeways.upperBound, .duration(Plan.durations.upperBound), 100),
    (Plan.intervals.upperBound, .zero, .count(364), 1),
    (Plan.intervals.upperBound, .zero, .count(36_000), 100),
  ]

  @Test(.serialized, arguments: TimerKind.all.map(\.id).filter { $0 != "runloop-main" }, corners.indices)
  func `a real timer of each kind takes what lies at the ends of the ranges`(kind: String, index: Int) throws
  {
    let corner = Self.corners[index]
    let cell = Cell(
      timer: kind, interval: corner.interval, leeway: corner.leeway, load: "idle", timers: corner.timers)
    let plan = try Plan(
      cells: [cell], repetitions: 1, length: corner.length, warmup: Plan.warmups.upperBound, seed: 1)
    let interruption = Interruption()
    let facts = Mutex<RunFacts?>(nil)
    let status = Runner(plan: plan, interruption: interruption).run { event in
      switch event {
      // It tells once a second how long it goes on, and at once at the begin.
      case .remaining: interruption.interrupt(signal: 2)
      case .finished(_, let found): facts.withLock { $0 = found }
      default: break
      }
    }
    #expect(status == .interrupted)
    #expect(facts.withLock { $0 }?.status == .interrupted, "\(facts.withLock { $0 }?.problem ?? "")")
  }
}
