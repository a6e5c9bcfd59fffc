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
    if facts.moved > 0 {
      lacks.append(
        "the wall clock moved the deadlines in \(part(facts.moved)), \(Numbers.count(slots.eventful)) callbacks since"
          + " are left out")
    }
    if facts.dropped > 0 {
      lacks.append("\(Numbers.count(facts.dropped)) callbacks found the recorder full")
    }
    return lacks.isEmpty ? nil : Undecided(lacks.joined(separator: "; "))
  }
}

extension GateResult {
  /// What came of a limit, given what of the cell is not in the figures: where it seems met, it is undecided.
  init(
    cell: Cell, limit: String, found: String, outcome: Outcome, of summaries: CellSummary...
  ) {
    let shortfall = summaries.lazy.compactMap(\.shortfall).first
    var outcome = outcome
    if case .broken = outcome {} else if let shortfall { outcome = .undecided(shortfall) }
    self.init(cell: cell, limit: limit, found: found, outcome: outcome)
  }
}
