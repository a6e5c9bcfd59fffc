import Foundation
import Timing

/// Watches how narrowly figures are told while repetitions come.
///
/// What is told is the figure of a run on average over runs, of times that are above zero the geometric mean: runs are the
/// units, since callbacks of one run are alike. Which cell stops when depends on the spreads alone, so that stopping one says
/// nothing about its mean.
package struct GoalWatch: Sendable {
  /// What is asked of every cell.
  package let goals: [IntervalGoal]
  private var progress: [Cell: [GoalProgress]] = [:]

  /// Creates a watch over cells of which nothing was measured yet.
  package init(_ goals: [IntervalGoal], cells: some Sequence<Cell>) {
    self.goals = goals
    for cell in cells { progress[cell] = goals.map { GoalProgress($0) } }
  }

  /// Takes the run of a cell that has ended; `nil` for one that failed.
  package mutating func add(_ run: CellSamples?, of cell: Cell) {
    let summary = run.map { CellSummary($0, quantiles: goals.compactMap(\.metric.quantile)) }
    for index in goals.indices { progress[cell]?[index].add(summary) }
  }

  /// The cells with a goal that is not reached and can be, the one that is farthest from it first.
  package var wanting: [Cell] {
    let distances = progress.compactMap { cell, all -> (cell: Cell, distance: Double)? in
      let open = all.filter { !$0.isReached && !$0.isHopeless }
      return open.map(\.distance).max().map { (cell, $0) }
    }
    return distances.sorted { ($1.distance, $0.cell) < ($0.distance, $1.cell) }.map(\.cell)
  }

  /// How far each cell is from each goal, in the cells' order.
  package var states: [GoalState] {
    progress.sorted { $0.key < $1.key }.flatMap { cell, all in all.map { GoalState(cell: cell, $0) } }
  }
}

/// How far a cell is from a goal.
package struct GoalState: Hashable, Sendable {
  /// The cell.
  package let cell: Cell
  /// What is asked of it.
  package let goal: IntervalGoal
  /// Its repetitions that have a value.
  package let runs: Int
  /// The figure of a run on average: nanoseconds, or a share of slots; `nil` without runs.
  package let value: Double?
  /// Its 95 % interval; `nil` with fewer than ``SequentialInterval/fewestRuns`` runs.
  package let interval: ClosedRange<Double>?
  /// Whether the interval is as narrow as asked.
  package let isReached: Bool
  /// How often the width that was asked for goes into the one that is there.
  package let distance: Double
  /// Why runs have no value; `nil` where all have.
  package let withheld: Undecided?

  fileprivate init(cell: Cell, _ progress: GoalProgress) {
    self.cell = cell
    goal = progress.goal
    runs = progress.plain.count
    value = progress.value
    interval = progress.interval
    isReached = progress.isReached
    distance = progress.distance
    withheld = progress.withheld
  }

  /// About how many repetitions the goal takes at the spread seen so far; `nil` where that cannot be told.
  package var needed: Int? {
    guard !isReached, interval != nil, distance.isFinite, distance < 1_000 else { return nil }
    return max(runs + 1, Int((Double(runs) * distance * distance).rounded(.up)))
  }
}

/// The values of a cell's runs for one goal.
private struct GoalProgress: Sendable {
  let goal: IntervalGoal
  private(set) var plain = SequentialInterval()
  private(set) var withheld: Undecided?
  private var logarithms = SequentialInterval()
  private var slots: Int64 = 0
  private var ended = 0

  init(_ goal: IntervalGoal) { self.goal = goal }

  mutating func add(_ run: CellSummary?) {
    ended += 1
    guard let run else { return withheld = Undecided("runs failed") }
    if goal.metric == .missed {
      guard let share = run.unservedShare else { return withheld = Undecided("there is no callback") }
      slots = slots.addingSaturated(run.slots.total).addingSaturated(run.facts.stranded)
      return plain.add(share)
    }
    switch goal.metric.time(in: run) {
    case .failure(let reason): withheld = reason
    case .success(let value):
      plain.add(value)
      if value > 0 { logarithms.add(log(value)) }
    }
  }

  /// Whether all values are above zero and their factors are what is looked at.
  private var goesByFactors: Bool {
    if case .share = goal.width { logarithms.count == plain.count } else { false }
  }

  /// No run has a value, and enough of them have ended to know that more will not help.
  var isHopeless: Bool { ended >= SequentialInterval.fewestRuns && plain.count == 0 }

  var isReached: Bool { distance <= 1 }

  var value: Double? {
    guard plain.count > 0 else { return nil }
    return goesByFactors ? exp(logarithms.mean) : plain.mean
  }

  var interval: ClosedRange<Double>? {
    guard let half else { return nil }
    if goesByFactors { return exp(logarithms.mean - half)...exp(logarithms.mean + half) }
    return (goal.metric == .missed ? max(0, plain.mean - half) : plain.mean - half)...(plain.mean + half)
  }

  /// To either side, on the scale that is looked at.
  private var half: Double? {
    guard let half = goesByFactors ? logarithms.half : plain.half else { return nil }
    // No missed slot in n leaves a share of up to 3/n possible at 95 % (Hanley and Lippman-Hand, JAMA 249, 1983).
    return goal.metric == .missed && plain.mean == 0 ? 3 / Double(max(1, slots)) : half
  }

  var distance: Double {
    guard let half else { return .infinity }
    switch goal.width {
    case .time(let width), .points(let width): return half / width
    case .share(let share):
      if goesByFactors { return half / log1p(share) }
      return plain.mean == 0 ? .infinity : half / (share * abs(plain.mean))
    }
  }
}

extension Metric {
  /// The quantile that it is; `nil` for any other.
  var quantile: Quantile? { if case .quantile(let quantile, _) = self { quantile } else { nil } }
}
