/// What was seen of one behaviour: a row of the report, and all that is kept of it in a file.
public struct BehaviorResult: Hashable, Sendable, Codable {
  /// The behaviour's name.
  public var id: String
  /// The families it applies to, joined by `+`.
  public var timer: String
  /// The claim.
  public var claim: String
  /// What was expected on the platform; `nil` where no documentation says.
  public var expected: Observation.Result?
  /// What was seen.
  public var observed: Observation.Result
  /// Counts, slots, phases.
  public var evidence: String
  /// Documentation or upstream issue.
  public var reference: String

  /// Creates a row from its columns.
  public init(
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
  public var isSurprising: Bool { expected.map { $0 != observed } ?? false }
}
