/// A sample whose values are all known, some of them as progressions, so that a stall of a billion slots costs nothing.
///
/// The values are neither copied nor sorted as a whole: a histogram tells in which bin a rank lies, and the bins in
/// question are counted ever more finely until they hold a single value, or so few that these are sorted.
struct ExactSamples<Series: TimeSeries>: OrderedSamples {
  let histogram: Histogram
  private let series: Series
  private let progressions: [Progression]

  /// Goes through the series once.
  init(_ series: Series, progressions: [Progression] = []) {
    var counter = HistogramCounter()
    series.feed(&counter)
    var histogram = counter.histogram
    for progression in progressions { histogram.add(progression) }
    (self.histogram, self.series, self.progressions) = (histogram, series, progressions)
  }

  /// The median of the distances from a value, by the same rule as every quantile. The histogram tells between which
  /// bounds it lies, so that mostly one look at the values suffices.
  func medianDistance(from centre: Int64) -> Int64? {
    guard var bounds = DistanceBounds(of: .p50, in: histogram, from: centre).range else { return nil }
    let rank = Quantile.p50.rank(of: count)
    let distances = progressions.flatMap { $0.distances(from: centre) }
    while bounds.lowerBound < bounds.upperBound {
      var counter = DistanceCounter(from: centre, in: bounds)
      series.feed(&counter)
      for progression in distances { counter.add(progression) }
      guard let part = counter.part(holding: rank) else { return nil }
      bounds = part
    }
    return bounds.lowerBound
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
    var counter = CellCounter(intervals)
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

/// Counts the values of a series into the bins of a histogram.
private struct HistogramCounter: TimeConsumer {
  /// Two counts a bin, for values of even and odd position: one alone would wait for itself where many values are alike.
  private var bins = [Int64](repeating: 0, count: 2 * Histogram.Bin.all)
  private var count = Int64(0)
  private var least = Int64.max
  private var most = Int64.min
  private var sum = Int128(0)
  private var squares: UInt128? = 0

  mutating func take(_ times: Span<Int32>) { add(times) }
  mutating func take(_ times: Span<Int64>) { add(times) }

  @inline(__always)
  private mutating func add(_ times: Span<some FixedWidthInteger>) {
    var (low, high) = (least, most)
    var total = Int128(0)
    var square = UInt128(0)
    var overflows = false
    var bins = bins.mutableSpan
    for index in times.indices {
      let value = Int64(truncatingIfNeeded: times[index])
      bins[2 &* Histogram.Bin.number(of: value) &+ index & 1] &+= 1
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
    for number in 0..<Histogram.Bin.all {
      let times = bins[2 * number] + bins[2 * number + 1]
      if times > 0, let bin = Histogram.Bin(number: number) { histogram.add(binOf: bin, times: times) }
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

  private var frames: [Frame] = []
  private var cells: [Int64] = []
  /// The first interval in each bin of a histogram; −1 where there is none.
  private var frameOfBin = [Int32](repeating: -1, count: Histogram.Bin.all)

  init(_ intervals: [RankInterval]) {
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
      let bin = Histogram.Bin.number(of: low)
      if frameOfBin[bin] < 0 { frameOfBin[bin] = Int32(index) }
    }
  }

  mutating func take(_ times: Span<Int32>) { add(times) }
  mutating func take(_ times: Span<Int64>) { add(times) }

  @inline(__always)
  private mutating func add(_ times: Span<some FixedWidthInteger>) {
    for index in times.indices {
      let value = Int64(truncatingIfNeeded: times[index])
      var place = Int(frameOfBin[Histogram.Bin.number(of: value)])
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

/// Between which bounds a quantile of the distances from a value lies, as far as a histogram tells.
private struct DistanceBounds {
  private let bins: [(range: ClosedRange<Int64>, upTo: Int64)]
  private let centre: Int64
  private let rank: Int64

  init(of quantile: Quantile, in histogram: Histogram, from centre: Int64) {
    var upTo = Int64(0)
    bins = histogram.bins.map { bin, count in
      upTo = upTo.addingSaturated(count)
      return (bin.range, upTo)
    }
    self.centre = centre
    rank = quantile.rank(of: histogram.count)
  }

  /// `nil` for an empty histogram.
  var range: ClosedRange<Int64>? {
    guard !bins.isEmpty else { return nil }
    let least = smallest { count(touching: $0) >= rank }
    return least...max(least, smallest { count(within: $0) >= rank })
  }

  /// Values of the bins that hold any value as near as `distance`: at least those that are as near.
  private func count(touching distance: Int64) -> Int64 {
    let (low, high) = (centre.subtractingSaturated(distance), centre.addingSaturated(distance))
    let first = bins.partitioningIndex { $0.range.upperBound >= low }
    return count(from: first, to: bins.partitioningIndex { $0.range.lowerBound > high })
  }

  /// Values of the bins all of whose values are as near as `distance`: at most those that are as near.
  private func count(within distance: Int64) -> Int64 {
    let (low, high) = (centre.subtractingSaturated(distance), centre.addingSaturated(distance))
    let first = bins.partitioningIndex { $0.range.lowerBound >= low }
    return count(from: first, to: bins.partitioningIndex { $0.range.upperBound > high })
  }

  private func count(from first: Int, to end: Int) -> Int64 {
    guard first < end else { return 0 }
    return bins[end - 1].upTo - (first > 0 ? bins[first - 1].upTo : 0)
  }

  private func smallest(where holds: (Int64) -> Bool) -> Int64 {
    var (low, high) = (Int64(0), Int64.max)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// Counts the values whose distances from one lie between two bounds in equal cells, and those that are nearer.
private struct DistanceCounter: TimeConsumer {
  private static let mostCells = UInt64(4_096)

  private let centre: Int64
  private let bounds: ClosedRange<Int64>
  private let shift: UInt64
  private var nearer = Int64(0)
  private var cells: [Int64]

  init(from centre: Int64, in bounds: ClosedRange<Int64>) {
    (self.centre, self.bounds) = (centre, bounds)
    let span = UInt64(bounds.upperBound - bounds.lowerBound)
    var shift = UInt64(0)
    while span >> shift >= DistanceCounter.mostCells { shift += 1 }
    self.shift = shift
    cells = [Int64](repeating: 0, count: Int(span >> shift) + 1)
  }

  mutating func take(_ times: Span<Int32>) { add(times) }
  mutating func take(_ times: Span<Int64>) { add(times) }

  @inline(__always)
  private mutating func add(_ times: Span<some FixedWidthInteger>) {
    let (centre, low, high, shift) = (centre, bounds.lowerBound, bounds.upperBound, shift)
    for index in times.indices {
      let distance = Int64(truncatingIfNeeded: times[index]).distance(from: centre)
      nearer &+= distance < low ? 1 : 0
      if distance >= low, distance <= high { cells[Int((distance &- low) &>> Int64(shift))] &+= 1 }
    }
  }

  mutating func add(_ distances: Progression) {
    if bounds.lowerBound > 0 {
      nearer = nearer.addingSaturated(distances.count(atMost: bounds.lowerBound - 1))
    }
    guard distances.lowest <= bounds.upperBound, distances.highest >= bounds.lowerBound else { return }
    for cell in cells.indices {
      cells[cell] = cells[cell].addingSaturated(distances.count(in: range(of: cell)))
    }
  }

  private func range(of cell: Int) -> ClosedRange<Int64> {
    let low = bounds.lowerBound + Int64(cell) << Int64(shift)
    return low...min(bounds.upperBound, low.addingSaturated((Int64(1) << Int64(shift)) - 1))
  }

  /// The cell in which the element of a rank lies.
  func part(holding rank: Int64) -> ClosedRange<Int64>? {
    var walk = RankWalk(ranks: [rank], below: nearer)
    for cell in cells.indices {
      if let part = walk.next(range(of: cell), count: cells[cell]) { return part.range }
    }
    return nil
  }
}
