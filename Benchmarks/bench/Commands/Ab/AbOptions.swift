import Analysis
import Foundation
import Results
import Timing

/// What `bench ab` was asked for.
struct AbOptions {
  enum Format: String, CaseIterable {
    case table, json
  }

  var folder: String?
  var format = Format.table
  var force = false
  var quiet = false

  static var table: [Option<AbOptions>] {
    [
      Option(
        name: "output", short: "o", takes: .value("DIR"), completion: .folder,
        help:
          "the folder for old.csv and new.csv; made if need be (default: a new one under Results/MACHINE/)"
      ) { options, text throws(ParseError) in
        guard !text.isEmpty else { throw ParseError("an empty name") }
        options.folder = text
      },
      Option(
        name: "format", takes: .value("FORMAT"), completion: .words(Format.allCases.map(\.rawValue)),
        help: "table or json (default: table)"
      ) { options, text throws(ParseError) in options.format = try parseChoice(text) },
      Option(name: "force", takes: .nothing, help: "replace existing files") { options, _ in
        options.force = true
      },
      Option(name: "quiet", short: "q", takes: .nothing, help: "no progress and no notes, only the result") {
        options, _ in options.quiet = true
      },
    ]
  }
}

/// The options of `bench run` after `--`: what is measured, and what every single run is started with.
struct AbRequest {
  /// Pairs unless `--repetitions` says otherwise.
  static let usualPairs = 10

  let plan: Plan
  let labels: [Label]
  let isTraced: Bool
  /// What is handed on as it was given.
  let passed: [String]

  /// What is handed on; the rest says which runs there are.
  private static let handedOn: Set = ["realtime", "cpu", "trace", "summary-only", "machine"]
  private static let known: Set = [
    "timer", "interval", "leeway", "load", "timers", "duration", "count", "repetitions", "warmup", "seed",
    "suite",
    "allow-exec", "label", "no-plot", "quiet", "verbose",
  ]

  /// - Throws: ``UsageError`` for what has no meaning here.
  init(_ arguments: [String]) throws {
    let syntax = CommandSyntax(
      name: "ab", summary: "", operands: nil, options: RunOptions.table, example: "", defaults: RunOptions())
    let parsed = try syntax.parse(arguments)
    var passed: [String] = []
    var scanner = ArgumentScanner(options: syntax.shapes, arguments: arguments)
    while let item = scanner.next() {
      guard case .option(let index, let text) = item else { continue }
      let name = syntax.shapes[index].name
      guard Self.handedOn.contains(name) || Self.known.contains(name) else {
        throw UsageError(
          description: "--\(name) has no meaning after '--': single runs are measured, in pairs",
          command: "ab")
      }
      if Self.handedOn.contains(name) { passed.append(text.isEmpty ? "--\(name)" : "--\(name)=\(text)") }
    }
    self.passed = passed
    var options = parsed.values
    options.repetitions = options.repetitions ?? Self.usualPairs
    do throws(ParseError) {
      try options.validate()
    } catch {
      throw UsageError(description: "\(error)", command: "ab")
    }
    let request = try options.request()
    guard request.foreignCommands.isEmpty || options.allowExec else {
      throw UsageError(
        description: "the suite has commands run (exec:): read them, then allow them with --allow-exec",
        command: "ab")
    }
    plan = request.plan
    labels = options.labels
    isTraced = options.trace
  }

  /// The arguments of one run, which a program of any version understands.
  func arguments(of run: PlannedRun, to path: String) -> [String] {
    let cell = run.cell
    var arguments = [
      "run", "--timer", cell.timer, "--interval", "\(cell.interval.count)ns", "--load", cell.load.label,
      "--timers",
      "\(cell.timers)", "--warmup", plan.warmup.count == 0 ? "0" : "\(plan.warmup.count)ns", "--repetitions",
      "1", "--seed",
      "\(plan.seed &+ UInt64(run.index))", "--no-plot", "--quiet", "--force", "--output", path,
    ]
    if let leeway = cell.leeway { arguments += ["--leeway", leeway.count == 0 ? "0" : "\(leeway.count)ns"] }
    switch plan.length {
    case .duration(let length): arguments += ["--duration", "\(length.count)ns"]
    case .count(let count): arguments += ["--count", "\(count)"]
    }
    return arguments + passed
  }
}
