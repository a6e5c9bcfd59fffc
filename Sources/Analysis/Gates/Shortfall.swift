import Text
import Timing

extension CellSummary {
  /// What was planned of the cell and is in no figure, or not wholly; `nil` where all of it is there. No limit is met while
  /// some of it is missing: what is missing may be what would break it.
  package var shortfall: Undecided? {
    let planned = runs + failures.count + unbegun
    func part(_ count: Int) -> String { "\(count) of \(planned) \(planned == 1 ? "run" : "runs")" }
    var lacks: [String] = []
    if !failures.isEmpty {
      let why = failures.lazy.compactMap(\.problem).first.map { " (\($0))" } ?? ""
      lacks.append("\(part(failures.count)) failed\(why)")
    }
    if unbegun > 0 { lacks.append("\(part(unbegun)) never began") }
    if facts.interrupted > 0 { lacks.append("\(part(facts.interrupted)) interrupted") }
    if facts.unfinished > 0 { lacks.append("the recording breaks off in \(part(facts.unfinished))") }
    if facts.dropped > 0 {
      lacks.append("\(Numbers.count(facts.dropped)) callbacks found the recorder full")
    }
    return lacks.isEmpty ? nil : Undecided(lacks.joined(separator: "; "))
  }
}

extension GateResult {
  /// What came of a limit, given what of the cells is not in the figures: while some of what was planned is missing, only a
  /// limit that is broken stays so, and where the wall clock moved the deadlines, nothing is judged.
  init(
    cell: Cell, limit: String, found: String, outcome: Outcome, of summaries: CellSummary...
  ) {
    let shortfall = summaries.lazy.compactMap(\.shortfall).first.map { Outcome.incomplete($0) }
    let moved = summaries.lazy.compactMap(\.moved).first.map { Outcome.undecided($0) }
    let isBroken = if case .broken = outcome { true } else { false }
    self.init(
      cell: cell, limit: limit, found: found,
      outcome: isBroken && moved == nil ? outcome : shortfall ?? moved ?? outcome)
  }
}
