import Text
import Timing

// Judgements about the machine: who owns its processors, and what they do between deadlines.
extension Diagnosis {
  static let virtualization: Rule = { environment in
    let topic = "virtualization"
    switch environment[.virtualization] {
    case nil: return [.unknown(topic)]
    case "none": return [Finding(.ok, topic, "none")]
    case .some(let name):
      return [
        Finding(
          .warning, topic, "\(name): the host can stop a processor at any time, and wakes it late from idle",
          remedy: "measure on real hardware, or compare only runs of this same machine")
      ]
    }
  }

  static let steal: Rule = { environment in
    guard let text = environment[.steal], text.hasSuffix("%"), let share = decimal(text.dropLast()) else {
      return environment[.virtualization] == "none" ? [] : [.unknown("steal")]
    }
    let reading = "\(text) of processor time since boot went to others on the host"
    if share < 0.1 { return [Finding(.ok, "steal", reading)] }
    return [
      Finding(
        share < 1 ? .note : .warning, "steal", reading,
        remedy: "use a machine with dedicated processors, or measure when the host is quiet")
    ]
  }

  static let governor: Rule = { environment in
    switch environment[.cpuGovernor] {
    case nil:
      let outside = environment[.virtualization].map { $0 != "none" } ?? false
      return [
        .unknown("governor", remedy: outside ? "on a virtual machine the host decides: ask there" : nil)
      ]
    case "performance": return [Finding(.ok, "governor", "performance")]
    case "low power mode":
      return [
        Finding(
          .warning, "governor", "low power mode: processors run slower and timers are put off",
          remedy: "turn it off in System Settings, Battery")
      ]
    case .some(let name):
      return [
        Finding(
          .warning, "governor", "\(name): the frequency follows the load, so an idle machine wakes slowly",
          remedy: "cpupower frequency-set -g performance (as root)")
      ]
    }
  }

  static let idleStates: Rule = { environment in
    let topic = "idle states"
    if let held = environment.number(.cpuDMALatency), held <= 10 {
      return [Finding(.ok, topic, "wakeup latency held at \(Numbers.time(held * 1e3)) or less")]
    }
    guard let states = environment[.cpuIdleStates], let deepest = deepestExitUs(states) else {
      return [.unknown(topic)]
    }
    let reading = "\(states): waking takes up to \(Numbers.time(Double(deepest) * 1e3))"
    if deepest <= 10 { return [Finding(.ok, topic, reading)] }
    return [
      Finding(
        deepest <= 50 ? .note : .warning, topic, reading,
        remedy: "--realtime holds /dev/cpu_dma_latency at 0 while it measures (needs root)")
    ]
  }

  static let processors: Rule = { environment in
    guard let count = environment.number(.cpuCount) else { return [.unknown("processors")] }
    let allowed = environment[.cpusAllowed].flatMap(listedCount) ?? Int(count)
    let reading = "\(allowed) of \(Int(count)) usable"
    if allowed > 1 { return [Finding(.ok, "processors", reading)] }
    return [
      Finding(
        .note, "processors", "\(reading): the timer shares it with everything else",
        remedy: "allow the process a second processor (taskset, cpuset)")
    ]
  }

  static let thermal: Rule = { environment in
    let topic = "heat"
    let remedy = "let the machine cool down; see that nothing else heats it"
    switch environment[.thermal] {
    case nil: return [.unknown(topic)]
    case "nominal": return [Finding(.ok, topic, "nominal")]
    case "fair": return [Finding(.note, topic, "fair: slightly raised", remedy: remedy)]
    case .some(let state) where state == "serious" || state == "critical":
      return [Finding(.warning, topic, "\(state): processors are being slowed", remedy: remedy)]
    case .some(let text):
      guard let degrees = text.split(separator: " ").first.flatMap(decimal) else { return [.unknown(topic)] }
      if degrees < 80 { return [Finding(.ok, topic, text)] }
      return [Finding(degrees < 90 ? .note : .warning, topic, "\(text): near the limit", remedy: remedy)]
    }
  }

  static let throttling: Rule = { environment in
    guard let count = environment.number(.thermalThrottles) else { return [] }
    if count == 0 { return [Finding(.ok, "throttling", "never slowed by heat since boot")] }
    return [
      Finding(
        .note, "throttling", "slowed by heat \(Int64(count)) times since boot",
        remedy:
          "run bench doctor again after a measurement: if the count rose, the figures are those of a hot machine"
      )
    ]
  }

  static let battery: Rule = { environment in
    guard let battery = environment[.battery] else { return [.unknown("battery")] }
    if battery.hasPrefix("Discharging") {
      return [
        Finding(
          .warning, "battery", "\(battery): systems save power on battery, also by putting timers off",
          remedy: "connect the charger")
      ]
    }
    return [Finding(.ok, "battery", battery)]
  }
}

/// The longest exit latency in a list such as `POLL 0us, C1 2us`.
private func deepestExitUs(_ states: String) -> Int64? {
  states.split(separator: ",").compactMap { state in
    state.split(separator: " ").last.flatMap { $0.hasSuffix("us") ? Int64($0.dropLast(2)) : nil }
  }.max()
}

/// How many numbers a list such as `0-3,8` holds.
private func listedCount(_ list: String) -> Int? {
  var count = 0
  for part in list.split(separator: ",") {
    let ends = part.split(separator: "-").compactMap { Int($0) }
    guard let first = ends.first, let last = ends.last, first <= last, last < 65_536 else { return nil }
    count += last - first + 1
  }
  return count > 0 ? count : nil
}
