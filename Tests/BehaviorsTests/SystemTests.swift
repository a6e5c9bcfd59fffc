@testable import Behaviors
import Foundation
import Testing

/// The program that experiments start, built beside the tests: in one of the folders above this code's own file.
private let child: ChildCommand? = {
  let folders = sequence(first: URL(fileURLWithPath: ownFile() ?? "").deletingLastPathComponent()) {
    $0.path == "/" ? nil : $0.deletingLastPathComponent()
  }
  return folders.map { $0.appendingPathComponent("behaviors-child").path }
    .first { FileManager.default.isExecutableFile(atPath: $0) }
    .map { ChildCommand(executable: $0, arguments: ["child"]) }
}()

#if canImport(Darwin)
  /// The bundle's own program, which another one has loaded.
  private func ownFile() -> String? {
    var info = unsafe Dl_info()
    return unsafe dladdr(#dsohandle, &info) == 0 ? nil : unsafe String(cString: info.dli_fname)
  }
#else
  private func ownFile() -> String? { CommandLine.arguments.first }
#endif

@Suite struct SystemTests {
  @Test func `the system's timers behave as documented or as known on this platform`() async throws {
    let child = try #require(child)
    let results = await observe(Behavior.all, Subjects(child: child))
    #expect(results.map(\.id) == Behavior.all.map(\.id))
    for result in results {
      #expect(result.observed != .failedToRun, "\(result.id): \(result.evidence)")
      #expect(!result.isSurprising, "\(result.id): \(result.observed), \(result.evidence)")
    }
  }

  @Test func `every result is told of once`() {
    var told: [String] = []
    let chosen = Behavior.all.filter {
      $0.id.hasPrefix("runloop.interval-") || $0.id == "runloop.tolerance-read"
    }
    let results = BehaviorSuite.run(chosen, subjects: Subjects()) { told.append($0.id) }
    #expect(told.count == 5)
    #expect(told.sorted() == results.map(\.id).sorted())
  }

  @Test func `without a program to start, what needs one is unsupported and says so`() {
    let chosen = Behavior.all.filter { $0.id.contains("stopped-process") || $0.id.contains("interval-zero") }
    #expect(chosen.count == 4)
    for result in BehaviorSuite.run(chosen, subjects: Subjects()) {
      #expect(result.observed == .unsupported)
      #expect(result.evidence.contains("process"))
    }
  }

  @Test func `nothing chosen gives nothing`() {
    #expect(BehaviorSuite.run([], subjects: Subjects()).isEmpty)
  }

  @Test func `a disturbed experiment is repeated, and given up with its reason`() {
    let results = BehaviorSuite.run([.disturbed], subjects: Subjects())
    #expect(results.first?.observed == .failedToRun)
    #expect(results.first?.evidence == "disturbed 4 times: by hand")
  }

  @Test(arguments: [
    [], ["interval"], ["interval", "runloop"], ["interval", "runloop", "x"], ["stopped", "other"],
  ])
  func `a child that is asked for something else says so`(arguments: [String]) {
    #expect(BehaviorChild.run(arguments) == 64)
  }
}

extension Behavior {
  fileprivate static let disturbed = Behavior(
    "runloop.disturbed", "It is disturbed.", reference: "none"
  ) { _ throws(Disturbed) in throw Disturbed("by hand") }
}
