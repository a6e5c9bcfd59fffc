import Foundation
import Testing
import Timing

@testable import Harness

@Suite struct EnvironmentProbeTests {
  @Test(
    arguments: [
      (
        .laptop,
        [
          .machine: "lap_top", .os: "Linux", .osVersion: "Ubuntu 24.04.1 LTS",
          .kernel: "6.8.0-45-generic #45-Ubuntu SMP PREEMPT_DYNAMIC Fri Aug 30 12:02:04 UTC 2024",
          .preemption: "PREEMPT_DYNAMIC (voluntary)", .cpuModel: "12th Gen Example CPU @ 2.10GHz",
          .cpuCount: "3",
          .cpusAllowed: "0-1,4", .cpuGovernor: "performance on 1, powersave on 2",
          .cpuIdleDriver: "intel_idle",
          .cpuIdleStates: "POLL 0us, C1E 2us, C8 200us", .cpuDMALatency: "0", .clock: "CLOCK_MONOTONIC",
          .clockSource: "hpet", .clockResolution: "1", .clockRead: "812.3", .hz: "1000",
          .virtualization: "none",
          .steal: "0.00%", .timerSlack: "50000", .cgroupCPUMax: "max 100000", .loadAverage: "2.50 1.00 0.75",
          .memory: "16303428 kB", .swap: "100000 of 2097148 kB", .schedulingPolicy: "SCHED_OTHER nice 5",
          .realtimeLimit: "95", .realtimeCapability: "no", .thermal: "84.5 C x86_pkg_temp",
          .thermalThrottles: "15", .battery: "Discharging 64%",
        ]
      ),
      (
        .virtualMachine,
        [
          .os: "Linux", .kernel: "5.10.0 #1 SMP Debian 5.10.1", .preemption: "voluntary or none",
          .cpuModel: "Example Xeon", .cpuCount: "2", .cpusAllowed: "0-1", .clock: "CLOCK_MONOTONIC",
          .clockSource: "kvm-clock", .clockResolution: "1", .clockRead: "21.0", .hz: "250",
          .virtualization: "qemu", .steal: "2.00%", .timerSlack: "50000", .loadAverage: "0.10 0.10 0.10",
          .systemTimers: "2", .schedulingPolicy: "SCHED_FIFO 80", .realtimeLimit: "0",
          .realtimeCapability: "yes", .realtimeRuntime: "950000 1000000", .tracedEvents: "2 in other",
        ]
      ),
      (
        .container,
        [
          .cpuModel: "implementer 0x41 part 0xd0c", .cpuCount: "2", .clock: "CLOCK_MONOTONIC",
          .cgroupCPUMax: "50000 100000",
        ]
      ),
      (.oldContainer, [.clock: "CLOCK_MONOTONIC", .cgroupCPUMax: "20000 100000"]),
      (.empty, [.clock: "CLOCK_MONOTONIC"]),
    ] as [(Machine, [Environment.Key: String])])
  func `a machine's facts are those its files state, and no others`(
    machine: Machine, expected: [Environment.Key: String]
  ) throws {
    let facts = try machine.facts().values
    for key in Environment.Key.allCases { #expect(facts[key] == expected[key], "\(key)") }
  }

  @Test func `every fact has a line, in the order of the keys, known or not`() {
    let probe = EnvironmentProbe {
      SystemFacts(values: [.machine: "host", .loadAverage: "\n", .os: "a\nb\0"])
    }
    let environment = probe.read(commandLine: ["bench", "-o", "a b", "", "it's"], seed: nil)
    #expect(environment.facts.map(\.key) == Environment.Key.ofEveryRecording.map(\.rawValue))
    #expect(environment[.machine] == "host")
    #expect(environment[.os] == "a b")
    #expect(environment[.loadAverage] == nil)
    #expect(environment[.seed] == nil)
    #expect(environment[.commandLine] == #"bench -o 'a b' '' 'it'\''s'"#)
  }

  @Test func `a name and a seed that are given are recorded`() {
    let environment = EnvironmentProbe { SystemFacts(values: [.machine: "host"]) }
      .read(machine: "lab", commandLine: ["bench"], seed: .max)
    #expect(environment[.machine] == "lab")
    #expect(environment[.seed] == "18446744073709551615")
  }

  @Test func `this machine states its clock, what a read costs, and its processors`() throws {
    let environment = EnvironmentProbe().read(commandLine: ["bench"], seed: nil)
    #expect(try #require(environment[.clockRead].flatMap { Double($0) }) > 0)
    #expect(try #require(environment[.cpuCount].flatMap { Int($0) }) >= 1)
    #expect(environment[.clock]?.hasPrefix("CLOCK_") == true)
    #expect(environment[.swiftVersion]?.hasPrefix("6.") == true)
    #expect(environment.facts.allSatisfy { $0.value?.contains("\n") != true })
  }

  @Test func `the start stamp is UTC by ISO 8601`() {
    // `date -u -d @1735689599 +%FT%TZ`
    #expect(timestamp(wallNs: 1_735_689_599_999_999_999) == "2024-12-31T23:59:59Z")
  }
}
