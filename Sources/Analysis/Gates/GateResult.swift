import Text
import Timing

/// Whether a cell keeps a limit.
package struct GateResult: Hashable, Sendable {
  /// What came of it.
  package enum Outcome: Hashable, Sendable {
    /// The limit is kept.
    case met
    /// The limit is exceeded; the payload says by how much.
    case broken(by: String)
    /// There is not enough to decide.
    case undecided(Undecided)
    /// Some of what was planned is missing, and what is missing may be what would break the limit.
    case incomplete(Undecided)
  }

  /// The conditions.
  package let cell: Cell
  /// The limit as it was written.
  package let limit: String
  /// The figure found, as text.
  package let found: String
  /// What came of it.
  package let outcome: Outcome
}

extension GateResult {
  /// Whether the gate fails; an undecided one does unless that is allowed. What failed or broke off is never allowed.
  package func fails(allowingUndecided: Bool) -> Bool {
    switch outcome {
    case .met: false
    case .broken, .incomplete: true
    case .undecided: !allowingUndecided
    }
  }
}

extension Budget {
  /// Holds every cell against every budget; cells in their order, budgets in the order given.
  package static func evaluate(_ budgets: [Budget], on summaries: [CellSummary]) -> [GateResult] {
    summaries.sorted { $0.cell < $1.cell }.flatMap { summary in budgets.map { $0.evaluate(summary) } }
  }

  /// The quantiles that `budgets` need of a summary besides the standard ones.
  package static func quantiles(_ budgets: [Budget]) -> [Quantile] {
    budgets.compactMap { if case .quantile(let quantile, _) = $0.metric { quantile } else { nil } }
  }

  /// Holds one cell against this budget.
  package func evaluate(_ summary: CellSummary) -> GateResult {
    let (found, outcome) = judge(summary)
    return GateResult(cell: summary.cell, limit: text, found: found, outcome: outcome, of: summary)
  }

  private func judge(_ summary: CellSummary) -> (String, GateResult.Outcome) {
    switch limit {
    case .time(let limit): return judgeTime(summary, limit.count)
    case .count(let limit):
      let (count, of) = counts(summary)
      guard of > 0 else { return (Numbers.unknown, .undecided(Undecided("there is no callback"))) }
      let kept = relation.holds(count, limit)
      return (
        Numbers.count(count) + pending(summary),
        kept
          ? .met
          : .broken(by: count == limit ? Self.atTheLimit : Numbers.count(count.subtractingSaturated(limit)))
      )
    case .share(let limit):
      let (count, of) = counts(summary)
      guard of > 0 else { return (Numbers.unknown, .undecided(Undecided("there is no callback"))) }
      let kept = relation.holds(Int128(count) * 100_000_000, Int128(limit) * Int128(of))
      let share = Double(count) / Double(of)
      return (
        Numbers.percent(share) + pending(summary),
        kept ? .met : .broken(by: Self.points(count, of, limit))
      )
    case .drift(let limit): return judgeDrift(summary, Double(limit) / 1e6)
    }
  }

  /// Slots passed over include those that a timer left unserved at the end of its run.
  private func counts(_ summary: CellSummary) -> (Int64, of: Int64) {
    let count: Int64
    switch metric {
    case .missed: count = summary.slots.missed
    case .leftOut: count = summary.slots.leftOut
    default: return (summary.callbacks.early, summary.callbacks.count)
    }
    let stranded = summary.facts.stranded
    return (count.addingSaturated(stranded), summary.slots.total.addingSaturated(stranded))
  }

  /// How many of the slots without a callback are not passed over but left.
  private func pending(_ summary: CellSummary) -> String {
    let stranded = metric == .early ? 0 : summary.facts.stranded
    return stranded > 0 ? " (\(Numbers.count(stranded)) pending at the end)" : ""
  }

  private func judgeTime(_ summary: CellSummary, _ limit: Int64) -> (String, GateResult.Outcome) {
    switch metric.time(in: summary) {
    case .failure(let reason): return (Numbers.unknown, .undecided(reason))
    case .success(let value):
      let kept = relation.holds(value, Double(limit))
      return (Numbers.time(value), kept ? .met : .broken(by: Self.excess(value, Double(limit))))
    }
  }

  private static func points(_ count: Int64, _ of: Int64, _ limit: Int64) -> String {
    let excess = Int128(count) * 100_000_000 - Int128(limit) * Int128(of)
    if excess == 0 { return atTheLimit }
    return Numbers.significant(Double(excess) / Double(of) / 1e6) + " percentage points"
  }

  private static let atTheLimit = "0: it has to be below"

  private static func excess(_ value: Double, _ limit: Double) -> String {
    if value == limit { return atTheLimit }
    let difference = Numbers.time(value - limit)
    return limit > 0 && value < 100 * limit
      ? "\(difference) (\(Numbers.percent(value / limit - 1)))" : difference
  }

  /// A drift is decided by its whole interval: within the limit, or beyond it.
  private func judgeDrift(_ summary: CellSummary, _ limit: Double) -> (String, GateResult.Outcome) {
    guard let drift = summary.phaseDrift, let margin = drift.margin else {
      let reason = summary.phaseDrift?.untold ?? Undecided("too few callbacks to tell the drift")
      return (Numbers.drift(summary.phaseDrift), .undecided(reason))
    }
    let found = Numbers.drift(drift) + " ppm"
    let (least, most) = (max(0, abs(drift.ppm) - margin), abs(drift.ppm) + margin)
    if relation.holds(most, limit) { return (found, .met) }
    if relation != .equal, relation.holds(least, limit) {
      return (
        found, .undecided(Undecided("the interval of the drift reaches across the limit: measure longer"))
      )
    }
    return (found, .broken(by: "\(Numbers.significant(abs(drift.ppm) - limit)) ppm"))
  }
}
