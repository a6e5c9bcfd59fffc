import Timing

/// The slope of lateness against deadline over the runs of a cell.
///
/// The slope is that of ordinary least squares with an intercept for each timer of each run and one slope for all.
/// Neighbouring callbacks are correlated, so the interval comes from groups of consecutive callbacks: a
/// cluster covariance with at least twelve groups where there are callbacks enough, and Student's t with one degree
/// of freedom less than groups (Bester, Conley and Hansen, "Inference with dependent data using cluster covariance
/// estimators", Journal of Econometrics 165, 2011).
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
  private static let smallestTrack = 3

  /// The drift of `runs`; `nil` when no timer called back at least three times.
  public init?(_ runs: [RunSamples], interval: Nanoseconds) {
    let fits = runs.map { $0.tracks.compactMap(Fit.init) }.filter { !$0.isEmpty }
    let sxx = fits.joined().reduce(0) { $0 + $1.sxx }
    guard sxx > 0, interval.count > 0 else { return nil }
    let slope = fits.joined().reduce(0) { $0 + $1.sxy } / sxx
    let scale = 1e6 / Double(interval.count)
    ppm = slope * scale
    margin = Self.margin(fits, slope: slope, sxx: sxx).map { $0 * scale }
  }

  private static func margin(_ runs: [[Fit]], slope: Double, sxx: Double) -> Double? {
    let perRun = max(1, (groups + runs.count - 1) / runs.count)
    var scores: [Double] = []
    for run in runs {
      let shortest = run.reduce(Int.max) { min($0, $1.track.lateness.count) }
      let parts = min(perRun, shortest / smallestTrack)
      var sums = [Double](repeating: 0, count: parts)
      for fit in run { fit.addScores(slope: slope, to: &sums) }
      scores += sums
    }
    guard scores.count >= 4 else { return nil }
    let squares = scores.reduce(0) { $0 + $1 * $1 }
    let correction = Double(scores.count) / Double(scores.count - 1)
    return studentT95(scores.count - 1) * (squares * correction).squareRoot() / sxx
  }

  /// The sums of one timer, centred before they become floating point: a nanosecond counts after 120 days too.
  private struct Fit {
    let track: Track
    let originSlot: Int64
    let originLateness: Int64
    var meanSlot = 0.0
    var meanLateness = 0.0
    var sxx = 0.0
    var sxy = 0.0

    init?(_ track: Track) {
      guard track.lateness.count >= smallestTrack, let last = track.finalSlot else { return nil }
      self.track = track
      originSlot = track.firstSlot &+ (last &- track.firstSlot) / 2
      originLateness = track.lateness[0]
      let count = Double(track.lateness.count)
      var sums = (slot: 0.0, lateness: 0.0)
      forEach { slot, lateness in
        sums.slot += slot
        sums.lateness += lateness
      }
      (meanSlot, meanLateness) = (sums.slot / count, sums.lateness / count)
      var (sxx, sxy) = (0.0, 0.0)
      forEach { slot, lateness in
        let x = slot - meanSlot
        sxx += x * x
        sxy += x * (lateness - meanLateness)
      }
      (self.sxx, self.sxy) = (sxx, sxy)
    }

    func forEach(_ body: (_ slot: Double, _ lateness: Double) -> Void) {
      track.forEach { slot, lateness in
        body(Double(slot &- originSlot), Double(lateness.subtractingSaturated(originLateness)))
      }
    }

    func addScores(slope: Double, to sums: inout [Double]) {
      let (count, parts) = (track.lateness.count, sums.count)
      var index = 0
      var scores = sums
      forEach { slot, lateness in
        let x = slot - meanSlot
        scores[index * parts / count] += x * (lateness - meanLateness - slope * x)
        index += 1
      }
      sums = scores
    }
  }
}
