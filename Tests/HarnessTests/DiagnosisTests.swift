import Analysis
import Foundation
import Testing
import Timing

@testable import Harness

@Suite struct DiagnosisTests {
  private func diagnosis(_ machine: Machine, noise: [CPUNoise] = []) throws -> Diagnosis {
    let facts = try machine.facts()
    return Diagnosis(
      environment: EnvironmentProbe { facts }.read(commandLine: ["bench"], seed: nil), noise: noise)
  }

  private func topics(_ severity: Finding.Severity, of diagnosis: Diagnosis) -> Set<String> {
    Set(diagnosis.findings.filter { $0.severity == severity }.compactMap(\.topic))
  }

  @Test func `a laptop on battery is warned of everything that saves power`() throws {
    let laptop = try diagnosis(.laptop)
    #expect(
      topics(.warning, of: laptop).subtracting(["build"]) == ["governor", "battery", "clock source", "load"])
    #expect(
      topics(.note, of: laptop)
        == ["heat", "throttling", "timer slack", "real time", "preemption", "swap"])
    #expect(topics(.unknown, of: laptop) == ["other timers"])
  }

  @Test func `a virtual machine is named, with the time its host took`() throws {
    let machine = try diagnosis(.virtualMachine)
    #expect(topics(.warning, of: machine).subtracting(["build"]) == ["virtualization", "steal"])
    #expect(topics(.note, of: machine) == ["timer slack", "preemption", "rt throttling", "tracing"])
    #expect(machine.findings.first { $0.topic == "virtualization" }?.reading.hasPrefix("qemu") == true)
    #expect(machine.findings.first { $0.topic == "steal" }?.reading.hasPrefix("2.00%") == true)
    #expect(machine.findings.first { $0.topic == "real time" }?.severity == .ok)
  }

  @Test func `processors that a machine could have and has not are not usable ones`() throws {
    let finding = try #require(try diagnosis(.virtualMachine).findings.first { $0.topic == "processors" })
    #expect(finding.reading == "2 of 2 usable")
  }

  // sched(7): an infinite loop in a real-time thread blocks all other threads forever.
  @Test func `who is told to lift the limit of real-time threads is told that it can lock up the machine`()
    throws
  {
    let finding = try #require(try diagnosis(.virtualMachine).findings.first { $0.topic == "rt throttling" })
    let remedy = try #require(finding.remedy)
    #expect(remedy.contains("sched_rt_runtime_us=-1"))
    #expect(remedy.contains("lock up the machine") && remedy.contains("set 950000 again"))
  }

  @Test(
    arguments: [(.container, "0.50 processors"), (.oldContainer, "0.20 processors")] as [(Machine, String)])
  func `a quota above the process is a warning with its figure`(machine: Machine, figure: String) throws {
    let finding = try #require(try diagnosis(machine).findings.first { $0.topic == "cpu quota" })
    #expect(finding.severity == .warning)
    #expect(finding.reading.contains(figure))
  }

  @Test func `of an empty machine nothing is claimed`() throws {
    let empty = try diagnosis(.empty)
    #expect(Set(empty.findings.filter { $0.topic != "build" }.map(\.severity)) == [.unknown])
    #expect(empty.text().contains("could not be read"))
  }

  @Test(arguments: [Machine.laptop, .virtualMachine, .container, .oldContainer, .empty])
  func `a warning or note names a remedy, and topics differ`(machine: Machine) throws {
    let findings = try diagnosis(machine).findings
    for finding in findings where finding.severity == .warning || finding.severity == .note {
      #expect(finding.remedy != nil, "\(finding)")
    }
    #expect(Set(findings.map(\.topic)).count == findings.count)
  }

  @Test(
    arguments: [
      (.steal, "0.09%", "steal", .ok), (.steal, "0.10%", "steal", .note),
      (.steal, "1.00%", "steal", .warning),
      (.steal, "nan%", "steal", .unknown), (.timerSlack, "1", "timer slack", .ok),
      (.timerSlack, "100000", "timer slack", .warning), (.timerCoalescing, "off", "coalescing", .ok),
      (.timerCoalescing, "on", "coalescing", .note), (.cpuDMALatency, "0", "idle states", .ok),
      (.cpuIdleStates, "POLL 0us, C1 2us", "idle states", .ok),
      (.cpuIdleStates, "C1 2us, C3 50us", "idle states", .note),
      (.cpuIdleStates, "C1 2us, C6 133us", "idle states", .warning),
      (.cpuIdleStates, "?", "idle states", .unknown), (.clockSource, "tsc", "clock source", .ok),
      (.clockSource, "acpi_pm", "clock source", .warning),
      (.clockResolution, "4000000", "resolution", .warning),
      (.clockResolution, "42", "resolution", .ok), (.hz, "100", "tick", .note), (.hz, "0", "tick", .unknown),
      (.cgroupCPUMax, "max 100000", "cpu quota", .ok), (.cgroupCPUMax, "5", "cpu quota", .unknown),
      (.cpuGovernor, "performance", "governor", .ok), (.cpuGovernor, "schedutil", "governor", .warning),
      (.thermal, "nominal", "heat", .ok), (.thermal, "serious", "heat", .warning),
      (.thermal, "79.9 C soc", "heat", .ok), (.thermal, "90.0 C soc", "heat", .warning),
      (.battery, "none", "battery", .ok), (.battery, "Charging 40%", "battery", .ok),
      (.build, "debug", "build", .warning), (.build, "release", "build", .ok),
      (.swap, "0 of 0 kB", "swap", .ok), (.swap, "1 of 2 kB", "swap", .note),
      (.schedulingPolicy, "SCHED_RR 1", "real time", .ok),
      (.schedulingPolicy, "SCHED_OTHER nice 0", "real time", .note),
      (.preemption, "PREEMPT_DYNAMIC (full)", "preemption", .ok), (.systemTimers, "200", "other timers", .ok),
      (.systemTimers, "201", "other timers", .note), (.realtimeRuntime, "unlimited", "rt throttling", .ok),
      (.realtimeRuntime, "950000 1000000", "rt throttling", .note), (.tracedEvents, "none", "tracing", .ok),
      (.tracedEvents, "2 in global", "tracing", .note),
    ] as [(Environment.Key, String, String, Finding.Severity)])
  func `a figure is judged by its own size`(
    key: Environment.Key, value: String, topic: String, severity: Finding.Severity
  ) {
    var environment = Environment()
    environment[key] = value
    #expect(Diagnosis(environment: environment).findings.first { $0.topic == topic }?.severity == severity)
  }

  @Test func `the longest gap of any processor is judged`() throws {
    func noise(_ cpu: Int, _ longest: Int64) -> CPUNoise {
      CPUNoise(
        cpu: cpu, bound: true, watched: 5_000_000_000, shortest: 20, median: 24, longest: longest,
        histogram: [0, 0, 0, 0, 200_000_000, 0, 5], over10us: 5, over100us: 1, over1ms: 0)
    }
    let diagnosis = try diagnosis(.virtualMachine, noise: [noise(0, 84_000), noise(1, 1_234_560)])
    let finding = try #require(diagnosis.findings.first { $0.topic == "interruptions" })
    #expect(finding.severity == .warning)
    #expect(finding.reading.contains("CPU 1") && finding.reading.contains("1.23ms"))
    let lines = diagnosis.text().split(separator: "\n").map { String($0) }
    #expect(
      lines.suffix(3) == [
        "cpu  watched  median  longest  >10µs  >100µs  >1ms",
        "  0    5.00s    24ns   84.0µs      5       1     0",
        "  1    5.00s    24ns   1.23ms      5       1     0",
      ])
  }

  @Test(arguments: [Machine.laptop, .virtualMachine, .container, .empty], [60, 80, 120])
  func `a report keeps to its width, warnings first`(machine: Machine, width: Int) throws {
    let lines = try diagnosis(machine).text(width: width).split(separator: "\n")
    #expect(lines.allSatisfy { $0.count <= width })
    let labels = lines.map { $0.prefix { $0 != " " } }.filter { !$0.isEmpty }
    let order = ["warning", "note", "unknown", "ok"]
    #expect(labels.allSatisfy { order.contains(String($0)) })
    #expect(
      labels
        == labels.sorted { (order.firstIndex(of: String($0)) ?? 9) < (order.firstIndex(of: String($1)) ?? 9) }
    )
  }

  @Test func `a report for programs tells of every finding all that there is`() throws {
    let diagnosis = try diagnosis(.laptop)
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(diagnosis.json.utf8)) as? [String: Any])
    #expect(document["format"] as? String == "timer-bench doctor 1")
    let told = try #require(document["findings"] as? [[String: Any]])
    #expect(told.count == diagnosis.findings.count)
    for (found, told) in zip(diagnosis.findings, told) {
      #expect(told["code"] as? String == found.code && told["severity"] as? String == found.severity.rawValue)
      #expect(told["topic"] as? String == found.topic && told["remedy"] as? String == found.remedy)
      #expect(told["text"] as? String == "\(try #require(found.topic)): \(found.reading)")
    }
  }
}
