extension BehaviorReport {
  /// Two Markdown tables: the behaviours, and the choice by need.
  package func markdown() -> String {
    var text = "| id | claim | expected | observed | evidence | reference |\n|---|---|---|---|---|---|\n"
    for result in results {
      let observed = result.isSurprising ? "**\(result.observed.rawValue)**" : result.observed.rawValue
      text += row([
        "`\(result.id)`", escaped(result.claim), result.expected?.rawValue ?? "", observed,
        escaped(result.evidence),
        escaped(result.reference),
      ])
    }
    text += "\n\(tally).\n"
    let needs = Need.derived(from: results)
    guard !needs.isEmpty else { return text }
    text += "\n| needs | use | because of |\n|---|---|---|\n"
    for need in needs {
      text += row([
        escaped(need.need), escaped(need.use), need.because.map { "`\($0)`" }.joined(separator: ", "),
      ])
    }
    return text
  }
}

private func row(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |\n" }

private func escaped(_ text: String) -> String {
  text.map { character in
    switch character {
    case "|", "\\", "*", "_", "`", "<": "\\\(character)"
    case _ where character.isNewline: " "
    default: "\(character)"
    }
  }.joined()
}
