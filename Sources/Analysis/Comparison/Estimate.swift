import Foundation

/// How much the other side differs from the base, and how far that may be off.
struct Estimate: Hashable {
  /// On which scale the sides are told apart.
  enum Scale: Hashable {
    /// Logarithms of ratios: times spread by factors.
    case logarithm
    /// Differences, where a side is not above zero.
    case difference
  }

  let scale: Scale
  /// The difference on its scale, 0 where there is none.
  let value: Double
  /// The standard error of ``value``, at least 0.
  let error: Double
  /// Degrees of freedom of ``error``, at least 1.
  let freedom: Double

  init(scale: Scale, value: Double, error: Double, freedom: Double) {
    (self.scale, self.value, self.error, self.freedom) = (scale, value, error, freedom)
  }

  /// Two sides that are independent of one another, their variances unlike: degrees of freedom by Welch, "The
  /// generalization of Student's problem when several different population variances are involved", Biometrika 34, 1947.
  init(scale: Scale, value: Double, _ base: Spread, _ other: Spread) {
    let variance = base.variance + other.variance
    func share(_ side: Spread) -> Double { side.variance * side.variance / side.freedom }
    let shares = share(base) + share(other)
    self.init(
      scale: scale, value: value, error: variance.squareRoot(),
      freedom: shares > 0 ? max(1, variance * variance / shares) : base.freedom + other.freedom)
  }

  /// How a figure of one side varies.
  struct Spread: Hashable {
    /// Its squared standard error.
    var variance: Double
    /// One less than the runs that tell it.
    var freedom: Double
  }

  /// The 95 % interval of ``value``.
  var interval: ClosedRange<Double> {
    let half = StudentT(freedom: freedom).point(0.05) * error
    return (value - half)...(value + half)
  }

  /// The probability of a difference so large or larger by chance, if there is none.
  var chanceOfDifference: Double { tails(beyond: abs(value)) }

  /// The probability that the data lie so well within `limits` by chance, if the true value lies outside or on one of
  /// them: at 0.05 the 95 % interval just fits between them (two one-sided tests: Schuirmann, "A comparison of the two
  /// one-sided tests procedure and the power approach", Journal of Pharmacokinetics and Biopharmaceutics 15, 1987, each
  /// at 2.5 % here).
  func chanceOfLikeness(within limits: ClosedRange<Double>) -> Double {
    let room = min(value - limits.lowerBound, limits.upperBound - value)
    return room > 0 ? tails(beyond: room) : 1
  }

  private func tails(beyond distance: Double) -> Double {
    if error > 0 { return StudentT(freedom: freedom).tails(beyond: distance / error) }
    return distance > 0 ? 0 : 1
  }
}
