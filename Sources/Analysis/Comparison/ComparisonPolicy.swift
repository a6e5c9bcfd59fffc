import Timing

/// What a comparison takes for a difference, and how it draws.
///
/// A verdict of better or worse needs two things: the 95 % interval of the difference leaves out zero, and the
/// difference is beyond what matters in practice. The second keeps the rate of false alarms below 5 % also where
/// many cells are compared, and makes "same" a finding: the whole interval lies within what does not matter.
package struct ComparisonPolicy: Hashable, Sendable {
  /// The part of the smaller side's value below which a difference does not matter.
  package var equivalence = 0.05
  /// The time below which a difference does not matter, whatever the part.
  package var equivalentTime = Nanoseconds.us(1)
  /// The difference between missed shares that does not matter.
  package var equivalentShare = 0.001
  /// The difference between drifts that does not matter, in parts per million.
  package var equivalentDrift = 5.0
  /// Runs that each side needs for runs to be what the bootstrap draws; below it draws blocks within runs.
  package var fewestRuns = 5
  /// Callbacks that each side needs for a verdict at all.
  package var fewestCallbacks = Int64(20)
  /// How often the bootstrap draws.
  package var draws = 2_000
  /// The seed of its draws.
  package var seed = UInt64(1)

  /// The policy that the command line uses.
  package init() {}
}

/// A figure that a comparison looks at; less is better in each.
package enum ComparedFigure: String, Hashable, Sendable, CaseIterable {
  /// Median lateness in nanoseconds.
  case p50
  /// 99th percentile of lateness in nanoseconds.
  case p99
  /// The largest lateness in nanoseconds.
  case max
  /// Missed slots as a share of all.
  case missed
  /// Phase drift in parts per million; nearer to 0 is better.
  case drift
}

/// What a comparison finds of one figure.
package enum ComparisonVerdict: Hashable, Sendable {
  /// The other side's figure is lower, beyond chance and beyond what does not matter.
  case better
  /// The other side's figure is higher, beyond chance and beyond what does not matter.
  case worse
  /// A difference that matters is ruled out.
  case same
  /// Neither; the payload says what would decide it.
  case undecided(Undecided)

  /// One word.
  package var word: String {
    switch self {
    case .better: "better"
    case .worse: "worse"
    case .same: "same"
    case .undecided: "undecided"
    }
  }
}

/// One figure on both sides.
package struct FigureComparison: Hashable, Sendable {
  /// Which figure.
  package let figure: ComparedFigure
  /// The base's value; `nil` where it is withheld.
  package let base: Double?
  /// The other side's value; `nil` where it is withheld.
  package let other: Double?
  /// The 95 % interval of the difference, other less base; `nil` where there is too little to tell.
  package let differenceInterval: ClosedRange<Double>?
  /// The 95 % interval of the ratio; `nil` where there is no ratio or too little to tell.
  package let ratioInterval: ClosedRange<Double>?
  /// What it comes to.
  package let verdict: ComparisonVerdict

  /// Other less base.
  package var difference: Double? { base.flatMap { base in other.map { $0 - base } } }

  /// Other over base; `nil` unless both are above zero, and for a drift.
  package var ratio: Double? {
    guard let base, let other, base > 0, other > 0, figure != .drift else { return nil }
    return other / base
  }
}

/// How the intervals of a cell were found.
package enum ComparisonMethod: String, Hashable, Sendable {
  /// Whole runs were drawn.
  case runs
  /// Blocks within runs were drawn, and the spread between runs was added by Student's t.
  case blocks
  /// Blocks within single runs were drawn: how runs differ from each other is unknown.
  case singleRuns = "single_runs"
  /// Both sides hold the same recording.
  case identical
  /// Nothing was drawn: there are too few callbacks.
  case none
}

/// A cell that both sides have.
package struct CellComparison: Hashable, Sendable {
  /// The conditions.
  package let cell: Cell
  /// The base's figures.
  package let base: CellSummary
  /// The other side's figures.
  package let other: CellSummary
  /// How the intervals were found.
  package let method: ComparisonMethod
  /// p50, p99, max, missed share and drift, in this order.
  package let figures: [FigureComparison]
}
