import Text
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
    text += CSV.exactLine(Self.columns)
    for result in results {
      let fields = [
        result.id, result.timer, result.claim, result.expected?.rawValue ?? "", result.observed.rawValue,
        result.evidence, result.reference,
      ]
      text += CSV.exactLine(fields)
    }
    return text + "# end rows=\(results.count) status=\(status.rawValue)\n"
  }
}
