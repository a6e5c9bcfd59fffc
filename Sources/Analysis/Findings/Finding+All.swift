import Timing

extension Finding {
  /// What a reader of `summaries`, measured in `environment`, has to know; warnings first.
  /// - Parameter separation: why they are not pooled with figures of the same machine.
  package static func all(
    on summaries: [CellSummary], in environment: Environment, separation: Separation? = nil
  ) -> [Finding] {
    let findings =
      ofPooling(separation) + ofRuns(summaries) + ofClocks(summaries) + ofFigures(summaries)
      + ofMachine(environment) + ofLeeway(summaries, environment) + ofRealtime(summaries, environment)
      + ofTracing(summaries)
    return findings.toBeKnown
  }

  /// Why the recordings are not pooled with others of their machine.
  private static func ofPooling(_ separation: Separation?) -> [Finding] {
    guard let separation else { return [] }
    return [
      Finding(
        .note, code: "kept_apart", separation.description,
        remedy: "recordings are repetitions of one another where nothing differs that can move a figure")
    ]
  }

  /// The cells by name, no more than three of them.
  static func names(_ summaries: [CellSummary]) -> String { listed(summaries.map(\.cell.description)) }

  /// Three of some texts at most, and how many more there are.
  /// - Parameter rest: what more there is, after its number.
  static func listed(_ texts: [String], rest: String = "more") -> String {
    let shown = texts.prefix(3).joined(separator: "; ")
    return texts.count > 3 ? "\(shown); and \(texts.count - 3) \(rest)" : shown
  }
}
