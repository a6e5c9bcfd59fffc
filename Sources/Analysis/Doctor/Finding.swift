import Text

/// Something that disturbs a measurement, or that a reader of its figures has to know, and what to do about it; of the
/// machine also what is as it should be. One type and one wording for the doctor, `bench run`, reports, CSV and JSON.
package struct Finding: Hashable, Sendable {
  /// How much a finding matters, the most first.
  package enum Severity: String, Hashable, Sendable, CaseIterable {
    /// The figures mean something else than a reader would think, or cannot be trusted.
    case warning
    /// Explains the figures, or may change them.
    case note
    /// Could not be read, so that nothing is known.
    case unknown
    /// As it should be.
    case ok
  }

  /// How much it matters.
  package let severity: Severity
  /// A short constant name, for programs: `failed_runs`; of the machine `machine_` and the topic, `machine_cpu_quota`.
  package let code: String
  /// What of the machine it is about, in a word or two; `nil` for one about the figures.
  package let topic: String?
  /// What was found and what it means, without a full stop; for an unknown one, that it could not be read.
  package let reading: String
  /// What to do about it, without a full stop; `nil` where nothing need or can be done.
  package let remedy: String?

  /// Creates a finding about the machine, the system or the program.
  package init(_ severity: Severity, _ topic: String, _ reading: String, remedy: String? = nil) {
    self.severity = severity
    code = Self.machinePrefix + topic.replacing(" ", with: "_")
    self.topic = topic
    self.reading = reading
    self.remedy = remedy
  }

  /// Creates a finding about the figures.
  init(_ severity: Severity, code: String, _ reading: String, remedy: String? = nil) {
    self.severity = severity
    self.code = code
    topic = nil
    self.reading = reading
    self.remedy = remedy
  }

  /// A finding about a fact that could not be read.
  package static func unknown(_ topic: String, remedy: String? = nil) -> Finding {
    Finding(.unknown, topic, "could not be read", remedy: remedy)
  }

  /// How the codes of findings about the machine begin.
  private static let machinePrefix = "machine_"
}

extension Finding: CustomStringConvertible {
  /// What is so: the topic, if it has one, and the reading.
  package var text: String { topic.map { "\($0): \(reading)" } ?? reading }

  /// One line: `warning: topic: reading`.
  package var line: String { "\(severity.rawValue): \(text)" }

  /// One line with the remedy: `warning: topic: reading -> remedy`.
  package var description: String { remedy.map { "\(line) -> \($0)" } ?? line }

  /// The finding as JSON; `docs/json.md` describes it.
  var json: JSONValue {
    .object([
      ("code", .string(code)), ("severity", .string(severity.rawValue)), ("topic", .string(topic)),
      ("text", .string(text)), ("remedy", .string(remedy)),
    ])
  }
}

extension [Finding] {
  /// Those that a reader has to know, warnings first, else in their order.
  package var toBeKnown: [Finding] {
    [Finding.Severity.warning, .note].flatMap { severity in filter { $0.severity == severity } }
  }

  /// The findings for a terminal: what the doctor only notes is named in one of them, with the command that tells more.
  package var condensed: [Finding] {
    let remarks = filter { $0.severity == .note && $0.topic != nil }
    guard remarks.count > 1 else { return self }
    return filter { !remarks.contains($0) } + [
      Finding(
        .note, code: "machine",
        "the machine has more that moves figures: \(remarks.compactMap(\.topic).joined(separator: ", "))",
        remedy: "bench doctor, and the report as JSON or Markdown, say what and how to mend it")
    ]
  }
}
