import Timing

extension Note {
  /// What the doctor finds of the machine and the build, in its words.
  static func ofMachine(_ environment: Environment) -> [Note] {
    Diagnosis(environment: environment).findings.compactMap { Note($0) }
  }

  /// How the codes of what the doctor finds begin; the topic follows: `machine_cpu_quota`.
  package static let machinePrefix = "machine_"

  /// The note that a finding is; `nil` for one of what is as it should be, or unknown.
  private init?(_ finding: Finding) {
    switch finding.severity {
    case .warning: weight = .warning
    case .note: weight = .remark
    case .unknown, .ok: return nil
    }
    code = Self.machinePrefix + finding.topic.replacing(" ", with: "_")
    text = "\(finding.topic): \(finding.reading)"
    remedy = finding.remedy
  }

  /// Whether leeway was of any use here.
  static func ofLeeway(_ summaries: [CellSummary], _ environment: Environment) -> [Note] {
    let asked = summaries.filter { ($0.cell.leeway?.count ?? 0) > 0 }
    guard !asked.isEmpty, environment["os"]?.lowercased().contains("linux") == true else { return [] }
    return [
      Note(
        code: "leeway_ignored", weight: .remark,
        text: "leeway has no effect on Linux: neither Dispatch nor Timer uses it",
        remedy: "do not put differences between leeways down to leeway")
    ]
  }
}

extension [Note] {
  /// The notes for a terminal: what the doctor only remarks on is named in one of them, with the command that tells more.
  package var condensed: [Note] {
    let remarks = filter { $0.weight == .remark && $0.code.hasPrefix(Note.machinePrefix) }
    guard remarks.count > 1 else { return self }
    let topics = remarks.map { $0.text.prefix { $0 != ":" } }.joined(separator: ", ")
    return filter { !remarks.contains($0) } + [
      Note(
        code: "machine", weight: .remark, text: "the machine has more that moves figures: \(topics)",
        remedy: "bench doctor, and the report as JSON or Markdown, say what and how to mend it")
    ]
  }
}
