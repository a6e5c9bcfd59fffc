/// How far a slope may be off, from the residuals of groups of callbacks that follow each other.
///
/// The groups' residuals are taken for an autoregressive series of the first order in each run. Its coefficient is the one
/// under which the correlation found between neighbours is expected, given that an intercept for each run and the slope
/// were fitted; variance and degrees of freedom follow from the same matrices (Satterthwaite, "An approximate distribution
/// of estimates of variance components", Biometrics Bulletin 2, 1946). Batch means whose correlation is estimated:
/// Tafazzoli, Steiger and Wilson, "N-Skart: a nonsequential skewness- and autoregression-adjusted batch-means procedure
/// for simulation analysis", IEEE Transactions on Automatic Control 56, 2011.
///
/// Where the callbacks come to few independent ones, n·(1 − ρ)/(1 + ρ) of n (Bayley and Hammersley, "The effective number of
/// independent observations in an autocorrelated time series", JRSS Supplement 8, 1946), no group tells its neighbour's
/// correlation from a slope: below ``fewestIndependent`` there is no interval, and above it is widened by
/// 1 + (25 / number)², found by simulation. So it holds its level with coefficients from 0 to 0.99 and 100 to
/// 10,000 callbacks (`DriftTests`).
struct CorrelatedGroups {
  /// Half the width of the 95 % interval of the slope, in its unit; or why there is none.
  let margin: Result<Double, Undecided>

  /// Fewer independent callbacks cannot tell.
  static let fewestIndependent = 25.0
  /// A stronger correlation between groups cannot be told from a slope.
  private static let strongest = 0.7
  private static let fewestGroups = 6

  init(_ runs: [DriftGroups], slope: Double) {
    let independent = Self.independent(runs, slope)
    guard independent >= Self.fewestIndependent else {
      let callbacks = runs.reduce(0.0) { $0 + $1.changes.count + Double($1.timers) }
      margin = .failure(
        Undecided(
          callbacks < Self.fewestIndependent
            ? "too few callbacks to tell the interval of the drift: measure longer"
            : "the callbacks hang together so much that they come to \(Int(independent)) independent ones, too few to "
              + "tell the interval of the drift: measure longer"))
      return
    }
    let design = GroupDesign(runs, slope: slope)
    guard design.groups >= Self.fewestGroups, let correlation = design.correlation(atMost: Self.strongest)
    else {
      margin = .failure(
        Undecided(
          "the lateness wanders too slowly to be told from a drift: measure longer, or more repetitions"))
      return
    }
    let (variance, freedom) = design.slopeVariance(correlation)
    let widening = 1 + (Self.fewestIndependent / independent) * (Self.fewestIndependent / independent)
    margin = .success(studentT95(max(1, Int(freedom) - 2)) * variance.squareRoot() * widening)
  }

  /// To how many independent callbacks of one timer those of the runs come.
  private static func independent(_ runs: [DriftGroups], _ slope: Double) -> Double {
    let callbacks = runs.reduce(0.0) {
      $0 + ($1.changes.count + Double($1.timers)) / Double(max(1, $1.timers))
    }
    let explained = slope * slope * runs.reduce(0.0) { $0 + $1.products.xx }
    let squares = runs.reduce(0.0) { $0 + $1.squares } - explained
    let count = runs.reduce(0.0) { $0 + $1.changes.count }
    // Nothing is left but that times are whole nanoseconds, and what sums of doubles lose.
    let lost = runs.reduce(0.0) { $0 + $1.squares } * 1e-12
    guard squares > max(count, lost) else { return callbacks }
    let changes = runs.reduce(0.0) { sum, run in
      sum + run.changeSquares - 2 * slope * run.changes.sum + slope * slope * run.changes.count
    }
    let found = 1 - max(0, changes) / 2 / squares
    // The fit takes some of the correlation away (Kendall, "Note on bias in the estimation of autocorrelation",
    // Biometrika 41, 1954).
    let missing = (2 + 4 * max(0, found)) * Double(runs.count) / callbacks
    let coefficient = min(max(found + missing, 0), 0.9999)
    return callbacks * (1 - coefficient) / (1 + coefficient)
  }
}

/// The residuals of groups with what was fitted to them, each group weighed by its callbacks.
private struct GroupDesign {
  /// How many groups there are.
  var groups: Int { residuals.count }

  private var residuals: [Double] = []
  /// The run of each group.
  private var run: [Int] = []
  /// Orthonormal columns of what was fitted: an intercept for each run, then the slope.
  private var columns: [[Double]] = []
  /// The length of the slope's column before it was made one.
  private var length = 0.0

  init(_ runs: [DriftGroups], slope: Double) {
    var (weights, centres): ([Double], [Double]) = ([], [])
    for (index, groups) in runs.enumerated() {
      let means = Self.means(groups)
      for sums in groups.groups {
        let count = sums.reduce(0) { $0 + $1.count }
        guard count > 0 else { continue }
        var (x, y) = (0.0, 0.0)
        for (timer, sum) in sums.enumerated() {
          x += sum.x - sum.count * means[timer].x
          y += sum.y - sum.count * means[timer].y
        }
        run.append(index)
        weights.append(count.squareRoot())
        centres.append(x / count)
        residuals.append(count.squareRoot() * (y - slope * x) / count)
      }
    }
    columns = runs.indices.map { index in unit(zip(run, weights).map { $0 == index ? $1 : 0 }).column }
    let slopeColumn = unit(zip(weights, centres).map { $0 * $1 })
    length = slopeColumn.length
    columns.append(slopeColumn.column)
    for column in columns {
      let part = dot(column, residuals)
      for index in residuals.indices { residuals[index] -= part * column[index] }
    }
  }

  /// The mean of each timer.
  private static func means(_ run: DriftGroups) -> [(x: Double, y: Double)] {
    (run.groups.first ?? []).indices.map { timer in
      let all = run.groups.reduce(DriftSums()) { $0 + $1[timer] }
      return all.count > 0 ? (all.x / all.count, all.y / all.count) : (0, 0)
    }
  }

  /// What residuals of unit variance have to do with each other under a coefficient, after the fit.
  private func moments(_ coefficient: Double) -> (
    trace: Double, neighbours: Double, squares: Double, slope: Double
  ) {
    let powers = (0..<max(1, groups)).reduce(into: [1.0]) { powers, _ in
      powers.append(powers[powers.count - 1] * coefficient)
    }
    func expected(_ i: Int, _ j: Int) -> Double { run[i] == run[j] ? powers[abs(i - j)] : 0 }
    let products = columns.map { column in
      residuals.indices.map { i in
        residuals.indices.reduce(0.0) { $0 + expected(i, $1) * column[$1] }
      }
    }
    let inner = columns.map { column in products.map { dot(column, $0) } }
    var (trace, neighbours, squares) = (0.0, 0.0, 0.0)
    for i in residuals.indices {
      for j in i..<groups {
        var value = expected(i, j)
        for (p, column) in columns.enumerated() {
          value -= column[i] * products[p][j] + products[p][i] * column[j]
          for (q, other) in columns.enumerated() { value += column[i] * inner[p][q] * other[j] }
        }
        squares += (i == j ? 1 : 2) * value * value
        if i == j { trace += value }
        if j == i + 1, run[i] == run[j] { neighbours += value }
      }
    }
    return (trace, neighbours, squares, inner[columns.count - 1][columns.count - 1])
  }

  /// The coefficient under which the correlation between neighbouring groups is expected, 0 at least; `nil` where it
  /// would be above `most`.
  func correlation(atMost most: Double) -> Double? {
    let squares = dot(residuals, residuals)
    guard squares > 0 else { return 0 }
    var found = 0.0
    for index in residuals.indices.dropFirst() where run[index] == run[index - 1] {
      found += residuals[index] * residuals[index - 1]
    }
    found /= squares
    func expected(_ coefficient: Double) -> Double {
      let moments = moments(coefficient)
      return moments.neighbours / moments.trace
    }
    if found <= expected(0) { return 0 }
    guard found <= expected(most) else { return nil }
    var (low, high) = (0.0, most)
    for _ in 0..<9 {
      let middle = (low + high) / 2
      if expected(middle) < found { low = middle } else { high = middle }
    }
    return (low + high) / 2
  }

  /// The variance of the slope under a coefficient, and its degrees of freedom.
  func slopeVariance(_ coefficient: Double) -> (variance: Double, freedom: Double) {
    let moments = moments(coefficient)
    let variance = dot(residuals, residuals) / moments.trace
    return (
      variance * moments.slope / (length * length), moments.trace * moments.trace / moments.squares
    )
  }
}

private func dot(_ left: [Double], _ right: [Double]) -> Double {
  zip(left, right).reduce(0) { $0 + $1.0 * $1.1 }
}

private func unit(_ column: [Double]) -> (column: [Double], length: Double) {
  let length = dot(column, column).squareRoot()
  return (length > 0 ? column.map { $0 / length } : column, length)
}
