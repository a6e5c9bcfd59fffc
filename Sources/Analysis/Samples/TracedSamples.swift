import Timing

/// The parts of the lateness of the traced callbacks of a run.
package struct TracedSamples: Hashable, Sendable {
  /// One callback whose lateness the trace explains; all in nanoseconds.
  struct Sample: Hashable, Sendable {
    var lateness: Int64
    var arming: Int64
    var kernel: Int64
    var wakeup: Int64
    var framework: Int64
    var blocked: Int64
    /// From the expiry until the callback's thread was woken, busy or not.
    var handover: Int64
  }

  private(set) var samples: [Sample] = []

  /// Adds a callback that is attributed; another adds nothing.
  mutating func add(_ tick: Tick) {
    guard let attribution = tick.attribution else { return }
    let parts = attribution.parts(of: tick)
    samples.append(
      Sample(
        lateness: tick.lateness, arming: parts[.arming] ?? 0, kernel: parts[.kernel] ?? 0,
        wakeup: parts[.wakeup] ?? 0, framework: parts[.framework] ?? 0, blocked: parts[.blocked] ?? 0,
        handover: attribution.woken - attribution.expired))
  }
}

extension TracedSamples.Sample {
  func part(_ part: LatenessPart) -> Int64 {
    switch part {
    case .arming: arming
    case .kernel: kernel
    case .wakeup: wakeup
    case .framework: framework
    case .blocked: blocked
    }
  }
}
