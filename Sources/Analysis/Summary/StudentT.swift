import Foundation

/// Two-sided 95 % points of Student's t for 1 … 30 degrees of freedom: NIST/SEMATECH e-Handbook of Statistical
/// Methods, section 1.3.6.7.2.
private let table = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
  2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042,
]

/// The point that Student's t exceeds in absolute value with probability 5 %; above 30 degrees of freedom by two
/// terms of the Cornish–Fisher expansion (Abramowitz and Stegun, 26.7.5), right to three decimals.
func studentT95(_ degreesOfFreedom: Int) -> Double {
  if table.indices.contains(degreesOfFreedom - 1) { return table[degreesOfFreedom - 1] }
  let freedom = Double(max(degreesOfFreedom, 1))
  let z = 1.959_964
  let cube = z * z * z
  let first = (cube + z) / (4 * freedom)
  let second = (5 * cube * z * z + 16 * cube + 3 * z) / (96 * freedom * freedom)
  return z + first + second
}

/// Student's t distribution with any number of degrees of freedom, for probabilities far out in its tails.
struct StudentT {
  /// Degrees of freedom, at least 1; they need not be whole.
  let freedom: Double

  init(freedom: Double) { self.freedom = min(max(freedom, 1), 1e6) }

  /// The probability that |t| exceeds `point`: I_x(ν/2, ½) at x = ν/(ν + point²) (NIST DLMF 8.17, Abramowitz and Stegun
  /// 26.7.1), to ten digits.
  func tails(beyond point: Double) -> Double {
    let square = point * point
    guard square > 0 else { return 1 }
    guard square.isFinite else { return 0 }
    let (a, x) = (freedom / 2, freedom / (freedom + square))
    // 1/B(a, ½) = Γ(a + ½) / (Γ(a) √π).
    let front = exp(a * log(x) + 0.5 * log1p(-x)) * Self.gammaRatio(a) / Double.pi.squareRoot()
    // The continued fraction converges fast on one side of its mean; the other side is the complement.
    if x < (a + 1) / (a + 2.5) { return front * Self.fraction(a, 0.5, x) / a }
    return max(0, 1 - front * Self.fraction(0.5, a, 1 - x) / 0.5)
  }

  /// The point that |t| exceeds with `probability`, 0 < probability < 1.
  func point(_ probability: Double) -> Double {
    var (low, high) = (0.0, 1.0)
    while tails(beyond: high) > probability, high < 1e12 { high *= 2 }
    for _ in 0..<64 {
      let middle = (low + high) / 2
      if tails(beyond: middle) > probability { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// Γ(a + ½) / Γ(a) by its asymptotic series (NIST DLMF 5.11.13), after steps up to where that is exact to twelve digits.
  private static func gammaRatio(_ a: Double) -> Double {
    var (a, factor) = (a, 1.0)
    while a < 40 {
      factor *= a / (a + 0.5)
      a += 1
    }
    let b = 1 / a
    return factor * a.squareRoot()
      * (1 - b / 8 + b * b / 128 + 5 * b * b * b / 1_024 - 21 * b * b * b * b / 32_768)
  }

  /// The continued fraction of the incomplete beta function (NIST DLMF 8.17.22), evaluated from its front (Lentz,
  /// "Generating Bessel functions in Mie scattering calculations using continued fractions", Applied Optics 15, 1976).
  private static func fraction(_ a: Double, _ b: Double, _ x: Double) -> Double {
    let least = 1e-300
    func away(_ value: Double) -> Double { abs(value) < least ? least : value }
    var c = 1.0
    var d = 1 / away(1 - (a + b) * x / (a + 1))
    var value = d
    for step in 1...10_000 {
      let m = Double(step)
      let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      d = 1 / away(1 + even * d)
      c = away(1 + even / c)
      value *= d * c
      let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      d = 1 / away(1 + odd * d)
      c = away(1 + odd / c)
      value *= d * c
      if abs(d * c - 1) < 1e-13 { break }
    }
    return value
  }
}
