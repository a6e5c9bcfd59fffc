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
      lines.append("\(mark) \(padded(result.observed.rawValue, to: 13)) \(result.id.printable)\(known)")
      lines += wrapped(result.claim, indent: 4)
      lines += wrapped(result.evidence, first: "  → ", indent: 4)
      if result.observed != .holds || result.isSurprising {
        lines += wrapped(result.reference, first: "  see ", indent: 6)
      }
    }
    lines.append("")
    lines += wrapped(tally)
    let needs = Need.derived(from: results)
    if !needs.isEmpty {
      lines.append("")
      let column = needs.reduce(0) { max($0, $1.need.count) }
      lines.append("\(padded("needs", to: column))  → use")
      for need in needs {
        let uses = wrapped(need.use, width: 80 - column - 4)
        for (index, use) in uses.enumerated() {
          lines.append(
            index == 0 ? "\(padded(need.need, to: column))  → \(use)" : padded("", to: column + 4) + use)
        }
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }
}

private func padded(_ text: String, to width: Int) -> String {
  text + String(repeating: " ", count: max(0, width - text.count))
}
