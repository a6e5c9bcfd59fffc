#if canImport(Darwin)
  import CPlatform
  import Foundation
  import Text
  import Timing

  extension SystemFacts {
    /// The facts of a Mac, from sysctl(3) and Foundation. Governor, idle states, preemption, timer slack and quotas
    /// have no counterpart that can be read, and stay unknown.
    static func darwin() -> SystemFacts {
      var facts = SystemFacts()
      facts.values[.machine] = text("kern.hostname")
      facts.values[.os] = "macOS"
      facts.values[.osVersion] = joined("macOS", text("kern.osproductversion"), text("kern.osversion"))
      facts.values[.kernel] = joined("Darwin", text("kern.osrelease"), nil)
      facts.values[.cpuModel] = text("machdep.cpu.brand_string")
      facts.values[.cpuCount] = integer("hw.logicalcpu").map { String($0) }
      facts.values[.clock] = "CLOCK_UPTIME_RAW"
      facts.values[.clockSource] = "mach_absolute_time"
      let resolution = platform_clock_resolution_ns()
      facts.values[.clockResolution] = resolution > 0 ? String(resolution) : nil
      facts.values[.clockRead] = Numbers.fixed(clockReadCostNs(), 1)
      facts.values[.virtualization] = integer("kern.hv_vmm_present").map { $0 == 0 ? "none" : "vm" }
      facts.values[.memory] = integer("hw.memsize").map { "\($0 / 1024) kB" }
      facts.values[.timerCoalescing] = integer("kern.timer.coalescing_enabled").map { $0 == 0 ? "off" : "on" }
      let swap = platform_swap()
      facts.values[.swap] = swap.known == 0 ? nil : "\(swap.used / 1024) of \(swap.total / 1024) kB"
      let load = platform_load_average()
      facts.values[.loadAverage] =
        load.known == 0 ? nil : "\(hundredths(load.one)) \(hundredths(load.five)) \(hundredths(load.fifteen))"
      facts.values[.thermal] = thermalState(ProcessInfo.processInfo.thermalState)
      facts.values[.cpuGovernor] = ProcessInfo.processInfo.isLowPowerModeEnabled ? "low power mode" : nil
      return facts
    }
  }

  private func text(_ name: String) -> String? {
    var buffer = [CChar](repeating: 0, count: 256)
    guard unsafe platform_sysctl_text(name, &buffer, buffer.count) == 0 else { return nil }
    return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private func integer(_ name: String) -> Int64? {
    var value: Int64 = 0
    return unsafe platform_sysctl_integer(name, &value) == 0 ? value : nil
  }

  private func joined(_ system: String, _ version: String?, _ build: String?) -> String? {
    version.map { ([system, $0] + (build.map { ["(\($0))"] } ?? [])).joined(separator: " ") }
  }

  private func hundredths(_ number: Double) -> String { Numbers.fixed(number, 2) }

  private func thermalState(_ state: ProcessInfo.ThermalState) -> String? {
    switch state {
    case .nominal: "nominal"
    case .fair: "fair"
    case .serious: "serious"
    case .critical: "critical"
    @unknown default: nil
    }
  }
#endif
