import Text
import Timing

/// What came of measuring until intervals are narrow: a line a cell and goal, then the sum of it.
package struct GoalReport: Sendable {
  private let states: [GoalState]
  private let runs: Int
  private let seconds: Double

  /// - Parameters:
  ///   - runs: all runs that were measured.
  ///   - seconds: how long they took.
  package init(_ watch: GoalWatch, runs: Int, seconds: Double) {
    states = watch.states
    self.runs = runs
    self.seconds = seconds
  }

  /// Whether every goal was reached in every cell.
  package var isReached: Bool { states.allSatisfy(\.isReached) }

  /// The lines for a terminal of `width` columns.
  package func text(width: Int, color: Bool) -> String {
    guard !states.isEmpty else { return "" }
    let table = TextTable(columns: [
      TextTable.Column(title: "until", cells: states.map { "  \($0.cell)" }, alignsLeft: true),
      TextTable.Column(title: "goal", cells: states.map { "\($0.goal)" }, expendability: 2, alignsLeft: true),
      TextTable.Column(title: "runs", cells: states.map { "\($0.runs)" }),
      TextTable.Column(title: "a run has", cells: states.map { $0.words($0.value) }),
      TextTable.Column(
        title: "95 %",
        cells: states.map { state in
          state.interval.map { "\(state.words($0.lowerBound)) … \(state.words($0.upperBound))" }
            ?? Numbers.unknown
        }, expendability: 1),
      TextTable.Column(
        title: "", cells: states.map(\.verdict), alignsLeft: true, isNotable: { !states[$0].isReached }),
    ])
    return "\n" + table.text(width: width, color: color) + paragraph(sum, width: width)
  }

  private var sum: String {
    let cells = Set(states.map(\.cell))
    let open = Set(states.filter { !$0.isReached }.map(\.cell))
    var text =
      open.isEmpty
      ? "Reached in all \(cells.count) cells" : "Not reached in \(open.count) of \(cells.count) cells"
    text += ": \(Numbers.count(Int64(runs))) runs in \(Self.length(seconds))."
    let most = states.map(\.runs).max() ?? 0
    let fixed = most * cells.count
    if fixed > runs, runs > 0 {
      text +=
        " Every cell as often as the one that was measured most would have been \(Numbers.count(Int64(fixed))) runs, "
        + "some \(Self.length(seconds * Double(fixed) / Double(runs)))."
    }
    return text
  }

  private static func length(_ seconds: Double) -> String {
    seconds < 120
      ? Numbers.significant(seconds) + " s" : Numbers.fixed(seconds / 60, seconds < 600 ? 1 : 0) + " min"
  }
}

extension GoalState {
  fileprivate func words(_ value: Double?) -> String {
    goal.metric == .missed ? Numbers.percent(value) : Numbers.time(value)
  }

  fileprivate var verdict: String {
    if isReached { return "reached" }
    if runs == 0, let withheld { return "none: \(withheld)" }
    if runs < SequentialInterval.fewestRuns {
      return "not reached: \(SequentialInterval.fewestRuns) repetitions at least"
    }
    return "not reached" + (needed.map { ": takes about \($0)" } ?? "")
  }
}
