import Timing

/// The callbacks of a run that a picture of so many pixel columns can show.
///
/// Of each column the earliest and the latest callback are kept, the first ``missedPerColumn`` that follow missed
/// slots, and a few evenly spread ones that show where the others lie; besides, the latest callbacks of the run, its
/// first and its last. Memory is constant in the length of the run: the columns widen as it goes on, and end up
/// between `columns` and twice as many.
package struct Envelope: Sendable {
  /// A callback that is kept, and what had come together by then.
  package struct Point: Hashable, Sendable {
    /// The callback.
    package var tick: Tick
    /// Its place in the run, from 0.
    package var order: Int64
    /// What goes from row to row, this callback included.
    package var sums: Sums
  }

  /// Sums over the callbacks of a run up to one of them.
  package struct Sums: Hashable, Sendable {
    /// How far a program that counts the callbacks of the tick's timer was behind, in nanoseconds.
    package var behind: Int64 = 0
    /// Missed slots.
    package var missed: Int64 = 0
    /// Merged deadlines.
    package var merged: Int64 = 0
    /// Wakeup clusters.
    package var clusters: Int64 = 0

    /// Creates sums of nothing.
    package init() {}
  }

  /// How many callbacks after missed slots a column keeps.
  package static let missedPerColumn = 32
  /// How many of the latest callbacks of the run are kept in any case.
  package static let worst = 16
  private static let samplesPerColumn = 2

  /// The width of a column now, in nanoseconds.
  package private(set) var width: Int64 = 1_000
  private let limit: Int
  private var columns: [Column] = []
  private var origin: Int64 = 0
  private var count: Int64 = 0
  private var latest: [Point] = []
  private var leastOfLatest: Int64 = .min
  private var first: Point?
  private var last: Point?

  /// Creates the envelope of a run, for a picture of `columns` pixels, at least 1.
  package init(columns: Int) {
    precondition(columns >= 1, "a picture has at least one column")
    limit = 2 * columns
  }
}

extension Envelope {
  /// Adds the next callback of the run, in the order in which they came.
  package mutating func add(_ tick: Tick, sums: Sums = Sums()) {
    let point = Point(tick: tick, order: count, sums: sums)
    if count == 0 {
      origin = tick.callback
      first = point
    }
    count += 1
    last = point
    if latest.count < Self.worst || tick.lateness > leastOfLatest { remember(point) }
    var index = Int(max(0, tick.callback - origin) / width)
    while index >= limit {
      widen()
      index = Int(max(0, tick.callback - origin) / width)
    }
    while columns.count <= index { columns.append(Column()) }
    columns[index].add(point)
  }

  private mutating func remember(_ point: Point) {
    if latest.count == Self.worst, let least = latest.last, point.tick.lateness <= least.tick.lateness {
      return
    }
    let place = latest.firstIndex { $0.tick.lateness < point.tick.lateness } ?? latest.count
    latest.insert(point, at: place)
    if latest.count > Self.worst { latest.removeLast() }
    leastOfLatest = latest.last?.tick.lateness ?? .min
  }

  private mutating func widen() {
    width *= 2
    columns = stride(from: 0, to: columns.count, by: 2).map { index in
      index + 1 < columns.count ? columns[index].joined(with: columns[index + 1]) : columns[index]
    }
  }

  /// What is kept, in the order in which it came.
  package var points: [Point] {
    var seen: Set<Int64> = []
    let candidates = columns.flatMap(\.points) + latest + [first, last].compactMap(\.self)
    return candidates.filter { seen.insert($0.order).inserted }.sorted { $0.order < $1.order }
  }
}

extension Envelope {
  private struct Column: Sendable {
    var earliest: Point?
    var latest: Point?
    var missed: [Point] = []
    var samples: [Point] = []
    /// A power of two; a sample's place in the run is a multiple of it.
    var stride: Int64 = 1
    var low: Int64 = .max
    var high: Int64 = .min

    mutating func add(_ point: Point) {
      let lateness = point.tick.lateness
      if lateness < low {
        low = lateness
        earliest = point
      }
      if lateness > high {
        high = lateness
        latest = point
      }
      if point.tick.missed > 0, missed.count < missedPerColumn { missed.append(point) }
      if point.order & (stride - 1) == 0 { sample([point]) }
    }

    mutating func sample(_ points: [Point]) {
      samples += points
      while samples.count > samplesPerColumn {
        stride *= 2
        let kept = samples.filter { $0.order.isMultiple(of: stride) }
        samples = kept.isEmpty ? Array(samples.prefix(1)) : kept
      }
    }

    func joined(with next: Column) -> Column {
      var both = self
      if next.low < low { (both.low, both.earliest) = (next.low, next.earliest) }
      if next.high > high { (both.high, both.latest) = (next.high, next.latest) }
      both.missed = Array((missed + next.missed).prefix(missedPerColumn))
      both.stride = max(stride, next.stride)
      both.sample(next.samples)
      return both
    }

    var points: [Point] {
      [earliest, latest].compactMap(\.self) + missed + samples
    }
  }
}
