import Timing

/// The slope of lateness against deadline over the runs of a cell.
///
/// The slope is that of ordinary least squares with an intercept for each timer of each run and one slope for all.
/// Neighbouring callbacks are correlated, so the interval comes from leaving out groups of consecutive callbacks
/// in turn: the cluster jackknife, with at least twelve groups where there are callbacks enough, and Student's t
/// with one degree of freedom less than groups (MacKinnon, Nielsen and Webb, "Fast and reliable jackknife and
/// bootstrap methods for cluster-robust inference", Journal of Applied Econometrics 38, 2023).
public struct PhaseDrift: Hashable, Sendable {
  /// The slope in parts per million; positive when callbacks come ever later.
  public let ppm: Double
  /// Half the width of the 95 % interval in parts per million; `nil` with too few callbacks to tell.
  public let margin: Double?

  /// The 95 % interval in parts per million.
  public var interval: ClosedRange<Double>? { margin.map { (ppm - $0)...(ppm + $0) } }
}

extension PhaseDrift {
  private static let groups = 12
  private static let fewestGroups = 4
  fileprivate static let smallestGroup = 3

  /// The drift of `runs`; `nil` when no timer called back at least three times.
  public init?(_ runs: [RunSamples], interval: Nanoseconds) {
    let perRun = max(1, (Self.groups + runs.count - 1) / max(1, runs.count))
    let runs = runs.map { RunSums($0, groups: perRun) }
    let whole = runs.reduce(Products()) { $0 + $1.products }
    guard let slope = whole.slope, interval.count > 0 else { return nil }
    let scale = 1e6 / Double(interval.count)
    ppm = slope * scale
    let left = runs.flatMap { run in
      run.groups.indices.map { (whole - run.products + run.products(without: $0)).slope }
    }
    let slopes = left.compactMap { $0 }
    guard slopes.count >= Self.fewestGroups, slopes.count == left.count else {
      margin = nil
      return
    }
    let squares = slopes.reduce(0) { $0 + ($1 - slope) * ($1 - slope) }
    let count = Double(slopes.count)
    margin = studentT95(slopes.count - 1) * (squares * (count - 1) / count).squareRoot() * scale
  }
}

/// Centred products; those of several timers add up, since each has an intercept of its own.
private struct Products {
  var xx = 0.0
  var xy = 0.0

  var slope: Double? { xx > 0 ? xy / xx : nil }

  static func + (left: Products, right: Products) -> Products {
    Products(xx: left.xx + right.xx, xy: left.xy + right.xy)
  }

  static func - (left: Products, right: Products) -> Products {
    Products(xx: left.xx - right.xx, xy: left.xy - right.xy)
  }
}

/// Sums over some callbacks of one timer.
private struct Sums {
  var count = 0.0
  var x = 0.0
  var y = 0.0
  var xx = 0.0
  var xy = 0.0

  mutating func add(_ x: Double, _ y: Double) {
    count += 1
    self.x += x
    self.y += y
    xx += x * x
    xy += x * y
  }

  static func + (left: Sums, right: Sums) -> Sums {
    Sums(
      count: left.count + right.count, x: left.x + right.x, y: left.y + right.y, xx: left.xx + right.xx,
      xy: left.xy + right.xy)
  }

  var products: Products {
    count > 1 ? Products(xx: xx - x * x / count, xy: xy - x * y / count) : Products()
  }
}

/// The sums of a run in groups of consecutive callbacks, each with the sums of every timer.
private struct RunSums {
  let groups: [[Sums]]
  let products: Products

  init(_ run: RunSamples, groups wanted: Int) {
    let tracks = run.tracks.filter { $0.lateness.count >= PhaseDrift.smallestGroup }
    let shortest = tracks.reduce(Int.max) { min($0, $1.lateness.count) }
    let parts = tracks.isEmpty ? 0 : min(wanted, shortest / PhaseDrift.smallestGroup)
    var groups = [[Sums]](repeating: [], count: parts)
    for track in tracks {
      for (index, sums) in Self.sums(track, parts: parts).enumerated() { groups[index].append(sums) }
    }
    self.groups = groups
    self.products = Self.products(groups)
  }

  func products(without group: Int) -> Products {
    Self.products(Array(groups[..<group] + groups[(group + 1)...]))
  }

  private static func products(_ groups: [[Sums]]) -> Products {
    let timers = groups.first?.count ?? 0
    return (0..<timers).reduce(Products()) { sum, timer in
      sum + groups.reduce(Sums()) { $0 + $1[timer] }.products
    }
  }

  /// Centres slot and lateness as integers and on their means before it multiplies: a nanosecond counts after
  /// 120 days too.
  private static func sums(_ track: Track, parts: Int) -> [Sums] {
    let last = track.finalSlot ?? track.firstSlot
    let origin = (slot: track.firstSlot &+ (last &- track.firstSlot) / 2, lateness: track.lateness[0])
    var total = (slot: 0.0, lateness: 0.0)
    track.forEach { slot, lateness in
      total.slot += Double(slot &- origin.slot)
      total.lateness += Double(lateness.subtractingSaturated(origin.lateness))
    }
    let count = track.lateness.count
    let mean = (slot: total.slot / Double(count), lateness: total.lateness / Double(count))
    var groups = [Sums](repeating: Sums(), count: parts)
    var (index, group, end) = (0, 0, (count + parts - 1) / parts)
    track.forEach { slot, lateness in
      if index == end {
        group += 1
        end = ((group + 1) * count + parts - 1) / parts
      }
      groups[group].add(
        Double(slot &- origin.slot) - mean.slot,
        Double(lateness.subtractingSaturated(origin.lateness)) - mean.lateness)
      index += 1
    }
    return groups
  }
}
