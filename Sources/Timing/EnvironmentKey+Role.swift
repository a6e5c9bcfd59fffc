extension Environment.Key {
  /// What a fact says about the figures of its recording.
  package enum Role: Hashable, Sendable {
    /// Which machine it is, and what it can do. Where it differs, the figures are those of another machine.
    case machine
    /// A condition of the measurement that can move a figure.
    case condition
    /// How the machine was at that moment. It can move a figure too, but no two moments are alike: what it does is
    /// part of what differs from one repetition to the next.
    case state
    /// Tells which recording it is, or repeats what other facts say.
    case bookkeeping
  }

  /// What the fact says about the figures: the one place from which follows what may be pooled, and what a comparison
  /// lists.
  package var role: Role {
    switch self {
    case .machine, .architecture, .cpuModel, .cpuCount, .memory, .virtualization: .machine
    case .toolVersion, .os, .osVersion, .kernel, .swiftVersion, .foundation, .dispatch, .build, .cpusAllowed,
      .cpuGovernor,
      .cpuIdleDriver, .cpuIdleStates, .cpuDMALatency, .clock, .clockSource, .clockResolution, .preemption,
      .hz,
      .timerSlack, .timerCoalescing, .cgroupCPUMax, .schedulingPolicy, .realtimeRuntime, .battery,
      .tracedEvents, .realtime,
      .tracing:
      .condition
    case .clockRead, .recorderCost, .loadAverage, .steal, .systemTimers, .swap, .thermal, .thermalThrottles:
      .state
    // A right moves nothing until it is used, and then `realtime` says so.
    case .started, .commandLine, .seed, .commit, .pairing, .realtimeLimit, .realtimeCapability, .rowsKept,
      .part:
      .bookkeeping
    }
  }

  /// The facts that every recording states, known or not.
  package static let ofEveryRecording = allCases.filter { key in
    switch key {
    case .commit, .pairing, .recorderCost, .realtime, .tracing, .rowsKept, .part: false
    default: true
    }
  }
}

extension Environment {
  /// What a fact of any key says about the figures; `nil` for one of a version that is not known here. What the doctor found
  /// repeats other facts, and a label says something to people.
  package static func role(of key: String) -> Key.Role? {
    if let known = Key(rawValue: key) { return known.role }
    return isFindingKey(key) || key.hasPrefix(Label.prefix) ? .bookkeeping : nil
  }
}

extension Environment.Key {
  /// How near two values have to be for the same figures.
  private enum Likeness {
    case equal
    /// The first words, such as the state of a battery without its charge.
    case firstWord
    /// The first numbers, within a distance.
    case within(Double)
    /// The first numbers, within a share of the greater.
    case share(Double)
  }

  private var likeness: Likeness {
    switch self {
    case .battery: .firstWord
    // The kernel takes some for itself, another amount each time it starts.
    case .memory: .share(0.01)
    case .clockRead, .recorderCost: .share(0.25)
    case .systemTimers: .share(0.5)
    case .loadAverage: .within(0.5)
    case .steal: .within(0.1)
    case .thermal: .within(10)
    case .swap: .within(100_000)
    default: .equal
    }
  }

  /// Whether two values come to the same as far as figures go. Nothing is like an unknown value but another one.
  package func areAlike(_ left: String?, _ right: String?) -> Bool {
    guard left != right else { return true }
    guard let left, let right else { return false }
    switch likeness {
    case .equal: return false
    case .firstWord: return left.prefix { $0 != " " } == right.prefix { $0 != " " }
    case .within(let distance):
      guard let (first, second) = numbers(left, right) else { return false }
      return abs(first - second) < distance
    case .share(let share):
      guard let (first, second) = numbers(left, right) else { return false }
      return abs(first - second) <= share * max(abs(first), abs(second))
    }
  }

  private func numbers(_ left: String, _ right: String) -> (Double, Double)? {
    func number(_ text: String) -> Double? {
      Double(text.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == "-") })
    }
    guard let first = number(left), let second = number(right) else { return nil }
    return (first, second)
  }
}
