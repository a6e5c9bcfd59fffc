import Analysis
import Foundation
import Results
import Timing

/// A budget and the cells that it is for.
struct Limit {
  let budget: Budget
  /// A pattern of the shell over the cell's line, such as `dispatch 10ms *`; `nil` for every cell.
  var cells: String?

  init(_ budget: Budget) {
    self.budget = budget
  }

  /// The limits of a suite file.
  static func list(of suite: Suite?, name: String?) throws -> [Limit] {
    try (suite?.budgets ?? []).flatMap { entry in
      try entry.limits.map { text in
        do throws(ParseError) {
          var limit = Limit(try Budget(parsing: text))
          if entry.cells != "*" { limit.cells = entry.cells }
          return limit
        } catch {
          throw SuiteError(file: name ?? "suite", problem: "budgets: '\(text)': \(error)")
        }
      }
    }
  }

  /// Whether the limit is for a cell.
  func covers(_ cell: Cell) -> Bool {
    guard let cells else { return true }
    return unsafe fnmatch(cells, cell.description, 0) == 0
  }
}

/// What came of all limits.
struct LimitReport {
  let results: [GateResult]
  let allowUndecided: Bool
  /// Patterns of a suite that no cell matched.
  let unmatched: [String]

  init(_ limits: [Limit], on summaries: [CellSummary], allowUndecided: Bool) {
    self.allowUndecided = allowUndecided
    results = summaries.sorted { $0.cell < $1.cell }.flatMap { summary in
      limits.filter { $0.covers(summary.cell) }.map { $0.budget.evaluate(summary) }
    }
    unmatched = limits.filter { limit in !summaries.contains { limit.covers($0.cell) } }.compactMap(\.cells)
  }

  /// Whether a limit is exceeded, or cannot be decided and that is not allowed.
  var isExceeded: Bool {
    !unmatched.isEmpty || results.contains { $0.fails(allowingUndecided: allowUndecided) }
  }
}

extension LimitReport {
  /// A line for each limit of each cell; empty without limits.
  var text: String {
    let lines = results.map { result in
      switch result.outcome {
      case .met: "met       \(result.limit) (\(result.found)): \(result.cell)"
      case .broken(let excess): "EXCEEDED  \(result.limit) (\(result.found), by \(excess)): \(result.cell)"
      case .undecided(let reason):
        "undecided \(result.limit): \(result.cell): \(reason)"
          + (allowUndecided ? "" : "; counts as exceeded without --allow-undecided")
      }
    }
    let lost = unmatched.map { "EXCEEDED  no cell matches the pattern '\($0)' of the suite's budgets" }
    return (lines + lost).isEmpty ? "" : "\n" + (lines + lost).map { $0 + "\n" }.joined()
  }
}
