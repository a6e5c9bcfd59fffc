import Foundation
import Text
import Timing

/// Finds the intervals and verdicts of one cell.
struct Judge {
  let method: ComparisonMethod
  private let sides: CellSides
  private let policy: ComparisonPolicy
  private let base: Resampling
  private let other: Resampling

  init(_ sides: CellSides, policy: ComparisonPolicy) {
    self.sides = sides
    self.policy = policy
    let byRuns = sides.fewestRuns >= policy.fewestRuns
    let runs = sides.base.measuredRuns.count + sides.other.measuredRuns.count
    if sides.areIdentical {
      method = .identical
    } else if sides.haveHistograms || sides.fewestCallbacks < policy.fewestCallbacks {
      method = .none
    } else {
      method = byRuns ? .runs : runs > 2 ? .blocks : .singleRuns
    }
    let draws = method == .identical || method == .none ? 0 : policy.draws
    base = Resampling(sides.base, byRuns: byRuns, draws: draws, seed: policy.seed)
    other = Resampling(sides.other, byRuns: byRuns, draws: draws, seed: policy.seed &+ 1)
  }

  /// Compares one figure.
  func compare(_ figure: ComparedFigure) -> FigureComparison {
    let (left, right) = (value(figure, sides.baseSummary), value(figure, sides.otherSummary))
    guard let left, let right else {
      return undecided(figure, left, right, missingReason(figure))
    }
    if method == .identical {
      return FigureComparison(
        figure: figure, base: left, other: right, differenceInterval: 0...0,
        ratioInterval: left > 0 && right > 0 && figure != .drift ? 1...1 : nil, verdict: .same)
    }
    guard method != .none else { return undecided(figure, left, right, tooFew) }
    if figure == .drift { return compareDrift(left, right) }
    if method == .singleRuns, figure == .p99 || figure == .max {
      return undecided(figure, left, right, moreToMeasure(.infinity))
    }
    if figure == .max, let reason = unequalCounts { return undecided(figure, left, right, reason) }
    let drawn = (draws(figure, base, policy.seed), draws(figure, other, policy.seed &+ 1))
    var difference = interval(zip(drawn.0, drawn.1).map { $1 - $0 }, around: right - left)
    var ratio: ClosedRange<Double>?
    if left > 0, right > 0, (drawn.0 + drawn.1).allSatisfy({ $0 > 0 }) {
      ratio = interval(zip(drawn.0, drawn.1).map { $1 / $0 }, around: right / left)
    }
    if method == .blocks {
      if let within = ratio, let factor = factorBetweenRuns(figure) {
        // Times spread by factors: on their logarithms an interval keeps to positive ratios.
        let wide = within.widened(from: right / left / factor, to: right / left * factor)
        ratio = wide
        difference = difference.widened(from: left * (wide.lowerBound - 1), to: left * (wide.upperBound - 1))
      } else {
        let half = halfBetweenRuns { runValue(figure, $0) }
        difference = difference.widened(from: right - left - half, to: right - left + half)
        ratio = nil
      }
    }
    if figure == .missed { difference = widenedForRareness(difference, left, right) }
    var verdict = verdict(right - left, difference, margin: margin(figure, left, right))
    if figure == .max, case .undecided = verdict { verdict = .undecided(Self.oneValue) }
    return FigureComparison(
      figure: figure, base: left, other: right, differenceInterval: difference, ratioInterval: ratio,
      verdict: verdict)
  }

  private func undecided(
    _ figure: ComparedFigure, _ base: Double?, _ other: Double?, _ reason: Undecided
  ) -> FigureComparison {
    FigureComparison(
      figure: figure, base: base, other: other, differenceInterval: nil, ratioInterval: nil,
      verdict: .undecided(reason))
  }
}

extension Judge {
  private func value(_ figure: ComparedFigure, _ summary: CellSummary) -> Double? {
    switch figure {
    case .p50: summary.callbacks[.p50].map { Double($0) }
    case .p99: summary.callbacks[.p99].map { Double($0) }
    case .max: summary.callbacks.max.map { Double($0) }
    case .missed: summary.unservedShare
    case .drift: summary.phaseDrift?.ppm
    }
  }

  private func draws(_ figure: ComparedFigure, _ side: Resampling, _ seed: UInt64) -> [Double] {
    switch figure {
    case .p50: side.quantiles(.p50)
    case .p99: side.quantiles(.p99)
    case .max: side.maxima(seed: seed)
    case .missed: side.missedShares()
    case .drift: []
    }
  }

  private func runValue(_ figure: ComparedFigure, _ run: RunSamples) -> Double {
    let values = run.tracks.flatMap(\.lateness)
    let quantile: Int64? =
      switch figure {
      case .p50: values.element(rank: Quantile.p50.rank(of: Int64(values.count)))
      case .p99: values.element(rank: Quantile.p99.rank(of: Int64(values.count)))
      case .max: values.max()
      case .missed, .drift: nil
      }
    if let quantile { return Double(quantile) }
    return run.slots.total > 0 ? Double(run.slots.missed) / Double(run.slots.total) : 0
  }

  private func margin(_ figure: ComparedFigure, _ base: Double, _ other: Double) -> Double {
    // Of the smaller side, so that exchanging the sides exchanges the verdicts.
    let part = policy.equivalence * min(abs(base), abs(other))
    switch figure {
    case .p50, .p99, .max: return max(part, Double(policy.equivalentTime.count))
    case .missed: return max(part, policy.equivalentShare)
    case .drift: return policy.equivalentDrift
    }
  }

  private func missingReason(_ figure: ComparedFigure) -> Undecided {
    guard figure == .p99 else { return tooFew }
    return Undecided("p99 needs \(Quantile.p99.samplesNeeded) callbacks a side")
  }

  private var tooFew: Undecided {
    if sides.haveHistograms {
      return Undecided(
        "one side holds histograms only, which do not tell what is beyond chance: record every row")
    }
    return Undecided(
      "\(Numbers.count(sides.fewestCallbacks)) callbacks on one side: measure \(policy.fewestCallbacks) at least"
    )
  }

  private static let oneValue = Undecided("a maximum is a single value: go by p99, or measure far more")

  /// A maximum grows with the number of callbacks, so only like numbers compare.
  private var unequalCounts: Undecided? {
    let counts = [sides.baseSummary, sides.otherSummary].map { Double($0.callbacks.count) }
    guard let least = counts.min(), let most = counts.max(), least < 0.8 * most else { return nil }
    return Undecided("the largest of unlike numbers of callbacks: measure equally long")
  }
}

extension Judge {
  /// The interval between quantiles of the draws, at a level that makes up for few units (Hesterberg, "What
  /// teachers should know about the bootstrap", American Statistician 69, 2015, section 4.4: the expanded
  /// percentile interval).
  private func interval(_ draws: [Double], around estimate: Double) -> ClosedRange<Double> {
    let units = Double(max(2, min(base.units.count, other.units.count)))
    let point = (units / (units - 1)).squareRoot() * studentT95(Int(units) - 1)
    let tail = erfc(point / 2.0.squareRoot()) / 2
    let sorted = draws.sorted()
    guard let least = sorted.first, let most = sorted.last else { return estimate...estimate }
    let index = Int((tail * Double(sorted.count)).rounded(.down))
    let (low, high) =
      index < sorted.count / 2 ? (sorted[index], sorted[sorted.count - 1 - index]) : (least, most)
    return min(low, estimate)...max(high, estimate)
  }

  /// The factor by which runs that differ move the ratio, from the spread of the logarithms of their own values;
  /// `nil` where one is not positive.
  private func factorBetweenRuns(_ figure: ComparedFigure) -> Double? {
    let runs = sides.base.measuredRuns + sides.other.measuredRuns
    guard figure != .missed, runs.allSatisfy({ runValue(figure, $0) > 0 }) else { return nil }
    return exp(halfBetweenRuns { log(runValue(figure, $0)) })
  }

  /// Half the 95 % interval of the difference of means over runs, from the pooled spread of the runs' own values.
  private func halfBetweenRuns(_ value: (RunSamples) -> Double) -> Double {
    let groups = [sides.base, sides.other].map { $0.measuredRuns.map(value) }
    let freedom = groups.reduce(0) { $0 + max(0, $1.count - 1) }
    guard freedom > 0 else { return 0 }
    let squares = groups.reduce(0.0) { sum, values in
      let mean = values.reduce(0, +) / Double(max(1, values.count))
      return sum + values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    }
    let inverse = groups.reduce(0.0) { $0 + 1 / Double(max(1, $1.count)) }
    return studentT95(freedom) * (squares / Double(freedom) * inverse).squareRoot()
  }

  /// No missed slot in n leaves a share of up to 3/n possible at 95 % (Hanley and Lippman-Hand, "If nothing goes
  /// wrong, is everything all right?", JAMA 249, 1983).
  private func widenedForRareness(
    _ interval: ClosedRange<Double>, _ left: Double, _ right: Double
  ) -> ClosedRange<Double> {
    let below = left == 0 ? 3 / Double(max(1, sides.baseSummary.slots.total)) : 0
    let above = right == 0 ? 3 / Double(max(1, sides.otherSummary.slots.total)) : 0
    return (interval.lowerBound - below)...(interval.upperBound + above)
  }

  private func compareDrift(_ left: Double, _ right: Double) -> FigureComparison {
    guard let leftMargin = sides.baseSummary.phaseDrift?.margin,
      let rightMargin = sides.otherSummary.phaseDrift?.margin
    else {
      let untold = [sides.baseSummary, sides.otherSummary].lazy.compactMap { $0.phaseDrift?.untold }.first
      return undecided(.drift, left, right, untold ?? tooFew)
    }
    let half = (leftMargin * leftMargin + rightMargin * rightMargin).squareRoot()
    let growth = abs(right) - abs(left)
    return FigureComparison(
      figure: .drift, base: left, other: right,
      differenceInterval: (right - left - half)...(right - left + half),
      ratioInterval: nil,
      verdict: verdict(growth, (growth - half)...(growth + half), margin: margin(.drift, left, right)))
  }

  private func verdict(
    _ difference: Double, _ interval: ClosedRange<Double>, margin: Double
  ) -> ComparisonVerdict {
    if interval.lowerBound >= -margin, interval.upperBound <= margin { return .same }
    // How runs differ is unknown with one a side, so the whole interval has to be far out.
    let (bound, least) = method == .singleRuns ? (3 * margin, 3 * margin) : (0, margin)
    if interval.lowerBound > bound, difference > least { return .worse }
    if interval.upperBound < -bound, difference < -least { return .better }
    // What of the interval is in the way: the side towards zero of a difference that matters, else both sides.
    let (below, above) = (difference - interval.lowerBound, interval.upperBound - difference)
    let matters = abs(difference) > margin
    let reach = matters ? (difference > 0 ? below : above) : max(below, above)
    let target = matters ? abs(difference) : margin - abs(difference)
    return .undecided(moreToMeasure(target > 0 ? (reach / target) * (reach / target) : .infinity))
  }

  /// Intervals shrink with the square root of what is measured.
  private func moreToMeasure(_ factor: Double) -> Undecided {
    if method == .singleRuns {
      return Undecided("one run a side: measure \(policy.fewestRuns) repetitions or more")
    }
    let runs = max(sides.base.measuredRuns.count, sides.other.measuredRuns.count)
    guard factor.isFinite, factor <= 1_000 else {
      return Undecided("the difference is too near to what matters: more repetitions would hardly decide")
    }
    let needed = max(policy.fewestRuns, runs + 1, Int((Double(runs) * factor).rounded(.up)))
    return Undecided("measure about \(needed) repetitions a side instead of \(sides.fewestRuns)")
  }
}

extension ClosedRange<Double> {
  /// The range that holds this one and both ends.
  fileprivate func widened(from low: Double, to high: Double) -> ClosedRange<Double> {
    Swift.min(lowerBound, low)...Swift.max(upperBound, high)
  }
}
