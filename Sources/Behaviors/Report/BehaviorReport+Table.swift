import Text
import Timing

extension BehaviorReport {
  /// A table for a terminal of 80 columns: result, name, claim and evidence of every behaviour, then the choice by need.
  ///
  /// A `!` marks what is neither as documented nor a known deviation.
  package func table() -> String {
    var lines: [String] = []
    for result in results {
      let mark = result.isSurprising ? "!" : " "
      let known = result.observed == .differs && !result.isSurprising ? " (known)" : ""
      lines.append("\(mark) \(result.observed.rawValue.padded(to: 13)) \(result.id.printable)\(known)")
      lines += wrapped(result.claim, indent: 4)
      lines += wrapped(result.evidence, first: "  → ", indent: 4)
      if result.observed != .holds || result.isSurprising {
        lines += wrapped(result.reference, first: "  see ", indent: 6)
      }
    }
    let text = (lines + [""] + wrapped(tally)).map { $0 + "\n" }.joined()
    let needs = Need.derived(from: results)
    guard !needs.isEmpty else { return text }
    let choice = TextTable(columns: [
      TextTable.Column(title: "needs", cells: needs.map(\.need), alignsLeft: true),
      TextTable.Column(title: "→ use", cells: needs.map { "→ \($0.use)" }, alignsLeft: true, wraps: true),
    ])
    return text + "\n" + choice.text(width: 80, color: false)
  }
}
