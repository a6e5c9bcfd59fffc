import Behaviors
import CPlatform
import Foundation
import Harness
import Results
import Timing
import struct Timing.Nanoseconds

extension Command {
  /// `bench behaviors`: what each timer promises, checked on this machine.
  static var behaviors: Command {
    Command(
      CommandSyntax(
        name: "behaviors", summary: "the semantics of each timer, checked on this machine",
        options: BehaviorsOptions.table,
        notes: [
          "Each claim is a small experiment, judged by counts, order and slots. Results: holds, differs, unsupported, "
            + "not tried here, failed to run. A difference from the documentation is a finding: the exit status is 1 only when an "
            + "experiment could not run. 'bench compare' on two such CSVs shows where two platforms differ."
        ],
        example: "bench behaviors --timer dispatch --format csv -o linux.behaviors.csv",
        defaults: BehaviorsOptions())
    ) { options, _, context in
      if let length = options.watch {
        guard [nil, .table, .json].contains(options.format), options.families == Behavior.Family.allCases
        else {
          throw UsageError(
            description:
              "--watch runs both timers and writes table or json: leave out --timer and other formats",
            command: "behaviors")
        }
        return try watch(length, options, context)
      }
      let target = options.output.map { OutputTarget(argument: $0) } ?? .descriptor(1)
      try target.check(force: options.force)
      do throws(RunError) { try Means.check(threads: BehaviorSuite.threads) } catch {
        throw CommandFailure(code: .failure, message: "\(error)")
      }
      let behaviors = Behavior.all(of: Set(options.families))
      var done = 0
      let results = BehaviorSuite.run(
        behaviors, subjects: Subjects(child: childCommand, clocks: options.setClocks ? .system : nil)
      ) { result in
        done += 1
        if context.terminal.showsProgress {
          context.terminal.progress("\(done)/\(behaviors.count) behaviours checked: \(result.id)")
        }
      }
      if context.terminal.showsProgress { context.terminal.progress("") }
      let environment = EnvironmentProbe().read(commandLine: ProgramArguments.all, seed: nil)
      let report = BehaviorReport(environment: environment, results: results)
      try write(report, to: target, options, context)
      return report.status == .complete ? .success : .failure
    }
  }

  /// The process that an experiment asks for: this program again, with arguments that no user needs.
  static let childName = "behaviors-child"

  private static var childCommand: ChildCommand? {
    unsafe platform_executable().map {
      ChildCommand(executable: unsafe String(cString: $0), arguments: [childName])
    }
  }

  private static func write(
    _ report: BehaviorReport, to target: OutputTarget, _ options: BehaviorsOptions, _ context: Context
  ) throws {
    let format = options.format ?? (options.output == nil ? .table : .csv)
    let text =
      switch format {
      case .table: report.table()
      case .markdown: report.markdown()
      case .json: report.json
      case .csv: report.csv()
      }
    try write(text, isData: format == .json || format == .csv, to: target, options, context)
    if options.output != nil, target != .descriptor(1) {
      try context.terminal.write(report.tally + "\n")
      context.terminal.note("Rows: \(target.name)")
    }
  }

  /// To a file, or by the terminal's door.
  private static func write(
    _ text: String, isData: Bool, to target: OutputTarget, _ options: BehaviorsOptions, _ context: Context
  ) throws {
    guard target == .descriptor(1) else { return try target.write(text, force: options.force) }
    if isData { try context.terminal.writeData(text) } else { try context.terminal.write(text) }
  }

  private static func watch(
    _ length: Nanoseconds, _ options: BehaviorsOptions, _ context: Context
  ) throws -> ExitCode {
    if context.terminal.showsProgress { context.terminal.progress("watching the clocks for \(length)") }
    let report = ClockWatch.run(for: length) { context.interruption.signal != nil }
    if context.terminal.showsProgress { context.terminal.progress("") }
    let text: String = options.format == .json ? report.json : report.table()
    let target = options.output.map { OutputTarget(argument: $0) } ?? .descriptor(1)
    try write(text, isData: options.format == .json, to: target, options, context)
    return context.interruption.signal.map { .interrupted(signal: $0) } ?? .success
  }
}

private struct BehaviorsOptions {
  enum Format: String, CaseIterable {
    case table, markdown, json, csv
  }

  var families = Behavior.Family.allCases
  var format: Format?
  var output: String?
  var force = false
  var watch: Nanoseconds?
  var setClocks = false

  static var table: [Option<BehaviorsOptions>] {
    [
      Option(
        name: "timer", takes: .value("LIST"), completion: .list(Behavior.Family.allCases.map(\.rawValue)),
        help: "only behaviours of " + Behavior.Family.allCases.map(\.rawValue).joined(separator: ", ")
      ) { options, text throws(ParseError) in
        options.families = try parseList(text) { item throws(ParseError) in try parseChoice(item) }
      },
      Option(
        name: "format", takes: .value("FORMAT"),
        completion: .words(BehaviorsOptions.Format.allCases.map(\.rawValue)),
        help: "table, markdown, json or csv (default: table; csv for a file)"
      ) { options, text throws(ParseError) in options.format = try parseChoice(text) },
      Option(
        name: "output", short: "o", takes: .value("FILE"), completion: .file,
        help: "where to write instead of standard output"
      ) {
        options, text throws(ParseError) in
        guard !text.isEmpty else { throw ParseError("an empty name") }
        options.output = text
      },
      Option(name: "force", takes: .nothing, help: "replace an existing file") { options, _ in
        options.force = true
      },
      Option(
        name: "set-clocks", takes: .nothing,
        help:
          "also run the experiments that set the wall clock and put the system to sleep, as root: disturbs all that runs "
          + "there, so for a virtual machine of its own"
      ) { options, _ in options.setClocks = true },
      Option(
        name: "watch", takes: .value("TIME"),
        help:
          "instead, run both timers on both clocks for that long, 100ms to 24h, and report what a clock step or "
          + "a sleep of the system did to them"
      ) { options, text throws(ParseError) in
        options.watch = try Nanoseconds(parsing: text, in: .ms(100)...(.s(24 * 3_600)))
      },
    ]
  }
}
