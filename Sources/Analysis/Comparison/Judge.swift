import Foundation
import Text
import Timing

/// Finds how both sides of a cell differ in each figure, and how far that may be off.
///
/// Runs are what varies independently: callbacks of a run share the moment's state of the machine. So every standard
/// error comes from how runs differ, and a side with a single run has none.
struct Judge {
  let method: ComparisonMethod
  private let sides: CellSides
  private let policy: ComparisonPolicy
  private let base: Resampling
  private let other: Resampling

  init(_ sides: CellSides, policy: ComparisonPolicy) {
    self.sides = sides
    self.policy = policy
    if sides.moved != nil {
      method = .none
    } else if sides.areIdentical {
      method = .identical
    } else if sides.fewestRuns > 0, sides.fewestRuns < ComparisonPolicy.fewestRuns {
      method = .singleRuns
    } else {
      method =
        sides.haveHistograms || sides.fewestCallbacks < policy.fewestCallbacks ? .none : .runs
    }
    let draws = method == .runs ? policy.draws : 0
    base = Resampling(sides.base, draws: draws, seed: policy.seed)
    other = Resampling(sides.other, draws: draws, seed: policy.seed &+ 1)
  }

  /// What one figure comes to.
  func evidence(_ figure: ComparedFigure) -> Evidence {
    let (left, right) = (value(figure, sides.baseSummary), value(figure, sides.otherSummary))
    return Evidence(figure: figure, base: left, other: right, finding: finding(figure, left, right))
  }

  private func finding(_ figure: ComparedFigure, _ left: Double?, _ right: Double?) -> Evidence.Finding {
    if let moved = sides.moved { return .untold(moved) }
    guard let left, let right else {
      return .untold(method == .singleRuns ? ComparisonPolicy.singleRun : missingReason(figure))
    }
    switch method {
    case .identical: return .identical
    case .singleRuns: return .untold(ComparisonPolicy.singleRun)
    case .none: return .untold(tooFew)
    case .runs: break
    }
    let estimate: Estimate
    switch figure {
    case .quantile(let quantile):
      estimate = times(left, right, base.quantiles(quantile), other.quantiles(quantile))
    case .max:
      if let reason = unequalCounts { return .untold(reason) }
      estimate = maxima(left, right)
    case .missed:
      estimate = Estimate(
        scale: .difference, value: right - left, missedSpread(sides.base, left),
        missedSpread(sides.other, right))
    case .drift:
      guard let found = drift(left, right) else {
        let untold = [sides.baseSummary, sides.otherSummary].lazy.compactMap { $0.phaseDrift?.untold }.first
        return .untold(untold ?? tooFew)
      }
      estimate = found
    }
    return .told(estimate, limits: limits(figure, left, right, estimate.scale), runs: sides.fewestRuns)
  }
}

extension Judge {
  private func value(_ figure: ComparedFigure, _ summary: CellSummary) -> Double? {
    switch figure {
    case .quantile(let quantile): summary.callbacks[quantile].map { Double($0) }
    case .max: summary.callbacks.max.map { Double($0) }
    case .missed: summary.unservedShare
    case .drift: summary.phaseDrift?.ppm
    }
  }

  /// What of a difference does not matter, on the estimate's scale.
  private func limits(
    _ figure: ComparedFigure, _ base: Double, _ other: Double, _ scale: Estimate.Scale
  ) -> ClosedRange<Double> {
    // Of the smaller side, so that exchanging the sides exchanges the verdicts.
    let part = policy.equivalence * min(abs(base), abs(other))
    let margin =
      switch figure {
      case .quantile, .max: max(part, Double(policy.equivalentTime.count))
      case .missed: max(part, policy.equivalentShare)
      case .drift: policy.equivalentDrift
      }
    guard scale == .logarithm else { return -margin...margin }
    let below = margin < base ? log(1 - margin / base) : -.infinity
    return below...log(1 + margin / base)
  }

  private func missingReason(_ figure: ComparedFigure) -> Undecided {
    guard case .quantile(let quantile) = figure, sides.fewestCallbacks > 0 else { return tooFew }
    return Undecided("\(quantile) needs \(Numbers.count(quantile.samplesNeeded)) callbacks a side")
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

  /// A maximum grows with the number of callbacks, so only like numbers compare.
  private var unequalCounts: Undecided? {
    let counts = [sides.baseSummary, sides.otherSummary].map { Double($0.callbacks.count) }
    guard let least = counts.min(), let most = counts.max(), least < 0.8 * most else { return nil }
    return Undecided("the largest of unlike numbers of callbacks: measure equally long")
  }
}

extension Judge {
  /// A quantile of all callbacks, from its draws (the cluster bootstrap: Davison and Hinkley, "Bootstrap methods and their
  /// application", 1997, section 3.8).
  private func times(_ left: Double, _ right: Double, _ base: [Double], _ other: [Double]) -> Estimate {
    let isPositive = left > 0 && right > 0 && (base + other).allSatisfy { $0 > 0 }
    func spread(_ draws: [Double], _ runs: Int) -> Estimate.Spread {
      // Draws from n runs vary by (n − 1)/n of what new runs would.
      let correction = Double(runs) / Double(max(1, runs - 1))
      let values = isPositive ? draws.map { log($0) } : draws
      return Estimate.Spread(variance: values.variance * correction, freedom: Double(max(1, runs - 1)))
    }
    return Estimate(
      scale: isPositive ? .logarithm : .difference, value: isPositive ? log(right / left) : right - left,
      spread(base, self.base.units.count), spread(other, self.other.units.count))
  }

  /// The largest of all runs varies as the largest of one run does, in logarithms, for tails that fall off like a power
  /// (max-stability: Coles, "An introduction to statistical modeling of extreme values", 2001, section 3.1).
  private func maxima(_ left: Double, _ right: Double) -> Estimate {
    let largest = [base, other].map { $0.units.map { Double($0.values.last ?? 0) } }
    let isPositive = left > 0 && right > 0 && largest.joined().allSatisfy { $0 > 0 }
    let spreads = largest.map { values in
      Estimate.Spread(
        variance: (isPositive ? values.map { log($0) } : values).variance,
        freedom: Double(max(1, values.count - 1)))
    }
    return Estimate(
      scale: isPositive ? .logarithm : .difference, value: isPositive ? log(right / left) : right - left,
      spreads[0], spreads[1])
  }

  /// A share of slots over runs of unlike length: the ratio estimator (Cochran, "Sampling techniques", 1977, section 6.4).
  ///
  /// At least what independent slots would vary by, and, where none was missed, so much that none missed in n on either
  /// side leaves a difference of up to 3/n possible at 95 % (Hanley and Lippman-Hand, "If nothing goes wrong, is
  /// everything all right?", JAMA 249, 1983).
  private func missedSpread(_ samples: CellSamples, _ share: Double) -> Estimate.Spread {
    let runs = samples.measuredRuns.map { run in
      let stranded = run.facts?.stranded(in: samples.cell) ?? 0
      return (
        missed: Double(run.slots.missed.addingSaturated(stranded)),
        slots: Double(run.slots.total.addingSaturated(stranded))
      )
    }
    let (missed, slots) = runs.reduce((0.0, 0.0)) { ($0.0 + $1.missed, $0.1 + $1.slots) }
    let count = Double(runs.count)
    let squares = runs.reduce(0.0) { sum, run in
      let rest = run.missed - share * run.slots
      return sum + rest * rest
    }
    let ruleOfThree = 3 / 1.959_964
    let least = max(missed, ruleOfThree * ruleOfThree / 2)
    return Estimate.Spread(
      variance: max(squares * count / max(1, count - 1), least) / max(1, slots * slots),
      freedom: max(1, count - 1))
  }

  /// How much farther from zero the other side's drift is; `nil` where a side cannot tell its own.
  private func drift(_ left: Double, _ right: Double) -> Estimate? {
    guard let leftMargin = sides.baseSummary.phaseDrift?.margin,
      let rightMargin = sides.otherSummary.phaseDrift?.margin
    else { return nil }
    let freedom = max(1, sides.fewestRuns - 1)
    let half = (leftMargin * leftMargin + rightMargin * rightMargin).squareRoot()
    return Estimate(
      scale: .difference, value: abs(right) - abs(left),
      error: half / StudentT(freedom: Double(freedom)).point(0.05),
      freedom: Double(freedom))
  }
}

extension [Double] {
  /// The variance of a sample, with n − 1; 0 for fewer than two values.
  fileprivate var variance: Double {
    guard count > 1 else { return 0 }
    let mean = reduce(0, +) / Double(count)
    return reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count - 1)
  }
}
