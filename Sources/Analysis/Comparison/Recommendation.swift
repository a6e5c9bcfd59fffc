import Text
import Timing

/// Which timer meets the stricter tail under given conditions; only where the data supports it.
package struct Recommendation: Hashable, Sendable {
  /// The timer with the lower 99th percentile.
  package let chosen: CellSummary
  /// What it is held against.
  package let against: CellSummary
}

extension Recommendation {
  /// One for each interval, load and number of timers where one kind of timer is better at p99 beyond chance.
  ///
  /// Held against each other are the plain `runloop` and `dispatch` timers, or else the first measured of their
  /// kind, at the smallest leeway. Floors are no choice and take no part.
  package static func all(
    _ samples: [CellSamples], _ summaries: [CellSummary], policy: ComparisonPolicy = ComparisonPolicy()
  ) -> [Recommendation] {
    let known = Dictionary(summaries.map { ($0.cell, $0) }, uniquingKeysWith: { first, _ in first })
    let groups = Dictionary(grouping: samples) { Conditions($0.cell) }
    var told: Set<Conditions> = []
    let candidates = samples.compactMap {
      first -> (evidence: Evidence, left: CellSummary, right: CellSummary)? in
      let conditions = Conditions(first.cell)
      guard told.insert(conditions).inserted, let cells = groups[conditions] else { return nil }
      guard let runLoop = representative(.runloop, cells), let dispatch = representative(.dispatch, cells),
        let left = known[runLoop.cell], let right = known[dispatch.cell]
      else { return nil }
      // Where deadlines go without a callback of their own, the callbacks that did come say little.
      guard [left, right].allSatisfy({ $0.slots.leftOut <= $0.slots.total / 10 }) else {
        return nil
      }
      let sides = CellSides(base: runLoop, other: dispatch, baseSummary: left, otherSummary: right)
      return (Judge(sides, policy: policy).evidence(.p99), left, right)
    }
    // What is recommended is one family, as the verdicts of a comparison are.
    return zip(candidates, candidates.map(\.evidence).judged(rate: policy.rate)).compactMap {
      candidate, figure in
      switch figure.verdict {
      case .better: Recommendation(chosen: candidate.right, against: candidate.left)
      case .worse: Recommendation(chosen: candidate.left, against: candidate.right)
      case .same, .undecided: nil
      }
    }
  }

  private struct Conditions: Hashable {
    let interval: Nanoseconds
    let load: CellLoad
    let timers: Int

    init(_ cell: Cell) { (interval, load, timers) = (cell.interval, cell.load, cell.timers) }
  }

  private static func representative(_ family: TimerFamily, _ cells: [CellSamples]) -> CellSamples? {
    cells.filter { TimerFamily(timer: $0.cell.timer) == family }.min { left, right in
      let plain = family.rawValue
      if (left.cell.timer == plain) != (right.cell.timer == plain) { return left.cell.timer == plain }
      return left.cell < right.cell
    }
  }
}

extension Recommendation: CustomStringConvertible {
  /// One sentence.
  package var description: String {
    let (best, other) = (chosen.cell, against.cell)
    var sentence = "every \(best.interval), \(best.load)"
    if best.timers > 1 { sentence += ", \(best.timers) timers" }
    sentence += ": \(best.timer) meets the stricter tail, p99 \(Numbers.time(chosen.callbacks[.p99]))"
    sentence += " against \(Numbers.time(against.callbacks[.p99])) of \(other.timer)"
    sentence += "; deadlines without a callback of their own: \(Self.leftOut(chosen)) against "
    sentence += Self.leftOut(against)
    if let share = chosen.causes.blockedShare, share >= 0.01 {
      sentence +=
        "; the loop's own work explains \(Numbers.fixed(share * 100, 0))% of the lateness of \(best.timer)"
    }
    return sentence
  }

  private static func leftOut(_ summary: CellSummary) -> String {
    "\(Numbers.count(summary.slots.leftOut)) of \(Numbers.count(summary.slots.total))"
  }
}
