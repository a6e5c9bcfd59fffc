import Text
import Timing

/// How much worse than the base a figure may be: `p99=10%`, `missed=0.5%`.
///
/// For times the share is of the base's value without its sign: a base of zero may not grow at all, and one of −10 µs by
/// 1 µs at 10 %. For missed slots it is in percentage points.
package struct RegressionLimit: Hashable, Sendable {
  /// Which figure: a time, or missed slots.
  package let metric: Metric
  /// The share in millionths of a percent.
  package let share: Int64
  /// The text it was read from.
  package let text: String
}

extension RegressionLimit {
  /// Parses `METRIC=PERCENT%`.
  /// - Throws: ``ParseError`` that names what is wrong, and what is allowed.
  package init(parsing text: some StringProtocol) throws(ParseError) {
    let text = String(text.filter { $0 != " " })
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw ParseError("'\(text)' is no regression limit: write METRIC=PERCENT%, as in p99=10%")
    }
    let metric = try Metric(parsing: parts[0], of: Metric.regressible)
    guard parts[1].hasSuffix("%"), let share = millionths(parts[1].dropLast()) else {
      throw ParseError("'\(parts[1])' is no percentage: write digits and a percent sign, as in 10% or 2.5%")
    }
    self.metric = metric
    self.share = share
    self.text = text
  }

  /// The quantiles that `limits` need of a summary besides the standard ones.
  package static func quantiles(_ limits: [RegressionLimit]) -> [Quantile] {
    limits.compactMap { if case .quantile(let quantile, _) = $0.metric { quantile } else { nil } }
  }

  /// Holds every cell of a column against every limit; cells in their order, limits in the order given. A cell that the
  /// other side no longer has is incomplete: it may be missing because of what went wrong.
  package static func evaluate(_ limits: [RegressionLimit], on column: Comparison.Column) -> [GateResult] {
    column.cells.flatMap { cell in limits.map { $0.evaluate(cell) } }
      + column.onlyInBase.flatMap { cell in
        limits.map {
          GateResult(
            cell: cell, limit: $0.text, found: Numbers.unknown,
            outcome: .incomplete(Undecided("only the base has this cell")))
        }
      }
  }

  /// Holds one cell against this limit: by the figures themselves, whatever their interval. Where one side has a single run
  /// the limit is neither met nor broken: runs differ by more than most limits allow.
  package func evaluate(_ cell: CellComparison) -> GateResult {
    var (found, outcome) = metric == .missed ? judgeMissed(cell) : judgeTime(cell)
    if cell.method == .singleRuns { outcome = .undecided(ComparisonPolicy.singleRun) }
    return GateResult(
      cell: cell.cell, limit: text, found: found, outcome: outcome, of: cell.base, cell.other)
  }

  private func judgeTime(_ cell: CellComparison) -> (String, GateResult.Outcome) {
    switch (metric.time(in: cell.base), metric.time(in: cell.other)) {
    case (.failure(let reason), _), (_, .failure(let reason)):
      return (Numbers.unknown, .undecided(reason))
    case (.success(let base), .success(let other)):
      // In whole nanoseconds, so that exactly the limit is exactly that.
      let (before, after) = (Int128(base.rounded()), Int128(other.rounded()))
      let kept = (after - before) * 100_000_000 <= Int128(share) * Int128(before.magnitude)
      guard base > 0 else {
        let excess = other - base - abs(base) * Double(share) / 1e8
        return (Self.signedTime(other - base), kept ? .met : .broken(by: Numbers.time(excess)))
      }
      let excess = other / base - 1 - Double(share) / 1e8
      return (
        Self.signedPercent(other / base - 1),
        kept ? .met : .broken(by: "\(Numbers.significant(excess * 100)) percentage points")
      )
    }
  }

  private func judgeMissed(_ cell: CellComparison) -> (String, GateResult.Outcome) {
    guard let base = cell.base.unservedShare, let other = cell.other.unservedShare else {
      return (Numbers.unknown, .undecided(Undecided("there is no callback")))
    }
    let growth = other - base
    let found = "\(Self.signed(growth * 100)) percentage points"
    let excess = growth - Double(share) / 1e8
    return (found, excess <= 0 ? .met : .broken(by: "\(Numbers.significant(excess * 100)) percentage points"))
  }

  private static func signed(_ value: Double) -> String {
    (value > 0 ? "+" : "") + Numbers.significant(value)
  }
  private static func signedTime(_ value: Double) -> String {
    (value > 0 ? "+" : "") + Numbers.time(value)
  }
  private static func signedPercent(_ share: Double) -> String { signed(share * 100) + "%" }
}
