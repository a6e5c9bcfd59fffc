import Text
import Timing

extension SystemFacts {
  /// Reads frequency, idle states, heat and battery of a Linux machine.
  mutating func readPower(_ files: FileReader) {
    let cpus = "/sys/devices/system/cpu"
    values[.cpuGovernor] = governors(files, cpus)
    values[.cpuIdleDriver] = files.value(cpus + "/cpuidle/current_driver")
    values[.cpuIdleStates] = idleStates(files, cpus + "/cpu0/cpuidle")
    values[.cpuDMALatency] = files.bytes("/dev/cpu_dma_latency", limit: 4).flatMap(latencyLimit)
    values[.thermal] = hottest(files, "/sys/class/thermal")
    values[.thermalThrottles] = throttles(files, cpus)
    values[.battery] = battery(files, "/sys/class/power_supply")
  }
}

/// The governors in use, each with the number of its processors where there are several.
private func governors(_ files: FileReader, _ folder: String) -> String? {
  let names = (files.names(in: folder) ?? []).compactMap {
    files.value("\(folder)/\($0)/cpufreq/scaling_governor")
  }
  let counts = Dictionary(names.map { ($0, 1) }, uniquingKeysWith: +).sorted { $0.key < $1.key }
  guard counts.count > 1 else { return counts.first?.key }
  return counts.map { "\($0.key) on \($0.value)" }.joined(separator: ", ")
}

/// The enabled idle states in a `cpuidle` folder, with their exit latencies.
private func idleStates(_ files: FileReader, _ folder: String) -> String? {
  guard let names = files.names(in: folder) else { return nil }
  let states = names.filter { $0.hasPrefix("state") }.compactMap { state -> String? in
    guard let name = files.value("\(folder)/\(state)/name"),
      let latency = files.integer("\(folder)/\(state)/latency"),
      files.integer("\(folder)/\(state)/disable") != 1
    else { return nil }
    return "\(name) \(latency)us"
  }
  return states.isEmpty ? nil : states.joined(separator: ", ")
}

/// The figure behind `/dev/cpu_dma_latency`: a signed 32-bit number of microseconds in the machine's byte order.
///
/// The kernel's value for "no limit" is 2000 s (`PM_QOS_CPU_LATENCY_DEFAULT_VALUE`).
func latencyLimit(_ bytes: [UInt8]) -> String? {
  guard bytes.count == 4 else { return nil }
  let ordered = 1.littleEndian == 1 ? bytes.reversed() : bytes
  let value = Int32(bitPattern: ordered.reduce(0) { $0 << 8 | UInt32($1) })
  return value >= 2_000_000_000 ? "none" : String(value)
}

/// The hottest sensor: `61.0 C x86_pkg_temp`.
private func hottest(_ files: FileReader, _ folder: String) -> String? {
  let zones = (files.names(in: folder) ?? []).filter { $0.hasPrefix("thermal_zone") }
  let readings = zones.compactMap { zone -> (temperature: Int64, zone: String)? in
    files.integer("\(folder)/\(zone)/temp").map { ($0, zone) }
  }
  guard let hottest = readings.max(by: { $0.temperature < $1.temperature }) else { return nil }
  let type = files.value("\(folder)/\(hottest.zone)/type") ?? hottest.zone
  return "\(Numbers.fixed(Double(hottest.temperature) / 1000, 1)) C \(type)"
}

/// How often cores and packages were slowed, summed over the processors that count it.
private func throttles(_ files: FileReader, _ folder: String) -> String? {
  let counts = (files.names(in: folder) ?? []).flatMap { cpu in
    ["core_throttle_count", "package_throttle_count"].compactMap {
      files.integer("\(folder)/\(cpu)/thermal_throttle/\($0)")
    }
  }
  return counts.isEmpty ? nil : String(counts.reduce(0, &+))
}

/// The state and charge of the first battery of the machine itself; `none` when it has no battery.
private func battery(_ files: FileReader, _ folder: String) -> String? {
  guard let supplies = files.names(in: folder) else { return nil }
  // A battery of scope `Device` is that of a mouse or keyboard.
  let battery = supplies.first {
    files.value("\(folder)/\($0)/type") == "Battery" && files.value("\(folder)/\($0)/scope") != "Device"
  }
  guard let battery else { return "none" }
  let charge = files.integer("\(folder)/\(battery)/capacity").map { "\($0)%" }
  let state = files.value("\(folder)/\(battery)/status")
  let words = [state, charge].compactMap(\.self)
  return words.isEmpty ? nil : words.joined(separator: " ")
}
