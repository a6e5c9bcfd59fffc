import Foundation
import Testing
import Timers

@testable import Harness

/// Commands of `exec:`: none of what they start stays behind.
@Suite struct CommandLoadTests {
  private final class Folder {
    let path = NSTemporaryDirectory() + "command-\(UUID().uuidString)"
    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true) }
    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  /// The process number that a command writes to a file.
  private func process(in file: String) -> pid_t? {
    for _ in 0..<5_000 {
      let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
      if text.hasSuffix("\n"), let number = pid_t(text.dropLast()) { return number }
      Thread.sleep(forTimeInterval: 0.002)
    }
    return nil
  }

  private func isAlive(_ process: pid_t) -> Bool { kill(process, 0) == 0 }

  static let commands = [
    "echo $$ > F; exec sleep 300", "sh -c 'echo $$ > F; exec sleep 300'; true",
    "trap '' TERM; echo $$ > F; while :; do sleep 1; done",
  ]
  #if os(Linux)
    /// What leaves the process group, and what is left by a parent that ended.
    static let fugitives = [
      "setsid sh -c 'echo $$ > F; exec sleep 300' & sleep 300",
      "setsid sh -c 'setsid sh -c \"echo \\$\\$ > F; exec sleep 300\" & exit' & sleep 300",
      "(setsid sh -c 'trap \"\" TERM HUP; echo $$ > F; while :; do sleep 1; done' &) ; sleep 300",
    ]
  #else
    static let fugitives: [String] = []
  #endif

  @Test(arguments: commands + fugitives)
  func `whatever a command started has ended once its load was stopped`(command: String) throws {
    let folder = try Folder()
    let load = try CommandLoad(command.replacing("F", with: folder.path + "/pid"))
    let found = try #require(process(in: folder.path + "/pid"))
    #expect(isAlive(found))
    let achievement = load.stop(.nothing)
    #expect(!isAlive(found))
    #expect(achievement.problem == nil)
  }

  @Test(arguments: [("exit 0", 0, false), ("exit 3", 3, true), ("kill -9 $$", 137, true)])
  func `a command that ends by itself says so, with its status`(command: String, status: Int, failed: Bool)
    throws
  {
    let load = try CommandLoad(command)
    Thread.sleep(forTimeInterval: 0.05)
    let achievement = load.stop(.nothing)
    #expect(achievement.failed == failed)
    #expect(achievement.problem?.contains("ended by itself with status \(status) ") == true)
  }

  @Test func `a command that the shell cannot run is refused at once`() {
    #expect(throws: LoadError.self) { _ = try CommandLoad("/nonexistent/command") }
  }

  @Test func `a command has its signals at their defaults and no file of this process`() throws {
    let folder = try Folder()
    let file = folder.path + "/state"
    let load = try CommandLoad(
      "grep Sig /proc/self/status > \(file); ls /proc/self/fd >> \(file); echo >> \(file); sleep 300")
    defer { _ = load.stop(.nothing) }
    var text = ""
    for _ in 0..<5_000 where !text.hasSuffix("\n\n") {
      text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
      Thread.sleep(forTimeInterval: 0.002)
    }
    #if os(Linux)
      #expect(text.contains("SigBlk:\t0000000000000000"))
      // The first 31 are those of POSIX; the C library has some of its own.
      let ignored = text.split(separator: "\n").first { $0.hasPrefix("SigIgn:\t") }.flatMap {
        UInt64($0.dropFirst(8), radix: 16)
      }
      #expect(ignored.map { $0 & 0x7FFF_FFFF } == 0)
      // Standard input, output and errors, and the folder that ls reads.
      #expect(text.split(separator: "\n").filter { Int($0) != nil }.count <= 4, "\(text)")
    #endif
  }
}
