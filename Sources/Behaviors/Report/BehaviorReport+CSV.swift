import Timing

extension BehaviorReport {
  static let version = "# timer-bench behaviors 1"
  static let columns = ["id", "timer", "claim", "expected", "observed", "evidence", "reference"]

  /// The file: a version line, `# key: value` lines of the environment, the header, a row a behaviour, an end line.
  package func csv() -> String {
    var text = Self.version + "\n"
    for fact in environment.facts {
      let value = (fact.value ?? "").map { $0.isNewline ? " " : "\($0)" }.joined()
      text += value.isEmpty ? "# \(fact.key):\n" : "# \(fact.key): \(value)\n"
    }
    text += Self.columns.joined(separator: ",") + "\n"
    for result in results {
      let fields = [
        result.id, result.timer, result.claim, result.expected?.rawValue ?? "", result.observed.rawValue,
        result.evidence, result.reference,
      ]
      text += fields.map(csvField).joined(separator: ",") + "\n"
    }
    return text + "# end rows=\(results.count) status=\(status.rawValue)\n"
  }
}

/// A field as RFC 4180 has it; also quoted where it could be read as a comment.
func csvField(_ field: String) -> String {
  let special: Set<Unicode.Scalar> = [",", "\"", "\r", "\n", "#"]
  guard field.unicodeScalars.contains(where: { special.contains($0) }) else { return field }
  return "\"" + field.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"")
    + "\""
}
