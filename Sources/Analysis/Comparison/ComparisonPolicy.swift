import Timing

/// What a comparison looks at, what it takes for a difference, and how it draws.
///
/// A verdict of better or worse needs two things: a difference beyond chance, as one of all figures of the comparison
/// (``FalseDiscovery``), and one beyond what matters in practice. "Same" is a finding too: beyond chance, as one of all, the
/// difference is less than what matters.
package struct ComparisonPolicy: Hashable, Sendable {
  /// The figures that are judged, in this order.
  package var figures = ComparedFigure.standard
  /// The part of the smaller side's value below which a difference does not matter.
  package var equivalence = 0.05
  /// The time below which a difference does not matter, whatever the part.
  package var equivalentTime = Nanoseconds.us(1)
  /// The difference between missed shares that does not matter.
  package var equivalentShare = 0.001
  /// The difference between drifts that does not matter, in parts per million.
  package var equivalentDrift = 5.0
  /// The share of all differences found that may be due to chance, in the mean.
  package var rate = 0.05
  /// Callbacks that each side needs for a verdict at all.
  package var fewestCallbacks = Int64(20)
  /// How often the bootstrap draws.
  package var draws = 1_000
  /// The seed of its draws.
  package var seed = UInt64(1)

  /// Runs that each side needs for a verdict at all: with one, how runs differ from each other is unknown, and that is
  /// most of what chance does.
  package static let fewestRuns = 2
  /// The policy that the command line uses.
  package init() {}

  /// What a single run a side comes to.
  static let singleRun = Undecided(
    "one run a side decides nothing, since how runs differ is unknown: measure \(Plan.usualRepetitions) repetitions"
  )
}

/// A figure that a comparison looks at; less is better in each.
package enum ComparedFigure: Hashable, Sendable {
  /// A quantile of the lateness in nanoseconds.
  case quantile(Quantile)
  /// The largest lateness in nanoseconds.
  case max
  /// Missed slots as a share of all.
  case missed
  /// Phase drift in parts per million; nearer to 0 is better.
  case drift

  package static let p50 = ComparedFigure.quantile(.p50)
  package static let p99 = ComparedFigure.quantile(.p99)

  /// What is judged unless other figures are asked for. A maximum is a single value and a drift hardly ever differs:
  /// they would make a larger family, in which everything else is harder to find.
  package static let standard = [p50, p99, missed]

  /// Whether it is a time, with a ratio.
  package var isTime: Bool { self != .missed && self != .drift }
}

extension ComparedFigure: CustomStringConvertible {
  /// Its name as a metric: `p50`, `max`, `missed`.
  package var description: String {
    switch self {
    case .quantile(let quantile): quantile.description
    case .max: "max"
    case .missed: "missed"
    case .drift: "drift"
    }
  }
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

  /// Whether the sides differ.
  package var isDifference: Bool { self == .better || self == .worse }
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
  /// The probability of such a difference by chance; `nil` where there is too little to tell.
  package let chance: ChanceInFamily?
  /// The probability of such a likeness by chance, where the sides differ by what matters.
  package let chanceOfSame: ChanceInFamily?
  /// What it comes to.
  package let verdict: ComparisonVerdict
  /// How many repetitions a side would decide it, at a guess; `nil` where it is decided, and where none would.
  package let repetitionsNeeded: Int?

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
  /// One side has a single run: how runs differ from each other is unknown, and nothing is decided.
  case singleRuns = "single_runs"
  /// Both sides hold the same recording.
  case identical
  /// Nothing was drawn: there are too few callbacks, or a clock was set.
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
  /// The figures that were asked for, in the policy's order.
  package let figures: [FigureComparison]
}
