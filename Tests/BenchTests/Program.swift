import Foundation
import Testing

/// The built program, run as a user would.
struct Program {
  /// What a run left behind.
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  /// A folder of its own for the files of one test; removed with it.
  final class Folder {
    let path: String

    init() throws {
      path = NSTemporaryDirectory() + "bench-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }

    func contents(of name: String) throws -> String {
      try String(contentsOfFile: file(name), encoding: .utf8)
    }
  }

  /// The executable beside the test bundle, which on a Mac is a folder: the first one above this code's own file.
  static var url: URL {
    get throws {
      let tests = try #require(ownFile())
      let folders = sequence(first: URL(fileURLWithPath: tests).deletingLastPathComponent()) {
        $0.path == "/" ? nil : $0.deletingLastPathComponent()
      }
      return try #require(
        folders.map { $0.appendingPathComponent("bench") }.first {
          FileManager.default.isExecutableFile(atPath: $0.path)
            && !((try? $0.resourceValues(forKeys: [.isDirectoryKey]))?.isDirectory ?? true)
        })
    }
  }

  /// Whether this system has what brings the faults about: a device that is always full, `timeout` and /proc. A Mac has
  /// none of them.
  static let canProvokeFaults = ["/dev/full", "/usr/bin/timeout", "/proc/self/stat"].allSatisfy {
    FileManager.default.fileExists(atPath: $0)
  }

  /// Runs a line of shell in which `bench` is the program.
  static func shell(_ line: String, in folder: String? = nil) throws -> Outcome {
    try launch(
      URL(fileURLWithPath: "/bin/sh"), ["-c", "bench() { \"$0\" \"$@\"; }; " + line, try url.path], in: folder
    )
  }

  /// Runs the program to its end.
  static func run(
    _ arguments: [String], in folder: String? = nil, environment: [String: String] = [:]
  ) throws -> Outcome {
    try launch(try url, arguments, in: folder, environment: environment)
  }

  private static func launch(
    _ executable: URL, _ arguments: [String], in folder: String?, environment: [String: String] = [:]
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments
    if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder) }
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let (output, errors) = (Pipe(), Pipe())
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    // Standard error stays below the size of a pipe.
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let errorText = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return Outcome(status: process.terminationStatus, output: text, errors: errorText)
  }
}

#if canImport(Darwin)
  /// The bundle's own program, which another one has loaded.
  private func ownFile() -> String? {
    var info = unsafe Dl_info()
    return unsafe dladdr(#dsohandle, &info) == 0 ? nil : unsafe String(cString: info.dli_fname)
  }
#else
  private func ownFile() -> String? { CommandLine.arguments.first }
#endif
