/// A sample whose values are all known, some of them as progressions, so that a stall of a billion slots costs nothing.
///
/// The values are neither copied nor sorted as a whole: a histogram tells in which bin a rank lies, and the bins in
/// question are counted ever more finely until they hold a single value, or so few that these are sorted.
struct ExactSamples<Series: TimeSeries>: OrderedSamples {
  let histogram: Histogram
  private let series: Series
  private let progressions: [Progression]
  /// Where the sample is one of distances: from what.
  private let centre: Int64?

  /// Goes through the series once.
  init(_ series: Series, progressions: [Progression] = []) {
    self.init(series, progressions, distancesFrom: nil)
  }

  private init(_ series: Series, _ progressions: [Progression], distancesFrom centre: Int64?) {
    var counter = HistogramCounter(centre: centre)
    series.feed(&counter)
    var histogram = counter.histogram
    for progression in progressions { histogram.add(progression) }
    (self.histogram, self.series, self.progressions) = (histogram, series, progressions)
    self.centre = centre
  }

  /// The median of the distances from the median, by the same rule as every quantile.
  var medianAbsoluteDeviation: Int64? {
    guard let median = quantile(.p50) else { return nil }
    let distances = ExactSamples(
      series, progressions.flatMap { $0.distances(from: median) }, distancesFrom: median)
    return distances.quantile(.p50)
  }

  func elements(ranks: [Int64]) -> [RankedValue?] {
    var found: [Int64: RankedValue] = [:]
    var open = intervals(of: Set(ranks).sorted())
    while !open.isEmpty {
      for interval in open where interval.isSettled {
        let value = RankedValue(
          value: interval.range.lowerBound, upTo: interval.below.addingSaturated(interval.count))
        for rank in interval.ranks { found[rank] = value }
      }
      open.removeAll(where: \.isSettled)
      if !open.isEmpty { open = narrowed(open) }
    }
    return ranks.map { found[$0] }
  }

  /// The bins that hold some ascending ranks.
  private func intervals(of ranks: [Int64]) -> [RankInterval] {
    var walk = RankWalk(ranks: ranks.drop { $0 < 1 })
    return histogram.bins.compactMap { walk.next($0.bin.range, count: $0.count) }
  }

  /// The parts of some disjoint ascending intervals that hold their ranks: single values, or 1/4,096 as wide.
  private func narrowed(_ intervals: [RankInterval]) -> [RankInterval] {
    var counter = CellCounter(intervals, centre: centre)
    series.feed(&counter)
    for progression in progressions { counter.add(progression) }
    return intervals.indices.flatMap { counter.parts(of: intervals[$0], at: $0) }
  }
}

extension ExactSamples where Series == ListedTimes {
  /// Progressions up to this length are no cheaper than their values.
  private static var shortProgression: Int64 { 4_096 }
  /// With fewer values than this, short progressions are held as values.
  private static var mostExpanded: Int { 1 << 25 }

  /// Goes through some lists once; short progressions become a list of their own.
  init(_ lists: [TimeList], progressions: [Progression] = []) {
    var expanded = TimeList()
    var kept: [Progression] = []
    for progression in progressions where progression.count > 0 {
      if progression.count <= Self.shortProgression, expanded.count < Self.mostExpanded {
        for value in progression.values { expanded.append(value) }
      } else {
        kept.append(progression)
      }
    }
    self.init(ListedTimes(lists: lists + [expanded]), progressions: kept)
  }
}

extension Int64 {
  /// The distance to another time, or the largest number.
  @inline(__always)
  func distance(from other: Int64) -> Int64 {
    let difference = subtractingSaturated(other)
    return difference == .min ? .max : Swift.abs(difference)
  }
}

/// An interval in which ranks are looked for.
private struct RankInterval {
  var range: ClosedRange<Int64>
  /// Values below the interval.
  var below: Int64
  /// Values in it.
  var count: Int64
  /// The ranks in it, ascending.
  var ranks: ArraySlice<Int64>

  var isSettled: Bool { range.lowerBound == range.upperBound }
}

/// Deals ascending ranks out to intervals that come in order.
private struct RankWalk {
  /// The ranks not yet reached.
  var ranks: ArraySlice<Int64>
  /// Values passed.
  var below = Int64(0)

  /// Passes the next interval, which holds `count` values; `nil` when no rank is in it.
  mutating func next(_ range: ClosedRange<Int64>, count: Int64) -> RankInterval? {
    let upTo = below.addingSaturated(count)
    defer { below = upTo }
    let within = ranks.prefix { $0 <= upTo }
    guard !within.isEmpty else { return nil }
    ranks = ranks.dropFirst(within.count)
    return RankInterval(range: range, below: below, count: count, ranks: within)
  }
}

/// Counts the values of a series, or their distances, into the bins of a histogram.
private struct HistogramCounter: TimeConsumer {
  let centre: Int64?
  private var bins = [Int64](repeating: 0, count: Histogram.Bin.all)
  private var count = Int64(0)
  private var least = Int64.max
  private var most = Int64.min
  private var sum = Int128(0)
  private var squares: UInt128? = 0

  init(centre: Int64?) { self.centre = centre }

  mutating func take(_ times: Span<Int32>) { add(times) }
  mutating func take(_ times: Span<Int64>) { add(times) }

  @inline(__always)
  private mutating func add(_ times: Span<some FixedWidthInteger>) {
    let centre = centre
    var (low, high) = (least, most)
    var total = Int128(0)
    var square = UInt128(0)
    var overflows = false
    var bins = bins.mutableSpan
    for index in times.indices {
      let time = Int64(truncatingIfNeeded: times[index])
      let value = centre.map { time.distance(from: $0) } ?? time
      bins[Histogram.Bin(of: value).number] &+= 1
      low = min(low, value)
      high = max(high, value)
      total &+= Int128(value)
      let magnitude = UInt128(value.magnitude)
      let (next, overflow) = square.addingReportingOverflow(magnitude &* magnitude)
      square = next
      overflows = overflows || overflow
    }
    (least, most) = (low, high)
    count += Int64(times.count)
    sum &+= total
    squares =
      overflows
      ? nil
      : squares.flatMap {
        let (all, overflow) = $0.addingReportingOverflow(square)
        return overflow ? nil : all
      }
  }

  var histogram: Histogram {
    var histogram = Histogram()
    guard count > 0 else { return histogram }
    for (number, times) in bins.enumerated() where times > 0 {
      if let bin = Histogram.Bin(number: number) { histogram.add(binOf: bin, times: times) }
    }
    histogram.include(from: least, through: most, count: count, sum: sum, squares: squares)
    return histogram
  }
}

/// Counts the values of some intervals in equal cells, or keeps them where they are few.
private struct CellCounter: TimeConsumer {
  /// One interval and its cells.
  private struct Frame {
    var low: Int64
    var high: Int64
    /// A cell is 2^shift wide.
    var shift: UInt64
    /// Its first place in `cells`.
    var first: Int
    /// How many of its places hold values as they came; `nil` where they are cells.
    var kept: Int?
  }

  private static let mostCells = UInt64(4_096)

  private let centre: Int64?
  private var frames: [Frame] = []
  private var cells: [Int64] = []
  /// The first interval in each bin of a histogram; −1 where there is none.
  private var frameOfBin = [Int32](repeating: -1, count: Histogram.Bin.all)

  init(_ intervals: [RankInterval], centre: Int64?) {
    self.centre = centre
    for (index, interval) in intervals.enumerated() {
      let (low, high) = (interval.range.lowerBound, interval.range.upperBound)
      let span = UInt64(bitPattern: high &- low)
      var shift = UInt64(0)
      while span >> shift >= CellCounter.mostCells { shift += 1 }
      let count = Int(span >> shift) + 1
      let isSmall = shift > 0 && interval.count <= Int64(count)
      frames.append(Frame(low: low, high: high, shift: shift, first: cells.count, kept: isSmall ? 0 : nil))
      cells += repeatElement(0, count: isSmall ? Int(interval.count) : count)
      // Every interval lies within one bin.
      let bin = Histogram.Bin(of: low).number
      if frameOfBin[bin] < 0 { frameOfBin[bin] = Int32(index) }
    }
  }

  mutating func take(_ times: Span<Int32>) { add(times) }
  mutating func take(_ times: Span<Int64>) { add(times) }

  @inline(__always)
  private mutating func add(_ times: Span<some FixedWidthInteger>) {
    let centre = centre
    for index in times.indices {
      let time = Int64(truncatingIfNeeded: times[index])
      let value = centre.map { time.distance(from: $0) } ?? time
      var place = Int(frameOfBin[Histogram.Bin(of: value).number])
      guard place >= 0 else { continue }
      while place < frames.count, value > frames[place].high { place += 1 }
      guard place < frames.count, value >= frames[place].low else { continue }
      let frame = frames[place]
      if frame.kept == nil {
        cells[
          frame.first &+ Int(truncatingIfNeeded: UInt64(bitPattern: value &- frame.low) &>> frame.shift)] &+=
          1
      } else {
        keep(value, in: place)
      }
    }
  }

  private mutating func keep(_ value: Int64, in place: Int) {
    guard let kept = frames[place].kept, kept < cellCount(place) else { return }
    cells[frames[place].first + kept] = value
    frames[place].kept = kept + 1
  }

  mutating func add(_ progression: Progression) {
    for (index, frame) in frames.enumerated() where progression.lowest <= frame.high {
      guard progression.highest >= frame.low else { continue }
      guard frame.kept == nil else {
        for value in progression.values(in: frame.low...frame.high) { keep(value, in: index) }
        continue
      }
      for cell in 0..<cellCount(index) {
        let place = frame.first + cell
        cells[place] = cells[place].addingSaturated(progression.count(in: range(of: cell, in: frame)))
      }
    }
  }

  private func cellCount(_ index: Int) -> Int {
    (index + 1 < frames.count ? frames[index + 1].first : cells.count) - frames[index].first
  }

  private func range(of cell: Int, in frame: Frame) -> ClosedRange<Int64> {
    let low = frame.low &+ Int64(cell) << Int64(frame.shift)
    return low...min(frame.high, low.addingSaturated((Int64(1) << Int64(frame.shift)) - 1))
  }

  /// The cells, or the values, that hold the ranks of the interval at `index`.
  func parts(of interval: RankInterval, at index: Int) -> [RankInterval] {
    var walk = RankWalk(ranks: interval.ranks, below: interval.below)
    let frame = frames[index]
    if let kept = frame.kept {
      var values = cells[frame.first..<frame.first + kept].sorted()[...]
      var parts: [RankInterval] = []
      while let value = values.first, !walk.ranks.isEmpty {
        let equal = values.prefix { $0 == value }
        values = values.dropFirst(equal.count)
        if let part = walk.next(value...value, count: Int64(equal.count)) { parts.append(part) }
      }
      return parts
    }
    return (0..<cellCount(index)).compactMap { cell in
      walk.ranks.isEmpty ? nil : walk.next(range(of: cell, in: frame), count: cells[frame.first + cell])
    }
  }
}
