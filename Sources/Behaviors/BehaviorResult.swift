/// What was seen of one behaviour: a row of the report, and all that is kept of it in a file.
package struct BehaviorResult: Hashable, Sendable {
  /// The behaviour's name.
  package var id: String
  /// The families it applies to, joined by `+`.
  package var timer: String
  /// The claim.
  package var claim: String
  /// What was expected on the platform; `nil` where no documentation says.
  package var expected: Observation.Result?
  /// What was seen.
  package var observed: Observation.Result
  /// Counts, slots, phases.
  package var evidence: String
  /// Documentation or upstream issue.
  package var reference: String

  /// Creates a row from its columns.
  package init(
    id: String, timer: String, claim: String, expected: Observation.Result?, observed: Observation.Result,
    evidence: String, reference: String
  ) {
    self.id = id
    self.timer = timer
    self.claim = claim
    self.expected = expected
    self.observed = observed
    self.evidence = evidence
    self.reference = reference
  }

  /// Creates the row of a behaviour.
  init(_ behavior: Behavior, _ observation: Observation) {
    self.init(
      id: behavior.id, timer: behavior.families.map(\.rawValue).joined(separator: "+"), claim: behavior.claim,
      expected: behavior.expected, observed: observation.result, evidence: observation.evidence,
      reference: behavior.reference)
  }

  /// Whether something else was seen than the documentation or a known deviation says.
  package var isSurprising: Bool { expected.map { $0 != observed } ?? false }
}
