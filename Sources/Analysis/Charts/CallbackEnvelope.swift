import Timing

/// The callbacks of a run that a picture of so many pixel columns can show.
///
/// Of each column the earliest and the latest callback are kept and a few evenly spread ones that show where the others
/// lie; besides, the latest callbacks of the run, its first and its last. Missed and merged slots are kept as stretches
/// of time that are not narrower than a column. Memory is constant in the length of the run: the columns widen as it goes
/// on, and end up between `columns` and twice as many.
struct CallbackEnvelope: Sendable {
  /// A callback that is kept.
  struct Point: Hashable, Sendable {
    /// The callback, accounted for.
    var tick: Tick
    /// How late it came, in nanoseconds.
    var lateness: Int64
    /// How far a program that counts the callbacks of its timer was behind, in nanoseconds.
    var behind: Int64
    /// Its place in the run, from 0.
    var order: Int64

    /// When it came, in nanoseconds.
    var callback: Int64 { tick.callback }
  }

  /// How many of the latest callbacks of the run are kept in any case.
  static let worst = 16
  private static let samplesPerColumn = 2

  /// The width of a column now, in nanoseconds: 2^shift.
  private var shift: Int64 = 10
  private let limit: Int
  private var columns: [Column] = []
  private var origin: Int64 = 0
  private var count: Int64 = 0
  private var latest: [Point] = []
  private var leastOfLatest: Int64 = .min
  private var first: Point?
  private var last: Point?
  /// What callbacks of the column at hand add nothing to it: most of them.
  private var idle = Idle()

  private struct Idle: Sendable {
    /// When they come, and how late they are.
    var times: Range<Int64> = 0..<0
    var lateness: ClosedRange<Int64> = 0...0
    /// None whose place in the run has no bit of these.
    var mask: Int64 = 0
  }

  /// Creates the envelope of a run, for a picture of `columns` pixels, at least 1.
  init(columns: Int) {
    precondition(columns >= 1, "a picture has at least one column")
    limit = 2 * columns
  }

  /// The width of a column now, in nanoseconds.
  var width: Int64 { 1 << shift }
}

extension CallbackEnvelope {
  /// Adds the next callback of the run, in the order in which they came.
  mutating func add(_ tick: Tick, behind: Int64, interval: Int64) {
    let lateness = tick.callback.subtractingSaturated(tick.deadline)
    let point = Point(tick: tick, lateness: lateness, behind: behind, order: count)
    if idle.times.contains(tick.callback), idle.lateness.contains(lateness), count & idle.mask != 0,
      tick.missed | (tick.fired - 1) == 0
    {
      count += 1
      last = point
      return
    }
    if count == 0 {
      origin = tick.callback
      first = point
    }
    count += 1
    last = point
    if latest.count < Self.worst || lateness > leastOfLatest { remember(point) }
    let distance = max(0, tick.callback.subtractingSaturated(origin))
    while distance >> shift >= Int64(limit) { widen() }
    let index = Int(distance >> shift)
    while columns.count <= index { columns.append(Column()) }
    columns[index].add(point)
    if tick.missed > 0 {
      columns[index].missed.add(
        from: tick.deadline.subtractingSaturated(tick.missed.multipliedSaturated(by: interval)),
        to: tick.deadline)
    }
    if tick.fired > 1 {
      columns[index].merged.add(
        from: tick.deadline.addingSaturated(interval),
        to: tick.deadline.addingSaturated(tick.fired.multipliedSaturated(by: interval)))
    }
    leaveIdle(columns[index], index)
  }

  private mutating func leaveIdle(_ column: Column, _ index: Int) {
    let (from, isBeyond) = (Int64(index) << shift).addingReportingOverflow(origin)
    guard !isBeyond, latest.count == Self.worst, let earliest = column.earliest, let late = column.latest
    else {
      return
    }
    let most = min(late.lateness, leastOfLatest)
    guard earliest.lateness <= most else { return idle.times = 0..<0 }
    idle = Idle(
      times: from..<from.addingSaturated(width), lateness: earliest.lateness...most, mask: column.stride - 1)
  }

  private mutating func remember(_ point: Point) {
    if latest.count == Self.worst, let least = latest.last, point.lateness <= least.lateness { return }
    let place = latest.firstIndex { $0.lateness < point.lateness } ?? latest.count
    latest.insert(point, at: place)
    if latest.count > Self.worst { latest.removeLast() }
    leastOfLatest = latest.last?.lateness ?? .min
  }

  private mutating func widen() {
    shift += 1
    columns = stride(from: 0, to: columns.count, by: 2).map { index in
      index + 1 < columns.count ? columns[index].joined(with: columns[index + 1]) : columns[index]
    }
  }

  /// What is kept, in the order in which it came.
  var points: [Point] {
    var seen: Set<Int64> = []
    let candidates = columns.flatMap(\.points) + latest + [first, last].compactMap(\.self)
    return candidates.filter { seen.insert($0.order).inserted }.sorted { $0.order < $1.order }
  }

  /// The callbacks that have to be shown whatever else is there: the latest and the earliest of the run.
  var outliers: Set<Int64> {
    let earliest = columns.compactMap(\.earliest).min { $0.lateness < $1.lateness }
    return Set((latest + [earliest].compactMap(\.self)).map(\.order))
  }

  /// The earliest and the latest callback of every column.
  var extremes: Set<Int64> {
    Set(columns.flatMap { [$0.earliest, $0.latest].compactMap { $0?.order } })
  }

  /// From the first deadline that was missed in each column to the callback after the last, in nanoseconds.
  var missed: [Range<Int64>] { columns.compactMap(\.missed.range) }
  /// From the first deadline of each column that was merged into an earlier callback to the first that was not.
  var merged: [Range<Int64>] { columns.compactMap(\.merged.range) }
}

/// A stretch of time that grows.
private struct Stretch: Sendable {
  private(set) var range: Range<Int64>?

  mutating func add(from: Int64, to: Int64) {
    guard from < to else { return }
    range = min(range?.lowerBound ?? from, from)..<max(range?.upperBound ?? to, to)
  }

  mutating func add(_ other: Stretch) {
    if let range = other.range { add(from: range.lowerBound, to: range.upperBound) }
  }
}

extension CallbackEnvelope {
  private struct Column: Sendable {
    var earliest: Point?
    var latest: Point?
    var samples: [Point] = []
    /// A power of two; a sample's place in the run is a multiple of it.
    var stride: Int64 = 1
    var missed = Stretch()
    var merged = Stretch()

    mutating func add(_ point: Point) {
      if point.lateness < earliest?.lateness ?? .max { earliest = point }
      if latest.map({ point.lateness > $0.lateness }) ?? true { latest = point }
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
      if let point = next.earliest, point.lateness < earliest?.lateness ?? .max { both.earliest = point }
      if let point = next.latest, latest.map({ point.lateness > $0.lateness }) ?? true { both.latest = point }
      both.missed.add(next.missed)
      both.merged.add(next.merged)
      both.stride = max(stride, next.stride)
      both.sample(next.samples)
      return both
    }

    var points: [Point] { [earliest, latest].compactMap(\.self) + samples }
  }
}
