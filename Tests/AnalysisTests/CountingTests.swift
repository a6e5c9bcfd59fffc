import Testing
import Timing

@testable import Analysis

/// Times that are counted instead of kept, against the standard library's sort of all of them.
@Suite struct CountingTests {
  /// Times as they come: how far they spread, and how many are far away.
  static let shapes: [(count: Int, spread: Int64, strays: Int)] = [
    (0, 1, 1), (1, 1, 1), (66_000, 1 << 40, 1), (140_000, 2, 1_000), (70_000, 3_000, 700),
    (80_000, 900_000, 50), (70_000, 40_000_000, 10),
  ]

  private static func times(_ shape: (count: Int, spread: Int64, strays: Int), seed: UInt64) -> [Int64] {
    var random = SplitMix64(seed: seed)
    return (0..<shape.count).map { index in
      let time = Int64(random.next() % UInt64(shape.spread)) - shape.spread / 10
      return index % shape.strays == shape.strays - 1 ? time &* 1_000_003 : time
    }
  }

  private func check(_ counts: TimeCounts, _ times: [Int64]) {
    let sorted = times.sorted()
    let samples = ExactSamples(counts)
    var histogram = Histogram()
    for time in times { histogram.add(time) }
    #expect(samples.histogram == histogram)
    #expect(samples.early == Int64(times.count { $0 < 0 }))
    guard !times.isEmpty else { return }
    let ranks = (0...200).map { max(1, sorted.count * $0 / 200) }
    let expected = ranks.map { rank in
      RankedValue(
        value: sorted[rank - 1], upTo: Int64(sorted.partitioningIndex { $0 > sorted[rank - 1] }))
    }
    #expect(samples.elements(ranks: ranks.map(Int64.init)) == expected)
    for centre in [sorted[sorted.count / 2], 0] {
      let distances = times.map { $0.distance(from: centre) }.sorted()
      #expect(samples.medianDistance(from: centre) == distances[(distances.count + 1) / 2 - 1])
    }
  }

  @Test(arguments: shapes.indices)
  func `counted times have the ranks, sums and distances of the sorted ones`(shape: Int) {
    let times = Self.times(Self.shapes[shape], seed: UInt64(shape))
    var counts = TimeCounts()
    for time in times { counts.add(time) }
    check(counts, times)
  }

  @Test(arguments: [(1, 4), (4, 1), (3, 3), (4, 5), (6, 4), (2, 5)])
  func `two samples add up to the sample of both`(first: Int, second: Int) {
    let (left, right) = (Self.times(Self.shapes[first], seed: 7), Self.times(Self.shapes[second], seed: 8))
    var (counts, other) = (TimeCounts(), TimeCounts())
    for time in left { counts.add(time) }
    for time in right { other.add(time) }
    counts.add(other)
    check(counts, left + right)
  }

  @Test func `progressions count as their values do, however many overlap`() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<30 {
      let progressions = (0..<40).map { _ in
        Progression(
          lowest: Int64(random.next() % 4_000) - 2_000, count: Int64(random.next() % 60),
          step: [7, 100, 1_000][Int(random.next() % 3)])
      }
      let index = ProgressionIndex(progressions)
      let values = progressions.flatMap { Array($0.values) }
      for _ in 0..<50 {
        let limit = Int64(random.next() % 70_000) - 5_000
        #expect(index.count(atMost: limit) == Int64(values.count { $0 <= limit }))
      }
      #expect(index.count(atMost: .max) == Int64(values.count))
      #expect(index.count(atMost: .min) == 0)
    }
  }

  @Test(arguments: [0, 1, 100, 1_500, 5_000], [false, true])
  func `a cell whose times are counted has the figures of one whose callbacks are kept`(
    limit: Int, series: Bool
  ) throws {
    let runs =
      DigestTests.runs + [
        Run(.test(leeway: .us(50), timers: 2), ticks: Self.overloaded, repetition: 2)
      ]
    let recording = Recording(environment: Environment(), runs: runs, status: .complete)
    var (kept, counting) = (SummaryBuilder(), SummaryBuilder(countingBeyond: limit, series: series))
    kept.add(recording)
    counting.add(recording)
    let (left, right) = (kept.summaries()[0], counting.summaries()[0])
    #expect(left.callbacks == right.callbacks)
    #expect(left.response == right.response)
    #expect(left.latency == right.latency)
    #expect(left.slots == right.slots)
    #expect(left.pace == right.pace)
    #expect(left.causes == right.causes)
    #expect(!right.isFromHistogram)
    let (drift, other) = (try #require(left.phaseDrift), try #require(right.phaseDrift))
    #expect(abs(drift.ppm / other.ppm - 1) < 1e-6)
    if series {
      #expect(Stability(kept.samples()[0]) == Stability(counting.samples()[0]))
    } else if limit == 0 {
      #expect(counting.samples()[0].runs.allSatisfy { $0.tracks.isEmpty && $0.isCounted })
    }
  }

  /// A timer that is called late again and again, so that callbacks answer many deadlines and find their own answered.
  private static let overloaded: [Tick] = {
    var random = SplitMix64(seed: 9)
    var (ticks, slot, callback): ([Tick], Int64, Int64) = ([], 0, 0)
    for index in 0..<900 {
      let missed: Int64 = index % 50 == 0 ? Int64(random.next() % 300) : 0
      slot += missed
      let deadline = slot * 1_000_000
      callback = max(callback + 10_000, deadline + Int64(random.next() % 90_000_000))
      let fired: Int64 = index % 3 == 0 ? 1 + Int64(random.next() % 4) : 1
      ticks.append(
        Tick(
          slot: slot, deadline: deadline, callback: callback, fired: fired, missed: missed,
          blocked: index % 2 == 0 ? (callback - deadline) / 3 : 0))
      slot += fired
    }
    return ticks
  }()

  @Test func `a copy of a recording that broke off is told, counted or kept`() throws {
    let facts = DigestTests.runs[0].facts
    let whole = Run(planned: DigestTests.runs[0].planned, ticks: DigestTests.runs[0].ticks, facts: facts)
    let cut = Run(
      planned: whole.planned, ticks: Array(whole.ticks.prefix(2_000)), facts: nil)
    for limit in [100, 100_000] {
      let sides = [whole, cut].map { run in
        var builder = SummaryBuilder(countingBeyond: limit, series: false)
        builder.add(Recording(environment: Environment(), runs: [run], status: .complete))
        var environment = Environment()
        environment[.machine] = "one"
        return Dataset(
          label: "a", file: run.facts == nil ? "cut" : "whole", environment: environment,
          cells: builder.samples())
      }
      #expect(throws: RepeatedRun.self) { _ = try Dataset.pooled(sides) }
    }
  }
}

/// Stability over many slots, against its definition written out.
@Suite struct SlotSeriesTests {
  @Test(arguments: [2, 3, 1_024, 1_025, 5_000, 34_000], [0, 9, 2_000])
  func `ranges within windows are the largest of any two in one`(count: Int, gaps: Int) {
    var random = SplitMix64(seed: UInt64(count + gaps))
    var times = (0..<count).map { _ in Int32(truncatingIfNeeded: Int64(random.next() % 1_000_000) - 500_000) }
    if gaps > 0 {
      for index in times.indices where index / gaps % 2 == 1 { times[index] = .min }
    }
    let ranges = SlidingRanges(times).largest
    let wide = SlidingRanges(times.map { $0 == .min ? Int64.min : Int64($0) }).largest
    #expect(ranges.map { UInt64($0) } == wide.map { UInt64($0) })
    #expect(ranges.count == (0..<40).count { 1 << $0 < count })
    for octave in [0, 1, 5, 10, 11, 12, ranges.count - 1] where ranges.indices.contains(octave) {
      let width = 1 << octave
      var most: Int64 = 0
      let step = max(1, (count - width) * width / 1_000_000)
      for start in stride(from: 0, to: count - width, by: step) {
        var (low, high) = (Int64.max, Int64.min)
        for time in times[start...start + width] where time != .min {
          (low, high) = (min(low, Int64(time)), max(high, Int64(time)))
        }
        if high > low { most = max(most, high - low) }
      }
      #expect(step > 1 ? UInt64(ranges[octave]) >= UInt64(most) : UInt64(ranges[octave]) == UInt64(most))
    }
  }

  @Test func `the terms of a series without gaps are those of the definition`() {
    var random = SplitMix64(seed: 5)
    let times = (0..<3_000).map { _ in Int32(truncatingIfNeeded: random.next() % 90_000) }
    let whole = TimeErrorSeries(times).octaves()
    for (index, octave) in whole.enumerated() {
      let width = 1 << index
      guard times.count >= 3 * width else { continue }
      var (squares, terms) = (0.0, 0)
      for start in 0...times.count - 3 * width {
        let mean =
          (0..<width).reduce(0.0) { sum, offset in
            let place = start + offset
            return sum + Double(times[place + 2 * width]) - 2 * Double(times[place + width])
              + Double(times[place])
          } / Double(width)
        squares += mean * mean
        terms += 1
      }
      #expect(octave.terms == Int64(terms))
      #expect(abs(octave.squares / squares - 1) < 1e-12)
    }
  }
}
