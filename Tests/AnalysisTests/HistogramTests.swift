import Foundation
import Testing
import Timing

@testable import Analysis

@Suite struct HistogramTests {
  /// 1 ns … 3·10¹² ns in steps of 1 %, both signs, and the values around every power of two.
  static let values: [Int64] = {
    var values: [Int64] = [0, 3_000_000_000_000]
    var value = 1.0
    while value < 3e12 {
      values.append(Int64(value))
      value *= 1.01
    }
    for power in 0..<62 { values += [(1 << power) - 1, 1 << power, (1 << power) + 1] }
    return values + values.map { -$0 } + [.min, .max]
  }()

  @Test func `the bins hold every value once, and each within 1 %`() throws {
    var histogram = Histogram()
    for value in Self.values { histogram.add(value) }
    #expect(histogram.bins.reduce(0) { $0 + $1.count } == Int64(Self.values.count))
    #expect(histogram.count == Int64(Self.values.count))
    for value in Self.values {
      let bin = Histogram.Bin(of: value)
      #expect(bin.range.contains(value))
      #expect(abs(Double(bin.middle) - Double(value)) <= Histogram.relativeError * abs(Double(value)))
    }
  }

  @Test func `bins follow each other without a gap from the least to the greatest number`() throws {
    var end = Int64.min
    for number in 0..<(2 * Histogram.Bin.pages * Histogram.Bin.perPage) {
      let bin = try #require(Histogram.Bin(number: number))
      #expect(bin.range.lowerBound == end)
      #expect(Histogram.Bin(of: bin.range.lowerBound) == bin)
      #expect(Histogram.Bin(of: bin.range.upperBound) == bin)
      guard bin.range.upperBound < .max else {
        #expect(number == 2 * Histogram.Bin.pages * Histogram.Bin.perPage - 1)
        return
      }
      end = bin.range.upperBound + 1
    }
  }

  @Test func `count, sum, least, greatest and what is below zero are exact`() {
    let values: [Int64] = [-5, -1, 0, 7, 1_000_003, 10_000_000_000]
    var histogram = Histogram()
    for value in values { histogram.add(value, times: 2) }
    #expect(histogram.count == 12)
    #expect(histogram.sum == 2 * 10_001_000_004)
    #expect(histogram.min == -5)
    #expect(histogram.max == 10_000_000_000)
    #expect(histogram.early == 4)
  }

  @Test func `one outlier of 10 s costs a page of 1 kB and no more`() {
    var histogram = Histogram()
    for value in Int64(50_000)..<60_000 { histogram.add(value) }
    let before = histogram.capacity
    histogram.add(10_000_000_000)
    #expect(histogram.capacity == before + 128)
    for value in Int64(50_000)..<60_000 { histogram.add(value) }
    #expect(histogram.capacity == before + 128)
  }

  @Test func `the standard deviation keeps a nanosecond beside ten seconds`() throws {
    // numpy.std([10**10 - 1, 10**10, 10**10 + 1], ddof=1) is 1.
    var histogram = Histogram()
    for value in Int64(9_999_999_999)...10_000_000_001 { histogram.add(value) }
    #expect(abs(try #require(histogram.standardDeviation) - 1) < 1e-9)
  }

  @Test(arguments: [
    Progression(lowest: -7, count: 5, step: 3), Progression(lowest: 100, count: 3_000, step: 1_000_000),
    Progression(lowest: -100_000, count: 65, step: 10_000_000),
  ])
  func `equally spaced values count as they would one by one`(progression: Progression) {
    var together = Histogram()
    together.add(progression)
    var single = Histogram()
    for index in 0..<progression.count { single.add(progression.lowest + index * progression.step) }
    #expect(together == single)
  }

  @Test func `samples add up`() {
    var (both, first, second) = (Histogram(), Histogram(), Histogram())
    for (index, value) in Self.values.enumerated() where abs(Double(value)) < 1e15 {
      both.add(value)
      if index.isMultiple(of: 3) { first.add(value) } else { second.add(value) }
    }
    first.add(second)
    #expect(first == both)
    first.add(Histogram())
    #expect(first == both)
  }

  @Test func `what is written is read back, and nothing impossible is`() throws {
    var histogram = Histogram()
    for value in Self.values where abs(Double(value)) < 1e15 { histogram.add(value) }
    let data = try JSONEncoder().encode(histogram)
    #expect(try JSONDecoder().decode(Histogram.self, from: data) == histogram)
    for bad in [
      #"{"n":1,"sum_ns":"0","bins":[1]}"#, #"{"n":2,"min_ns":0,"max_ns":0,"sum_ns":"0","bins":[7296,1]}"#,
      #"{"n":1,"min_ns":0,"max_ns":0,"sum_ns":"0","bins":[99999,1]}"#,
      #"{"n":-1,"min_ns":0,"max_ns":0,"sum_ns":"0","bins":[7296,-1]}"#,
      #"{"n":1,"min_ns":1,"max_ns":0,"sum_ns":"0","bins":[7296,1]}"#,
      #"{"n":1,"min_ns":0,"max_ns":0,"sum_ns":"x","bins":[7296,1]}"#,
    ] {
      #expect(throws: DecodingError.self) {
        _ = try JSONDecoder().decode(Histogram.self, from: Data(bad.utf8))
      }
    }
  }
}

@Suite struct DigestTests {
  /// Two runs of two timers with missed and merged slots, blocked time, early callbacks and a drift of 3 ppm.
  static let runs: [Run] = (0..<2).map { repetition in
    var random = SystemSplitMix(state: UInt64(repetition + 1))
    var ticks: [Tick] = []
    var slots: [Int64] = [0, 0]
    for index in 0..<4_000 {
      let source = index % 2
      let missed: Int64 = index % 97 == 0 ? 3 : 0
      let fired: Int64 = index % 131 == 0 ? 2 : 1
      let slot = slots[source] + missed
      slots[source] = slot + fired
      let deadline = slot * 1_000_000 + Int64(source) * 500_000
      let late = Int64(random.next() % 200_000) - 20_000 + deadline * 3 / 1_000_000
      ticks.append(
        Tick(
          source: Int32(source), warmup: index < 10, slot: slot, deadline: deadline,
          callback: deadline + late,
          handler: 10, fired: fired, missed: missed, blocked: index % 11 == 0 ? max(0, late / 2) : 0))
    }
    return Run(.test(leeway: .us(50), timers: 2), ticks: ticks, repetition: repetition)
  }

  private func summary(limit: Int?) throws -> CellSummary {
    var builder = SummaryBuilder(limit: limit)
    builder.add(Recording(environment: Environment(), runs: Self.runs, status: .complete))
    return try #require(builder.summaries().first)
  }

  @Test(arguments: [0, 1, 100, 5_000])
  func `figures of histograms are those of all callbacks, quantiles within 1 %`(limit: Int) throws {
    let (exact, coarse) = (try summary(limit: nil), try summary(limit: limit))
    #expect(coarse.isFromHistogram)
    #expect(!exact.isFromHistogram)
    for (left, right) in [
      (exact.callbacks, coarse.callbacks), (exact.response, coarse.response), (exact.latency, coarse.latency),
    ] {
      #expect(left.count == right.count)
      #expect(left.early == right.early)
      #expect(left.min == right.min)
      #expect(left.max == right.max)
      #expect(close(left.mean, right.mean, 1e-9))
      #expect(close(left.standardDeviation, right.standardDeviation, 1e-9))
      for (a, b) in zip(left.quantiles, right.quantiles) {
        #expect(close(a.value.map { Double($0) }, b.value.map { Double($0) }, 0.01), "\(a) \(b)")
      }
      #expect(right.medianAbsoluteDeviation == nil)
    }
    #expect(exact.slots == coarse.slots)
    #expect(exact.pace.countDrift == coarse.pace.countDrift)
    #expect(exact.pace.clusters == coarse.pace.clusters)
    #expect(
      close(exact.pace.jitterP99.map { Double($0) }, coarse.pace.jitterP99.map { Double($0) }, 0.01))
    #expect(close(exact.causes.blockedShare, coarse.causes.blockedShare, 1e-9))
    #expect(exact.causes.handlerShare == coarse.causes.handlerShare)
    #expect(exact.causes.leeway?.violations == coarse.causes.leeway?.violations)
    let (drift, coarseDrift) = (try #require(exact.phaseDrift), try #require(coarse.phaseDrift))
    #expect(close(drift.ppm, coarseDrift.ppm, 1e-6))
    let (margin, coarseMargin) = (try #require(drift.margin), try #require(coarseDrift.margin))
    #expect(coarseMargin > margin / 3 && coarseMargin < margin * 3)
  }

  @Test func `a limit that is not reached changes nothing`() throws {
    #expect(try summary(limit: 8_000) == summary(limit: nil))
  }

  @Test func `a digest is written and read back`() throws {
    var builder = SummaryBuilder(limit: 0)
    builder.begin(Self.runs[0].planned)
    for tick in Self.runs[0].ticks { builder.add(tick) }
    let data = try JSONEncoder().encode(try #require(builder.currentDigest))
    builder.finish(.fine)
    var other = SummaryBuilder()
    other.begin(Self.runs[0].planned)
    other.replace(with: try JSONDecoder().decode(StoredDigest.self, from: data))
    other.finish(.fine)
    #expect(other.summaries() == builder.summaries())
  }

  @Test func `histograms decide nothing about chance, and say so`() throws {
    var builder = SummaryBuilder(limit: 0)
    builder.add(Recording(environment: Environment(), runs: Self.runs, status: .complete))
    let side = Dataset(label: "a", file: "a", environment: Environment(), cells: builder.samples())
    var slower = SummaryBuilder()
    slower.add(Recording(environment: Environment(), runs: Self.runs, status: .complete))
    let other = Dataset(label: "b", file: "b", environment: Environment(), cells: slower.samples())
    let cell = try #require(Comparison(base: side, others: [other]).columns[0].cells.first)
    for figure in cell.figures where figure.figure != .drift {
      guard case .undecided(let reason) = figure.verdict else {
        Issue.record("\(figure)")
        continue
      }
      #expect(reason.description.contains("histograms"))
    }
  }

  private func close(_ left: Double?, _ right: Double?, _ part: Double) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return abs(left - right) <= part * max(abs(left), abs(right))
  }
}

/// SplitMix64 (Steele, Lea, Flood 2014), so that the samples are the same everywhere.
private struct SystemSplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

@Suite struct WorstRowsTests {
  @Test func `the latest callbacks are kept with the rows around them, each once and in order`() {
    var rows = WorstRows(most: 2, around: 1)
    let lateness: [Int64] = [5, 1, 90, 2, 3, 4, 80, 70, 1, 1, 75]
    for (slot, late) in lateness.enumerated() {
      rows.add(Tick(slot: Int64(slot), deadline: Int64(slot) * 1_000, callback: Int64(slot) * 1_000 + late))
    }
    // 90 at slot 2 and 80 at slot 6; 75 comes later and is less.
    #expect(rows.rows.map(\.slot) == [1, 2, 3, 5, 6, 7])
  }

  @Test func `callbacks of the warm-up are shown beside others, and are not the worst`() {
    var rows = WorstRows(most: 1, around: 1)
    for (slot, late) in [900, 800, 5, 3].enumerated() {
      let deadline = Int64(slot) * 1_000
      rows.add(
        Tick(warmup: slot < 2, slot: Int64(slot), deadline: deadline, callback: deadline + Int64(late)))
    }
    #expect(rows.rows.map(\.slot) == [1, 2, 3])
  }

  @Test func `a callback whose lateness belongs to a clock event is not the worst`() {
    var rows = WorstRows(most: 1, around: 0)
    for (slot, late) in [5, 900, 7, 3].enumerated() {
      let deadline = Int64(slot) * 1_000
      rows.add(
        Tick(event: slot == 1, slot: Int64(slot), deadline: deadline, callback: deadline + Int64(late)))
    }
    #expect(rows.rows.map(\.slot) == [2])
  }

  @Test func `however long the run, the rows are as many as were asked for`() {
    var rows = WorstRows(most: 10, around: 3)
    for slot in Int64(0)..<100_000 {
      rows.add(Tick(slot: slot, deadline: slot * 1_000, callback: slot * 1_000 + slot % 977))
    }
    #expect(rows.rows.count <= 70)
    #expect(rows.rows.filter { $0.lateness == 976 }.count >= 10)
  }
}
