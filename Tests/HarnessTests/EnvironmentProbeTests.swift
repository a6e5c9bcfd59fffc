import Foundation
import Testing
import Timing

@testable import Harness

@Suite struct EnvironmentProbeTests {
  @Test func `this machine's recording names its clock, program and arguments`() {
    let environment = EnvironmentProbe().read(machine: "lab", commandLine: ["bench", "a b"], seed: 7)
    #expect(environment.facts.map(\.key) == Environment.Key.allCases.map(\.rawValue))
    #expect(environment[.machine] == "lab")
    #expect(environment[.commandLine] == "bench 'a b'")
    #expect(environment[.seed] == "7")
    #expect(environment[.clockRead].flatMap { Double($0) }.map { $0 > 0 } == true)
  }
}
