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
  /// Goes through some lists once.
  init(_ lists: [TimeList]) { self.init(ListedTimes(lists: lists)) }
}

extension ExactSamples where Series == OwnResponses {
  /// Progressions up to this length are no cheaper than their values.
  private static var shortProgression: Int64 { 4_096 }
  /// With fewer values than this, short progressions are held as values.
  private static var mostExpanded: Int { 1 << 25 }

  /// Goes through the responses once; short progressions become a list of their own.
  init(_ own: OwnResponses, others progressions: [Progression]) {
    var own = own
    var kept: [Progression] = []
    for progression in progressions where progression.count > 0 {
      if progression.count <= Self.shortProgression, own.others.count < Self.mostExpanded {
        for value in progression.values { own.others.append(value) }
      } else {
        kept.append(progression)
      }
    }
    self.init(own, progressions: kept)
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
