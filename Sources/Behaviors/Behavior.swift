import Timing

/// One claim about timers, and the experiment that checks it.
package struct Behavior: Sendable {
  /// The family of timers that a claim is about.
  package typealias Family = TimerFamily

  /// The name: a family or topic, a dot, and words joined by hyphens.
  package let id: String
  /// The families it applies to.
  package let families: [Family]
  /// One sentence that is true or not.
  package let claim: String
  /// What should be observed here; `nil` where no documentation says.
  package let expected: Observation.Result?
  /// Where the claim is documented, and the upstream issue or source of a known deviation.
  package let reference: String
  /// Whether its experiment disturbs all others, and runs alone.
  var movesClocks: Bool { id.hasPrefix("clock.") }
  /// Checks the claim against subjects. Runs on a thread of its own, whose run loop is its own too.
  package let experiment: @Sendable (Subjects) throws(Disturbed) -> Observation

  /// Creates a behaviour of one family that no documentation states, or that it states and this platform keeps.
  init(
    _ id: String, _ claim: String, documented: Bool = true, deviatesOnLinux: Bool = false, reference: String,
    experiment: @escaping @Sendable (Subjects) throws(Disturbed) -> Observation
  ) {
    self.init(
      id, [id.hasPrefix("runloop.") ? .runloop : .dispatch], claim, documented: documented,
      deviatesOnLinux: deviatesOnLinux, reference: reference, experiment: experiment)
  }

  /// Creates a behaviour of several families.
  init(
    _ id: String, _ families: [Family], _ claim: String, documented: Bool = true,
    deviatesOnLinux: Bool = false,
    reference: String, experiment: @escaping @Sendable (Subjects) throws(Disturbed) -> Observation
  ) {
    self.id = id
    self.families = families
    self.claim = claim
    self.reference = reference
    self.experiment = experiment
    expected = deviatesOnLinux && isLinux ? .differs : documented ? .holds : nil
  }
}

/// What an experiment saw.
package struct Observation: Hashable, Sendable {
  /// How the claim fared.
  package enum Result: String, CaseIterable, Hashable, Sendable, Codable {
    /// As claimed.
    case holds
    /// Otherwise; a finding, not a failure.
    case differs
    /// The platform cannot do what the claim is about.
    case unsupported
    /// It would disturb what else runs here: see ``Subjects/clocks``.
    case notTried = "not tried here"
    /// The experiment found no answer.
    case failedToRun = "failed to run"
  }

  /// How the claim fared.
  package let result: Result
  /// What was seen: counts, slots, phases.
  package let evidence: String

  /// Creates an observation.
  package init(_ result: Result, _ evidence: String) {
    self.result = result
    self.evidence = evidence
  }

  /// The observation of a claim that is true or not.
  static func judge(_ holds: Bool, _ evidence: String) -> Observation {
    Observation(holds ? .holds : .differs, evidence)
  }

  /// The same of a claim with a part that a busy machine may hide: that is asked for when the rest holds.
  static func judge(
    _ holds: Bool, and rest: () throws(Disturbed) -> Bool, _ evidence: String
  ) throws(Disturbed) -> Observation {
    guard holds else { return Observation(.differs, evidence) }
    return .judge(try rest(), evidence)
  }
}

/// The machine disturbed an experiment so that it says nothing; it is repeated.
package struct Disturbed: Error, Hashable, Sendable, CustomStringConvertible {
  /// What happened.
  package let description: String

  /// Creates the error.
  package init(_ description: String) {
    self.description = description
  }
}

#if os(Linux)
  private let isLinux = true
#else
  private let isLinux = false
#endif
