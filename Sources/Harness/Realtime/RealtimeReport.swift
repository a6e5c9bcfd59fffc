import Timing

/// What `--realtime` asks of the system, and what became of each wish.
package struct RealtimeReport: Hashable, Sendable {
  /// One wish.
  package struct Step: Hashable, Sendable {
    /// What was asked for, such as `SCHED_FIFO 80`.
    package var measure: String
    /// Why the system refused, in its words, and what to do; `nil` when it was applied.
    package var refusal: Refusal?

    /// Creates a step.
    package init(measure: String, refusal: Refusal? = nil) {
      self.measure = measure
      self.refusal = refusal
    }
  }

  /// A refusal of the system.
  package struct Refusal: Hashable, Sendable {
    /// The system's reason.
    package var reason: String
    /// What makes it possible.
    package var remedy: String

    /// Creates a refusal.
    package init(reason: String, remedy: String) {
      self.reason = reason
      self.remedy = remedy
    }
  }

  /// The wishes in the order they were made.
  package var steps: [Step]

  /// Creates a report.
  package init(steps: [Step]) {
    self.steps = steps
  }

  /// Both reports in one: what a process and one of its threads were granted.
  package static func + (left: RealtimeReport, right: RealtimeReport) -> RealtimeReport {
    RealtimeReport(steps: left.steps + right.steps)
  }
}

extension RealtimeReport {
  /// Whether every wish was granted.
  package var isComplete: Bool { steps.allSatisfy { $0.refusal == nil } }

  /// What was applied and what was refused, for a recording.
  package var grant: RealtimeGrant {
    RealtimeGrant(
      applied: steps.filter { $0.refusal == nil }.map(\.measure),
      refused: steps.compactMap { step in step.refusal.map { "\(step.measure) (\($0.reason))" } })
  }

  /// One line that says what was refused and what to do; `nil` when all was granted.
  package var problem: String? {
    let refused = steps.compactMap { step in step.refusal.map { (step.measure, $0) } }
    guard !refused.isEmpty else { return nil }
    let reasons = refused.map { "\($0): \($1.reason)" }.joined(separator: "; ")
    var remedies: [String] = []
    for (_, refusal) in refused where !remedies.contains(refusal.remedy) { remedies.append(refusal.remedy) }
    return "--realtime was refused (\(reasons)): \(remedies.joined(separator: "; ")), "
      + "or take what can be had with --realtime=try"
  }
}
