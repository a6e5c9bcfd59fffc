import Foundation

/// The 95 % interval of what runs have on average, of which it holds that one may look after every run and stop when it is
/// narrow enough.
///
/// Chow and Robbins, "On the asymptotic theory of fixed-width sequential confidence intervals for the mean", Annals of
/// Mathematical Statistics 36, 1965: go on until the interval is as narrow as asked. Where it is Student's interval that is
/// looked at again and again, one stops too often where the spread so far is too small by chance, and the interval holds the
/// truth in less than 95 % (Starr, "The performance of a sequential procedure for the fixed-width interval estimation of the
/// mean", same journal 37, 1966). So the interval is wider by ``inflation``, which makes up for that at every spread when no
/// look comes before ``fewestRuns``. For values by the normal law the mean is independent of the spreads looked at, and the
/// coverage of a stopping rule is the mean of 2Φ(d√N/σ) − 1 over its N.
package struct SequentialInterval: Hashable, Sendable {
  /// Runs before the first look.
  package static let fewestRuns = 5
  /// By how much the interval is wider than Student's: the least hundredth for which the coverage, by the formula above, is at
  /// least 95 % at spreads of 0.3 to 8 times the width; without it, 93.5 % at twice the width.
  package static let inflation = 1.1

  /// Runs so far.
  package private(set) var count = 0
  /// The mean of their values.
  package private(set) var mean = 0.0
  private var squares = 0.0

  /// Creates the interval of no run.
  package init() {}

  /// Adds the value of a run (Welford, "Note on a method for calculating corrected sums of squares and products",
  /// Technometrics 4, 1962).
  package mutating func add(_ value: Double) {
    count += 1
    let distance = value - mean
    mean += distance / Double(count)
    squares += distance * (value - mean)
  }

  /// The standard deviation of a run's value; `nil` for fewer than two.
  package var spread: Double? { count >= 2 ? (squares / Double(count - 1)).squareRoot() : nil }

  /// How far the interval reaches to either side of the mean; `nil` before the first look.
  package var half: Double? {
    guard count >= Self.fewestRuns, let spread else { return nil }
    return Self.inflation * studentT95(count - 1) * spread / Double(count).squareRoot()
  }
}
