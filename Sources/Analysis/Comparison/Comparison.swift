import Timing

/// A base against one or more others, cell by cell.
package struct Comparison: Hashable, Sendable {
  /// One other side against the base.
  package struct Column: Hashable, Sendable {
    /// The other side's name.
    package let label: String
    /// The names of its recordings.
    package let files: [String]
    /// What differs in the environment, warnings first.
    package let environment: [EnvironmentDifference]
    /// What keeps its recordings apart from those of an earlier column of the same machine.
    package let separation: Separation?
    /// The cells that both have, in the cells' order.
    package let cells: [CellComparison]
    /// Cells that only the base has.
    package let onlyInBase: [Cell]
    /// Cells that only the other side has.
    package let onlyInOther: [Cell]
  }

  /// The base's name.
  package let base: String
  /// The names of its recordings.
  package let baseFiles: [String]
  /// The others in their order.
  package let columns: [Column]
  /// What took part in the verdicts.
  package let policy: ComparisonPolicy
}

extension Comparison {
  /// Compares; takes time for a sort of each cell's samples and some thousand draws.
  package init(
    base: Dataset, others: [Dataset], policy: ComparisonPolicy = ComparisonPolicy(),
    quantiles: [Quantile] = []
  ) {
    self.base = base.label
    self.policy = policy
    let quantiles = quantiles + policy.quantiles
    baseFiles = base.files
    let baseCells = base.cells.map(\.inOrder)
    let summaries = Dictionary(
      baseCells.map { ($0.cell, CellSummary($0, quantiles: quantiles)) },
      uniquingKeysWith: { first, _ in first })
    let judged = others.map { other in
      other.cells.map(\.inOrder).compactMap { samples -> JudgedCell? in
        guard let summary = summaries[samples.cell],
          let baseSamples = baseCells.first(where: { $0.cell == samples.cell })
        else { return nil }
        let otherSummary = CellSummary(samples, quantiles: quantiles)
        return JudgedCell(
          CellSides(base: baseSamples, other: samples, baseSummary: summary, otherSummary: otherSummary),
          policy: policy)
      }
    }
    // All verdicts of a comparison are one family, whichever column they stand in.
    var figures = judged.joined().flatMap(\.evidence).judged(rate: policy.rate)[...]
    columns = zip(others, judged).map { other, judged in
      let otherCells = Set(other.cells.map(\.cell))
      let cells = judged.map { cell in
        defer { figures = figures.dropFirst(cell.evidence.count) }
        return CellComparison(cell, figures: Array(figures.prefix(cell.evidence.count)))
      }
      return Column(
        label: other.label, files: other.files,
        environment: EnvironmentDifference.between(base.environment, other.environment),
        separation: other.separation, cells: cells,
        onlyInBase: base.cells.map(\.cell).filter { !otherCells.contains($0) },
        onlyInOther: other.cells.map(\.cell).filter { summaries[$0] == nil })
    }
  }

  /// Every figure that was compared, column after column.
  package var figures: [FigureComparison] { columns.flatMap { $0.cells.flatMap(\.figures) } }
}

/// Both sides of a cell.
struct CellSides {
  let base: CellSamples
  let other: CellSamples
  let baseSummary: CellSummary
  let otherSummary: CellSummary

  var areIdentical: Bool {
    base.runs.map(\.tracks) == other.runs.map(\.tracks) && base.runs.map(\.slots) == other.runs.map(\.slots)
      && base.runs.map(\.digest) == other.runs.map(\.digest)
      && base.runs.map(\.facts?.pending) == other.runs.map(\.facts?.pending)
  }

  /// Whether callbacks are missing one by one, of which every judgement of chance is made.
  var haveHistograms: Bool { (base.runs + other.runs).contains { $0.digest != nil } }

  /// Why there is no verdict where the wall clock moved the deadlines of a timer.
  var moved: Undecided? { baseSummary.moved ?? otherSummary.moved }

  var fewestRuns: Int { min(base.measuredRuns.count, other.measuredRuns.count) }
  var fewestCallbacks: Int64 { min(baseSummary.callbacks.count, otherSummary.callbacks.count) }
}

extension CellSamples {
  /// The cell with its runs in an order that does not depend on that of the files, for draws that do not either.
  fileprivate var inOrder: CellSamples {
    func key(_ run: RunSamples) -> [Int64] {
      let track = run.tracks.first
      return [
        run.facts?.epoch ?? 0, Int64(run.planned.index), Int64(run.callbacks), track?.lateness.first ?? 0,
        track?.lateness.last ?? 0,
      ]
    }
    var cell = self
    cell.runs = runs.map { (key($0), $0) }.sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
    return cell
  }

  /// The runs in which the timer called back.
  var measuredRuns: [RunSamples] { runs.filter { $0.callbacks > 0 } }
}

/// A cell and what was found of it, before its figures are seen as members of a family.
private struct JudgedCell {
  let sides: CellSides
  let method: ComparisonMethod
  let evidence: [Evidence]

  init(_ sides: CellSides, policy: ComparisonPolicy) {
    self.sides = sides
    let judge = Judge(sides, policy: policy)
    method = judge.method
    evidence = policy.figures.map { judge.evidence($0) }
  }
}

extension CellComparison {
  fileprivate init(_ judged: JudgedCell, figures: [FigureComparison]) {
    self.init(
      cell: judged.sides.base.cell, base: judged.sides.baseSummary, other: judged.sides.otherSummary,
      method: judged.method, figures: figures)
  }
}

extension ComparisonPolicy {
  /// The quantiles that the figures need of a summary.
  fileprivate var quantiles: [Quantile] {
    figures.compactMap { if case .quantile(let quantile) = $0 { quantile } else { nil } }
  }
}
