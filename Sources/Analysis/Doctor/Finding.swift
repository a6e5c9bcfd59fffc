/// One thing about a machine that does, or does not, disturb a measurement.
package struct Finding: Hashable, Sendable, Codable {
  /// How much a finding matters.
  package enum Severity: String, Hashable, Sendable, Codable, CaseIterable {
    /// Changes the figures enough to distrust them.
    case warning
    /// Changes the figures, or may.
    case note
    /// Could not be read, so that nothing is known.
    case unknown
    /// As it should be.
    case ok
  }

  /// How much it matters.
  package var severity: Severity
  /// What it is about, in a word or two.
  package var topic: String
  /// The figure that was read, and what it means; for an unknown one, that it could not be read.
  package var reading: String
  /// What to do about it; `nil` where nothing need or can be done.
  package var remedy: String?

  /// Creates a finding.
  package init(_ severity: Severity, _ topic: String, _ reading: String, remedy: String? = nil) {
    self.severity = severity
    self.topic = topic
    self.reading = reading
    self.remedy = remedy
  }

  /// One line: `warning: topic: reading`.
  package var line: String { "\(severity.rawValue): \(topic): \(reading)" }

  /// A finding about a fact that could not be read.
  package static func unknown(_ topic: String, remedy: String? = nil) -> Finding {
    Finding(.unknown, topic, "could not be read", remedy: remedy)
  }
}
