import Foundation
import Timing

/// What one figure of a cell comes to on both sides, before it is seen as one of a family.
struct Evidence {
  /// What can be said of the difference.
  enum Finding {
    /// Both sides hold the same recording.
    case identical
    /// There is no telling.
    case untold(Undecided)
    /// The difference, what of it does not matter on the same scale, and the runs of the side with fewer.
    case told(Estimate, limits: ClosedRange<Double>, runs: Int)
  }

  let figure: ComparedFigure
  let base: Double?
  let other: Double?
  let finding: Finding

  /// The probability of such a difference by chance; `nil` where there is no telling.
  var chance: Double? {
    if case .told(let estimate, _, _) = finding { estimate.chanceOfDifference } else { nil }
  }

  /// The probability of such a likeness by chance; `nil` where there is no telling.
  var chanceOfSame: Double? {
    if case .told(let estimate, let limits, _) = finding {
      estimate.chanceOfLikeness(within: limits)
    } else {
      nil
    }
  }
}

extension [Evidence] {
  /// The verdicts of a family, in the same order: differences are one family, likenesses another, so that of all that is
  /// called a difference, and of all that is called the same, no more than `rate` is wrong in the mean.
  func judged(rate: Double) -> [FigureComparison] {
    let differences = FalseDiscovery.adjusted(map(\.chance))
    let likenesses = FalseDiscovery.adjusted(map(\.chanceOfSame))
    // A further difference would have to be beyond this by itself.
    let found = differences.count { ($0?.adjusted ?? 1) <= rate }
    let family = Swift.max(1, differences.count { $0 != nil })
    let next = rate * Double(Swift.min(found + 1, family)) / Double(family)
    return indices.map { self[$0].judged(differences[$0], likenesses[$0], rate: rate, next: next) }
  }
}

extension Evidence {
  fileprivate func judged(
    _ chance: ChanceInFamily?, _ chanceOfSame: ChanceInFamily?, rate: Double, next: Double
  ) -> FigureComparison {
    guard case .told(let estimate, let limits, let runs) = finding, let chance, let chanceOfSame else {
      return untold
    }
    let matters = !limits.contains(estimate.value)
    var verdict: ComparisonVerdict?
    var needed: Int?
    if matters, chance.adjusted <= rate {
      verdict = estimate.value > 0 ? .worse : .better
    } else if chanceOfSame.adjusted <= rate {
      verdict = .same
    } else if figure != .max {
      needed = Self.repetitions(estimate, limits, runs: runs, chance: next)
    }
    let (ratios, differences) = intervals(estimate)
    return FigureComparison(
      figure: figure, base: base, other: other, differenceInterval: differences, ratioInterval: ratios,
      chance: chance, chanceOfSame: chanceOfSame,
      verdict: verdict ?? .undecided(reason(needed, runs: runs, isSingle: matters && chance.single <= rate)),
      repetitionsNeeded: needed)
  }

  private var untold: FigureComparison {
    var verdict = ComparisonVerdict.same
    if case .untold(let reason) = finding { verdict = .undecided(reason) }
    let isSame = verdict == .same
    let hasRatio = isSame && figure != .drift && (base ?? 0) > 0 && (other ?? 0) > 0
    return FigureComparison(
      figure: figure, base: base, other: other, differenceInterval: isSame ? 0...0 : nil,
      ratioInterval: hasRatio ? 1...1 : nil, chance: nil, chanceOfSame: nil, verdict: verdict,
      repetitionsNeeded: nil)
  }

  /// The intervals of ratio and difference. That of a difference is the ratio's times the base as it was found, so that
  /// both agree on what is beyond chance.
  private func intervals(_ estimate: Estimate) -> (ClosedRange<Double>?, ClosedRange<Double>?) {
    let interval = estimate.interval
    guard estimate.scale == .logarithm, let base else {
      // A drift is worse when it is farther from zero; its difference has a sign.
      let shift = figure == .drift ? (other ?? 0) - (base ?? 0) - estimate.value : 0
      return (nil, (interval.lowerBound + shift)...(interval.upperBound + shift))
    }
    let ratios = exp(interval.lowerBound)...exp(interval.upperBound)
    return (ratios, (base * (ratios.lowerBound - 1))...(base * (ratios.upperBound - 1)))
  }

  /// Standard errors shrink with the square root of what is measured.
  /// - Parameter chance: the probability that a further difference has to fall below.
  private static func repetitions(
    _ estimate: Estimate, _ limits: ClosedRange<Double>, runs: Int, chance: Double
  ) -> Int? {
    let matters = !limits.contains(estimate.value)
    let target =
      matters
      ? abs(estimate.value)
      : min(estimate.value - limits.lowerBound, limits.upperBound - estimate.value)
    guard target > 0 else { return nil }
    // Beyond some twenty runs t is the normal distribution; before, two more make up for it (Guenther, "Sample size
    // formulas for normal theory t tests", American Statistician 35, 1981).
    let point = StudentT(freedom: 1e6).point(matters ? chance : 0.05)
    let shrinking = point * estimate.error / target
    let needed = Double(runs) * shrinking * shrinking + 2
    guard needed <= 1_000 else { return nil }
    return Swift.max(Plan.usualRepetitions, runs + 1, Int(needed.rounded(.up)))
  }

  private func reason(_ needed: Int?, runs: Int, isSingle: Bool) -> Undecided {
    if figure == .max { return Undecided("a maximum is a single value: go by p99, or measure far more") }
    guard let needed else {
      return Undecided("the difference is too near to what matters: more repetitions would hardly decide")
    }
    let advice = "measure about \(needed) repetitions a side instead of \(runs)"
    return Undecided(
      isSingle ? "beyond chance by itself, but not as one of so many figures: \(advice)" : advice)
  }
}
