import Timing

extension Finding {
  /// What the doctor finds of the machine and the build, as far as it matters.
  static func ofMachine(_ environment: Environment) -> [Finding] {
    Diagnosis(environment: environment).findings.toBeKnown
  }

  /// Whether leeway was of any use here.
  static func ofLeeway(_ summaries: [CellSummary], _ environment: Environment) -> [Finding] {
    let asked = summaries.filter { ($0.cell.leeway?.count ?? 0) > 0 }
    guard !asked.isEmpty, environment[.os]?.lowercased().contains("linux") == true else { return [] }
    return [
      Finding(
        .note, code: "leeway_ignored", "leeway has no effect on Linux: neither Dispatch nor Timer uses it",
        remedy: "do not put differences between leeways down to leeway")
    ]
  }
}
