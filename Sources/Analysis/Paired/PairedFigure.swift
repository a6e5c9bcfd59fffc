import Foundation
import Timing

/// A figure of a cell over pairs of runs.
package struct PairedFigure: Hashable, Sendable {
  /// Which figure.
  package let figure: TrendFigure
  /// Pairs of which both runs have a value.
  package let pairs: Int
  /// The figure of a run of the base on average, of times that are all above zero the geometric mean.
  package let base: Double?
  /// The same of the other side.
  package let other: Double?
  /// Other over base; `nil` where it is no time, or a value is not above zero.
  package let ratio: Double?
  /// The 95 % interval of the ratio, or where there is none of the difference, by Student's t over pairs; `nil` where too few
  /// pairs are there.
  package let interval: ClosedRange<Double>?
  /// The probability of such a difference by chance; `nil` where too few pairs are there.
  package let chance: Double?
  /// The same among all figures looked at together.
  package let adjusted: Double?
  /// What it comes to.
  package let verdict: ComparisonVerdict
  /// How many times as many repetitions it takes without pairs: the variance of the difference of two runs that are not of a
  /// pair, over that of two that are; `nil` where it cannot be told.
  package let gain: Double?

  init(_ values: PairedValues, adjusted: Double?, policy: ComparisonPolicy) {
    figure = values.figure
    pairs = values.count
    base = values.level(values.base)
    other = values.level(values.other)
    chance = values.chance
    self.adjusted = adjusted
    gain = values.gain
    if let base, let other, values.goesByFactors { ratio = other / base } else { ratio = nil }
    guard let half = values.half, let base, let other, let adjusted else {
      interval = nil
      verdict = .undecided(
        Undecided("\(values.count) pairs with a value: measure \(PairedValues.fewest) repetitions at least"))
      return
    }
    let ends = (values.mean - half)...(values.mean + half)
    interval = values.goesByFactors ? exp(ends.lowerBound)...exp(ends.upperBound) : ends
    let reached = ends.map { values.goesByFactors ? base * exp($0) : base + $0 }
    if adjusted <= PairedComparison.rate, figure.matters(base, other, policy: policy) {
      verdict = other > base ? .worse : .better
    } else if reached.allSatisfy({ !values.figure.matters(base, $0, policy: policy) }) {
      verdict = .same
    } else {
      verdict = .undecided(Undecided("the pairs do not tell: measure more repetitions"))
    }
  }
}

extension ClosedRange<Double> {
  /// A value for each end.
  fileprivate func map(_ transform: (Double) -> Double) -> [Double] {
    [transform(lowerBound), transform(upperBound)]
  }
}

/// The values of a figure in pairs, on the scale on which they are told apart: times above zero by their factors.
struct PairedValues {
  let figure: TrendFigure
  let goesByFactors: Bool
  let base: [Double]
  let other: [Double]

  /// Of fewer pairs no order is unlikely: of five, one in 16.
  static let fewest = 6
  /// How often signs are drawn where there are too many pairs to go through all.
  private static let draws = 20_000

  init(_ figure: TrendFigure, _ pairs: Pairs) {
    let values = pairs.runs.compactMap { run in
      figure.value(in: run.base).flatMap { base in figure.value(in: run.other).map { (base, $0) } }
    }
    self.init(figure, base: values.map(\.0), other: values.map(\.1))
  }

  init(_ figure: TrendFigure, base: [Double], other: [Double]) {
    self.figure = figure
    goesByFactors = figure != .missed && (base + other).allSatisfy { $0 > 0 }
    self.base = goesByFactors ? base.map { log($0) } : base
    self.other = goesByFactors ? other.map { log($0) } : other
  }

  var count: Int { base.count }
  var differences: [Double] { zip(base, other).map { $1 - $0 } }
  var mean: Double { Self.mean(differences) }

  func level(_ values: [Double]) -> Double? {
    guard !values.isEmpty else { return nil }
    return goesByFactors ? exp(Self.mean(values)) : Self.mean(values)
  }

  /// Half the 95 % interval of the mean difference.
  var half: Double? {
    guard count >= Self.fewest else { return nil }
    return studentT95(count - 1) * (Self.variance(differences) / Double(count)).squareRoot()
  }

  /// The probability that the mean is so far from zero, or farther, if each difference might as well have the other sign:
  /// which it might where nothing differs, since the order in pairs was drawn (Fisher, "The Design of Experiments", 1935,
  /// section 21). All signs of up to 14 pairs, else drawn ones, the one that came among them.
  var chance: Double? {
    guard count >= Self.fewest else { return nil }
    let differences = differences
    let found = abs(differences.reduce(0, +)) * (1 - 1e-12)
    if count <= 14 {
      let reached = (0..<(1 << count)).count { signs in
        let sum = differences.enumerated().reduce(0.0) {
          $0 + (signs >> $1.offset & 1 == 1 ? $1.element : -$1.element)
        }
        return abs(sum) >= found
      }
      return Double(reached) / Double(1 << count)
    }
    var random = SplitMix64(seed: 1)
    let reached = (0..<Self.draws).count { _ in
      abs(differences.reduce(0.0) { $0 + (Bool.random(using: &random) ? $1 : -$1) }) >= found
    }
    return Double(reached + 1) / Double(Self.draws + 1)
  }

  var gain: Double? {
    guard count >= Self.fewest else { return nil }
    let within = Self.variance(differences)
    return within > 0 ? (Self.variance(base) + Self.variance(other)) / within : nil
  }

  private static func mean(_ values: [Double]) -> Double {
    values.reduce(0, +) / Double(max(1, values.count))
  }

  private static func variance(_ values: [Double]) -> Double {
    let mean = mean(values)
    return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(max(1, values.count - 1))
  }
}
