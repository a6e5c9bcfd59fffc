import Timing

/// The callbacks of a run in groups that follow each other in time, each with the sums of every timer.
struct DriftGroups {
  /// The groups in order; in each the sums of every timer, of slot (x) and lateness (y) less an origin of the timer's.
  let groups: [[DriftSums]]
  /// The centred products of all groups.
  let products: DriftProducts
  /// How many timers called back three times or more.
  let timers: Int
  /// The sum of squares of lateness about each timer's mean.
  let squares: Double
  /// The sum of squares of the change of lateness from one callback of a timer to its next.
  let changeSquares: Double
  /// The sum of those changes, and how many there are.
  let changes: (sum: Double, count: Double)

  private static let smallestGroup = 3

  /// - Parameter most: how many groups there are at most, where the callbacks are kept one by one.
  init(_ run: RunSamples, most: Int) {
    if let digest = run.digest { self.init(digest) } else { self.init(run.tracks, most: most) }
  }

  private init(_ tracks: [Track], most: Int) {
    let tracks = tracks.filter { $0.lateness.count >= Self.smallestGroup }
    let shortest = tracks.reduce(Int.max) { min($0, $1.lateness.count) }
    let parts = tracks.isEmpty ? 0 : min(most, shortest / Self.smallestGroup)
    var groups = [[DriftSums]](repeating: [], count: parts)
    var (squares, changeSquares, changes) = (0.0, 0.0, (sum: 0.0, count: 0.0))
    for track in tracks {
      let sums = TrackSums(track, parts: parts)
      for index in groups.indices { groups[index].append(sums.groups[index]) }
      squares += sums.squares
      changeSquares += sums.changeSquares
      changes.sum += sums.change
      changes.count += Double(track.lateness.count - 1)
    }
    (self.groups, timers, products) = (groups, tracks.count, Self.products(groups))
    (self.squares, self.changeSquares, self.changes) = (squares, changeSquares, changes)
  }

  /// Groups of every timer as large as the largest; what the timers' means differ by counts with the squares.
  private init(_ digest: RunDigest) {
    var timers = digest.timers.filter { $0.callbacks >= Int64(Self.smallestGroup) }
    let size = timers.reduce(Int64(Self.smallestGroup)) { max($0, $1.groupSize) }
    for index in timers.indices {
      while timers[index].groupSize < size { timers[index].join() }
    }
    let parts = timers.reduce(0) { max($0, $1.groups.count) }
    let groups = (0..<parts).map { part in
      timers.map { $0.groups.indices.contains(part) ? $0.groups[part] : DriftSums() }
    }
    (self.groups, self.timers, products) = (groups, timers.count, Self.products(groups))
    let (count, sum) = (Double(digest.lateness.count), Double(digest.lateness.sum))
    squares = max(0, (digest.lateness.squares.map { Double($0) } ?? .infinity) - sum * sum / max(count, 1))
    changeSquares = digest.jitter.squares.map { Double($0) } ?? 0
    changes = (
      timers.reduce(0) { $0 + Double($1.lastLateness.subtractingSaturated($1.firstLateness)) },
      timers.reduce(0) { $0 + Double($1.callbacks - 1) }
    )
  }

  private static func products(_ groups: [[DriftSums]]) -> DriftProducts {
    let timers = groups.first?.count ?? 0
    return (0..<timers).reduce(DriftProducts()) { sum, timer in
      sum + groups.reduce(DriftSums()) { $0 + $1[timer] }.products
    }
  }
}

/// The sums of one timer in one run.
private struct TrackSums {
  var groups: [DriftSums]
  var squares = 0.0
  var changeSquares = 0.0
  var change = 0.0

  /// Centres slot and lateness as integers and on their means before it multiplies: a nanosecond counts after
  /// 120 days too.
  init(_ track: Track, parts: Int) {
    groups = [DriftSums](repeating: DriftSums(), count: parts)
    let last = track.finalSlot ?? track.firstSlot
    let origin = (slot: track.firstSlot &+ (last &- track.firstSlot) / 2, lateness: track.lateness[0])
    var total = (slot: 0.0, lateness: 0.0)
    track.forEach { slot, lateness in
      total.slot += Double(slot &- origin.slot)
      total.lateness += Double(lateness.subtractingSaturated(origin.lateness))
    }
    let count = track.lateness.count
    let mean = (slot: total.slot / Double(count), lateness: total.lateness / Double(count))
    var (index, group, end) = (0, 0, (count + parts - 1) / parts)
    var (groups, squares, changeSquares, before) = (self.groups, 0.0, 0.0, 0.0)
    track.forEach { slot, lateness in
      if index == end {
        group += 1
        end = ((group + 1) * count + parts - 1) / parts
      }
      let y = Double(lateness.subtractingSaturated(origin.lateness)) - mean.lateness
      groups[group].add(Double(slot &- origin.slot) - mean.slot, y)
      squares += y * y
      if index > 0 { changeSquares += (y - before) * (y - before) }
      before = y
      index += 1
    }
    (self.groups, self.squares, self.changeSquares) = (groups, squares, changeSquares)
    change = before + mean.lateness
  }
}
