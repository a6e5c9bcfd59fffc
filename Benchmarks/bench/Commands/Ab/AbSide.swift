import Analysis
import Foundation
import Harness
import Results
import Timers
import Timing

/// One of the two programs, and the recording that its runs are put into.
final class AbSide {
  /// `old` or `new`.
  let name: String
  /// The command as it was given: a program, or a line of shell with settings in front.
  let command: String
  let path: String
  /// The environment of its first run; `nil` before.
  private(set) var environment: Environment?
  private var writer: TickWriter?
  private var status = Recording.Status.complete
  private var told: Set<String> = []

  init(name: String, command: String, path: String) {
    (self.name, self.command, self.path) = (name, command, path)
  }

  /// Runs the program to its end.
  /// - Returns: its exit status.
  private func launch(_ arguments: [String], errors: String, interruption: Interruption) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    // What is measured takes the place of the shell, so that a signal reaches it.
    process.arguments = ["-c", "exec env \(command) \"$@\"", "bench-ab"] + arguments
    _ = FileManager.default.createFile(atPath: errors, contents: nil)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle(forWritingAtPath: errors)
    let ended = MonotonicSemaphore()
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    var isTold = false
    // A quarter of a second is seldom enough to leave the measurement alone.
    while !ended.wait(for: 250_000_000) {
      if interruption.signal != nil, !isTold {
        process.terminate()
        isTold = true
      }
    }
    return process.terminationStatus
  }

  /// Whether the program answers at all.
  /// - Throws: ``CommandFailure`` with what it said.
  func check(_ interruption: Interruption) throws {
    let errors = try ScratchFolder.newPath()
    defer { ScratchFolder.remove(errors) }
    let status = try launch(["--version"], errors: errors, interruption: interruption)
    guard status == 0 else { throw failure("--version", status, errors) }
  }

  /// Measures a run and adds it to the recording.
  /// - Throws: ``CommandFailure`` where there is nothing to add.
  func measure(
    _ run: PlannedRun, _ request: AbRequest, force: Bool, complete: (inout Environment) -> Void,
    context: Context
  ) throws {
    let file = try ScratchFolder.newPath(ending: ".csv")
    let errors = try ScratchFolder.newPath()
    defer {
      ScratchFolder.remove(file)
      ScratchFolder.remove(errors)
    }
    let status = try launch(
      request.arguments(of: run, to: file), errors: errors, interruption: context.interruption)
    guard FileManager.default.fileExists(atPath: file) else {
      if context.interruption.signal != nil { return }
      throw failure("run", status, errors)
    }
    try add(file, as: run, request, force: force, complete: complete, context: context)
  }

  private func add(
    _ file: String, as run: PlannedRun, _ request: AbRequest, force: Bool,
    complete: (inout Environment) -> Void,
    context: Context
  ) throws {
    try TickReader(path: file).read { event in
      switch event {
      case .head(var facts, _):
        if let first = environment {
          note(EnvironmentDifference.between(first, facts).filter(\.keepsApart), at: run, context)
        } else {
          environment = facts
          complete(&facts)
          writer = try TickWriter(
            to: .file(path), environment: facts, runs: request.plan.runs, force: force,
            traced: request.isTraced)
        }
        try writer?.begin(run)
      case .ticks(let ticks, _): try writer?.append(ticks)
      case .histogram(let json, _, _): try writer?.append(histogram: String(decoding: json, as: UTF8.self))
      case .finished(_, let facts):
        guard let facts else { throw CommandFailure(code: .failure, message: "\(name): a run broke off") }
        if facts.status == .failed { status = .failed }
        try writer?.finish(facts)
      case .end: break
      }
    }
  }

  /// Says once of each fact that it changed while pairs were measured: the recording states it as it was at first.
  private func note(_ changes: [EnvironmentDifference], at run: PlannedRun, _ context: Context) {
    for change in changes where told.insert(change.key).inserted {
      context.terminal.note(
        "Warning: \(name), run \(run.index): \(change) (at first | now): conditions changed while pairs were measured."
      )
    }
  }

  /// Ends the recording.
  func close(isInterrupted: Bool) throws {
    try writer?.close(status: isInterrupted ? .interrupted : status)
    writer = nil
  }

  private func failure(_ what: String, _ status: Int32, _ errors: String) -> CommandFailure {
    let said =
      (FileManager.default.contents(atPath: errors).map { String(decoding: $0, as: UTF8.self) } ?? "")
      .split(separator: "\n").suffix(3).joined(separator: "; ")
    return CommandFailure(
      code: .failure,
      message: "\(name): '\(command) \(what)' ended with status \(status)"
        + (said.isEmpty ? " and said nothing" : ": \(said)"))
  }
}
