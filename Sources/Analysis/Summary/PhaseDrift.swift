import Text
import Timing

/// The slope of lateness against deadline over the runs of a cell.
///
/// The slope is that of ordinary least squares with an intercept for each timer of each run and one slope for all. How
/// far it may be off, the runs tell by how they differ where there are enough of them, and else groups of consecutive
/// callbacks, whose correlation is estimated (``CorrelatedGroups``).
package struct PhaseDrift: Hashable, Sendable {
  /// The slope in parts per million; positive when callbacks come ever later.
  package let ppm: Double
  /// Half the width of the 95 % interval in parts per million; `nil` where the callbacks cannot tell.
  package let margin: Double?
  /// Why there is no interval; `nil` where there is one.
  package let untold: Undecided?

  /// The 95 % interval in parts per million.
  package var interval: ClosedRange<Double>? { margin.map { (ppm - $0)...(ppm + $0) } }
}

extension PhaseDrift {
  /// So many runs tell by themselves how the slope varies.
  private static let tellingRuns = 6

  /// The drift of `runs`; `nil` when no timer called back at least three times.
  package init?(_ runs: [RunSamples], interval: Nanoseconds) {
    let runs = runs.map { DriftGroups($0, most: max(8, 24 / max(1, runs.count))) }
      .filter { $0.products.slope != nil }
    let whole = runs.reduce(DriftProducts()) { $0 + $1.products }
    guard let slope = whole.slope, interval.count > 0 else { return nil }
    let scale = 1e6 / Double(interval.count)
    ppm = slope * scale
    switch runs.count >= Self.tellingRuns
      ? .success(Self.marginByRuns(runs, whole, slope)) : CorrelatedGroups(runs, slope: slope).margin
    {
    case .success(let half): (margin, untold) = (half * scale, nil)
    case .failure(let reason): (margin, untold) = (nil, reason)
    }
  }

  /// Leaves out one run after the other: the cluster jackknife, with Student's t of one degree of freedom less than runs
  /// (MacKinnon, Nielsen and Webb, "Fast and reliable jackknife and bootstrap methods for cluster-robust inference",
  /// Journal of Applied Econometrics 38, 2023). However callbacks of a run are correlated, runs are not.
  private static func marginByRuns(_ runs: [DriftGroups], _ whole: DriftProducts, _ slope: Double) -> Double {
    let squares = runs.reduce(0.0) { sum, run in
      let difference = ((whole - run.products).slope ?? slope) - slope
      return sum + difference * difference
    }
    let count = Double(runs.count)
    return studentT95(runs.count - 1) * (squares * (count - 1) / count).squareRoot()
  }
}

extension Numbers {
  /// A drift in parts per million with its margin: `1.23 ±0.40`.
  static func drift(_ drift: PhaseDrift?, margin: Bool = true) -> String {
    guard let drift else { return unknown }
    let value = ppm(drift.ppm)
    guard margin, let half = drift.margin else { return value }
    return "\(value) ±\(ppm(half))"
  }
}
