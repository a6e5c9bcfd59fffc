import Timing

/// The slope of lateness against deadline over the runs of a cell.
///
/// The slope is that of ordinary least squares with an intercept for each timer of each run and one slope for all.
/// Neighbouring callbacks are correlated, so the interval comes from leaving out groups of consecutive callbacks
/// in turn: the cluster jackknife, with at least twelve groups where there are callbacks enough, and Student's t
/// with one degree of freedom less than groups (MacKinnon, Nielsen and Webb, "Fast and reliable jackknife and
/// bootstrap methods for cluster-robust inference", Journal of Applied Econometrics 38, 2023).
package struct PhaseDrift: Hashable, Sendable {
  /// The slope in parts per million; positive when callbacks come ever later.
  package let ppm: Double
  /// Half the width of the 95 % interval in parts per million; `nil` with too few callbacks to tell.
  package let margin: Double?

  /// The 95 % interval in parts per million.
  package var interval: ClosedRange<Double>? { margin.map { (ppm - $0)...(ppm + $0) } }
}

extension PhaseDrift {
  private static let groups = 12
  private static let fewestGroups = 4
  fileprivate static let smallestGroup = 3

  /// The drift of `runs`; `nil` when no timer called back at least three times.
  package init?(_ runs: [RunSamples], interval: Nanoseconds) {
    let perRun = max(1, (Self.groups + runs.count - 1) / max(1, runs.count))
    let runs = runs.map { RunSums($0, groups: perRun) }
    let whole = runs.reduce(DriftProducts()) { $0 + $1.products }
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

/// The sums of a run in groups of consecutive callbacks, each with the sums of every timer.
private struct RunSums {
  let groups: [[DriftSums]]
  let products: DriftProducts

  init(_ run: RunSamples, groups wanted: Int) {
    if let digest = run.digest {
      groups = Self.groups(digest)
      products = Self.products(groups)
      return
    }
    let tracks = run.tracks.filter { $0.lateness.count >= PhaseDrift.smallestGroup }
    let shortest = tracks.reduce(Int.max) { min($0, $1.lateness.count) }
    let parts = tracks.isEmpty ? 0 : min(wanted, shortest / PhaseDrift.smallestGroup)
    var groups = [[DriftSums]](repeating: [], count: parts)
    for track in tracks {
      for (index, sums) in Self.sums(track, parts: parts).enumerated() { groups[index].append(sums) }
    }
    self.groups = groups
    self.products = Self.products(groups)
  }

  /// The groups of a digest, those of every timer as large as the largest.
  private static func groups(_ digest: RunDigest) -> [[DriftSums]] {
    var timers = digest.timers.filter { $0.callbacks >= Int64(PhaseDrift.smallestGroup) }
    let size = timers.reduce(Int64(PhaseDrift.smallestGroup)) { max($0, $1.groupSize) }
    for index in timers.indices {
      while timers[index].groupSize < size { timers[index].join() }
    }
    let parts = timers.reduce(0) { max($0, $1.groups.count) }
    return (0..<parts).map { part in
      timers.map { $0.groups.indices.contains(part) ? $0.groups[part] : DriftSums() }
    }
  }

  func products(without group: Int) -> DriftProducts {
    Self.products(Array(groups[..<group] + groups[(group + 1)...]))
  }

  private static func products(_ groups: [[DriftSums]]) -> DriftProducts {
    let timers = groups.first?.count ?? 0
    return (0..<timers).reduce(DriftProducts()) { sum, timer in
      sum + groups.reduce(DriftSums()) { $0 + $1[timer] }.products
    }
  }

  /// Centres slot and lateness as integers and on their means before it multiplies: a nanosecond counts after
  /// 120 days too.
  private static func sums(_ track: Track, parts: Int) -> [DriftSums] {
    let last = track.finalSlot ?? track.firstSlot
    let origin = (slot: track.firstSlot &+ (last &- track.firstSlot) / 2, lateness: track.lateness[0])
    var total = (slot: 0.0, lateness: 0.0)
    track.forEach { slot, lateness in
      total.slot += Double(slot &- origin.slot)
      total.lateness += Double(lateness.subtractingSaturated(origin.lateness))
    }
    let count = track.lateness.count
    let mean = (slot: total.slot / Double(count), lateness: total.lateness / Double(count))
    var groups = [DriftSums](repeating: DriftSums(), count: parts)
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
