import Text

extension BehaviorReport {
  /// Two Markdown tables: the behaviours, and the choice by need.
  package func markdown() -> String {
    var text = Markdown.head(["id", "claim", "expected", "observed", "evidence", "reference"])
    for result in results {
      let observed = result.isSurprising ? "**\(result.observed.rawValue)**" : result.observed.rawValue
      text += Markdown.row([
        Markdown.code(result.id), Markdown.escaped(result.claim), result.expected?.rawValue ?? "", observed,
        Markdown.escaped(result.evidence), Markdown.escaped(result.reference),
      ])
    }
    text += "\n\(tally).\n"
    let needs = Need.derived(from: results)
    guard !needs.isEmpty else { return text }
    text += "\n" + Markdown.head(["needs", "use", "because of"])
    for need in needs {
      text += Markdown.row([
        Markdown.escaped(need.need), Markdown.escaped(need.use),
        need.because.map(Markdown.code).joined(separator: ", "),
      ])
    }
    return text
  }
}
