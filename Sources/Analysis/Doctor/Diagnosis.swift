import Timing

/// What about a machine will disturb a measurement, judged from the facts of a recording alone: any recording from
/// any machine can be judged again.
package struct Diagnosis: Hashable, Sendable {
  /// The findings, in a fixed order of topics.
  package var findings: [Finding]
  /// The interruptions that were measured; empty without a noise probe.
  package var noise: [CPUNoise]

  /// Judges the facts of a machine.
  /// - Parameters:
  ///   - environment: the facts, of this machine or from a recording.
  ///   - noise: the figures of a noise probe on the same machine, if there was one.
  package init(environment: Environment, noise: [CPUNoise] = []) {
    let mac = environment[.os] == "macOS"
    let rules = Self.rules + (mac ? [] : Self.linuxRules)
    self.findings = rules.flatMap { $0(environment) } + Self.interruptions(noise)
    self.noise = noise
  }

  /// The findings that a recording states: all but those of what is as it should be, and what a noise probe found.
  package var stated: [Finding] {
    let probed = Self.interruptions(noise)
    return findings.filter { $0.severity != .ok || probed.contains($0) }
  }

  /// A judgement about some facts.
  typealias Rule = @Sendable (Environment) -> [Finding]

  private static let rules: [Rule] = [
    build, virtualization, steal, load, clock, resolution, governor, thermal, throttling, battery, processors,
    swap, coalescing,
  ]

  /// What has no counterpart on other systems.
  private static let linuxRules: [Rule] = [
    quota, idleStates, timerSlack, realtime, realtimeRuntime, preemption, tick, systemTimers, tracedEvents,
  ]
}

extension Environment {
  /// A fact that is a finite decimal number.
  func number(_ key: Key) -> Double? {
    self[key].flatMap(decimal)
  }
}

/// The text as a finite decimal number: `Double` also reads `nan`, `inf` and hexadecimal.
func decimal(_ text: some StringProtocol) -> Double? {
  guard text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 || $0 == 45 }) else { return nil }
  return Double(text)
}
