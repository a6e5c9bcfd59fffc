import Foundation
import Timing

/// Two sides whose runs were measured in pairs, one soon after the other, judged by the differences within pairs.
///
/// What both runs of a pair have in common, the state of the machine at that time above all, is in neither difference
/// (Student, "The probable error of a mean", Biometrika 6, 1908). Which side of a pair comes first is left to chance: what a
/// second run has from being the second falls on both alike, and chance can be reckoned from that alone.
package struct PairedComparison: Hashable, Sendable {
  /// A cell that both sides have.
  package struct CellPairs: Hashable, Sendable {
    /// The conditions.
    package let cell: Cell
    /// Pairs of which both runs are there.
    package let pairs: Int
    /// p50, p99 and missed, in this order.
    package let figures: [PairedFigure]
  }

  /// The name of the one side, which is the base.
  package let base: String
  /// The name of the other side.
  package let other: String
  /// The cells that both have, in their order.
  package let cells: [CellPairs]

  /// Of all that is called a difference, the share that may be due to chance, in the mean.
  package static let rate = 0.05
}

extension PairedComparison {
  /// Judges by pairs: runs of a cell with the same number of repetition.
  package init(base: Dataset, other: Dataset, policy: ComparisonPolicy = ComparisonPolicy()) {
    self.base = base.label
    self.other = other.label
    let others = Dictionary(other.cells.map { ($0.cell, $0) }, uniquingKeysWith: { first, _ in first })
    let pairs = base.cells.compactMap { left in others[left.cell].map { Pairs(left, $0) } }
    let values = pairs.flatMap { pairs in TrendFigure.allCases.map { PairedValues($0, pairs) } }
    let adjusted = Self.adjusted(values.map(\.chance))
    let count = TrendFigure.allCases.count
    cells = pairs.enumerated().map { index, pairs in
      let range = (index * count)..<((index + 1) * count)
      return CellPairs(
        cell: pairs.cell, pairs: pairs.runs.count,
        figures: range.map { PairedFigure(values[$0], adjusted: adjusted[$0], policy: policy) })
    }
  }

  /// Of each probability the rate of false discoveries at which it counts as one (Benjamini and Hochberg, "Controlling the
  /// false discovery rate", Journal of the Royal Statistical Society B 57, 1995); `nil` is no member of the family.
  static func adjusted(_ chances: [Double?]) -> [Double?] {
    let members = chances.indices.filter { chances[$0] != nil }.sorted {
      (chances[$0] ?? 1) < (chances[$1] ?? 1)
    }
    var adjusted: [Double?] = Array(repeating: nil, count: chances.count)
    var least = 1.0
    for (rank, member) in members.enumerated().reversed() {
      least = min(least, (chances[member] ?? 1) * Double(members.count) / Double(rank + 1))
      adjusted[member] = least
    }
    return adjusted
  }
}

/// The runs of a cell in pairs.
struct Pairs {
  let cell: Cell
  let runs: [(base: CellSummary, other: CellSummary)]

  init(_ left: CellSamples, _ right: CellSamples) {
    cell = left.cell
    let others = Dictionary(
      right.runs.map { ($0.planned.repetition, $0) }, uniquingKeysWith: { first, _ in first })
    runs = left.runs.compactMap { run in
      others[run.planned.repetition].map { (Self.summary(run), Self.summary($0)) }
    }
  }

  private static func summary(_ run: RunSamples) -> CellSummary {
    var samples = CellSamples(cell: run.planned.cell)
    samples.runs = [run]
    return CellSummary(samples)
  }
}
