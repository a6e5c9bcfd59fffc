import Analysis
import Foundation
import Results
import Timing

/// A budget and the cells that it is for.
struct CellBudget {
  let budget: Budget
  /// A pattern of the shell over the cell's line, such as `dispatch 10ms *`; `nil` for every cell.
  var cells: String?

  init(_ budget: Budget) {
    self.budget = budget
  }

  /// The limits of a suite file.
  static func list(of suite: Suite?, name: String?) throws -> [CellBudget] {
    try (suite?.budgets ?? []).flatMap { entry in
      try entry.limits.map { text in
        do throws(ParseError) {
          var limit = CellBudget(try Budget(parsing: text))
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
struct BudgetReport {
  let results: [GateResult]
  let allowUndecided: Bool
  /// Patterns of a suite that no cell matched.
  let unmatched: [String]

  init(_ limits: [CellBudget], on summaries: [CellSummary], allowUndecided: Bool) {
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

extension BudgetReport {
  /// A table of what came of each limit of each cell; empty without limits.
  func text(width: Int, color: Bool) -> String {
    GateResult.table(results, width: width, color: color)
      + unmatched.map { "broken: no cell matches the pattern '\($0)' of the suite's budgets\n" }.joined()
  }
}
