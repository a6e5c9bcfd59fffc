import CPlatform
import Foundation

/// How to start the process of an experiment: a program and the arguments that come before the experiment's own.
///
/// The program hands its remaining arguments to ``BehaviorChild/run(_:)`` and exits with what that returns.
package struct ChildCommand: Sendable {
  /// The path of the program.
  package var executable: String
  /// Its leading arguments.
  package var arguments: [String]

  /// Creates a command.
  package init(executable: String, arguments: [String]) {
    self.executable = executable
    self.arguments = arguments
  }
}

/// How a child ended and what it wrote.
struct ChildOutcome: Sendable {
  /// Its standard output, in lines.
  let lines: [String]
  /// How it ended.
  let end: End

  enum End: Hashable, Sendable {
    case exited(Int32)
    case signalled(Int32)
    case killed
    case notStarted(String)
  }

  /// Why it says nothing; `nil` when it ended as it should.
  var problem: String? {
    switch end {
    case .exited(0): nil
    case .exited(let status): "its process exited with \(status)"
    case .signalled(let signal): "its process ended by signal \(signal)"
    case .killed: "its process did not end in time"
    case .notStarted(let reason): "its process did not start: \(reason)"
    }
  }
}

extension ChildCommand {
  /// Runs an experiment's process to its end, and does something to it meanwhile.
  /// - Parameters:
  ///   - trailing: the experiment's own arguments.
  ///   - meanwhile: gets the process identifier and a way to read the lines written so far.
  func run(
    _ trailing: [String], meanwhile: (pid_t, _ lines: () -> [String]) -> Void = { _, _ in }
  ) -> ChildOutcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: executable)
    process.arguments = arguments + trailing
    // A trap is an answer; its backtrace would take seconds.
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    do { try process.run() } catch { return ChildOutcome(lines: [], end: .notStarted("\(error)")) }
    platform_note_group(process.processIdentifier)
    defer { platform_forget_group(process.processIdentifier) }
    let output = OutputReader(pipe.fileHandleForReading)
    meanwhile(process.processIdentifier) { output.lines }
    let ended = wait(atMost: Pace.processPatience) { !process.isRunning }
    if !ended {
      kill(process.processIdentifier, SIGKILL)
      wait { !process.isRunning }
    }
    wait(atMost: Pace.nanoseconds(10)) { output.isComplete }
    guard ended else { return ChildOutcome(lines: output.lines, end: .killed) }
    let status = process.terminationStatus
    return ChildOutcome(
      lines: output.lines, end: process.terminationReason == .exit ? .exited(status) : .signalled(status))
  }
}

/// Collects what a child writes, on a thread of its own.
private final class OutputReader: Sendable {
  private let text = Shared(Data())
  private let finished = Counter()

  init(_ handle: FileHandle) {
    let handle = HandOver(handle)
    Thread.detachNewThread { [text, finished] in
      while case let part = handle.value.availableData, !part.isEmpty { text.value += part }
      finished.add()
    }
  }

  var isComplete: Bool { finished.value > 0 }

  var lines: [String] {
    String(decoding: text.value, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}
