import Analysis
import Foundation
import Harness
import Results
import Text
import Timing

extension Command {
  /// `bench ab`: two programs against each other, run by run.
  static var ab: Command {
    Command(
      CommandSyntax(
        name: "ab", summary: "is one build better than another, measured in turns",
        operands: "OLD NEW -- RUN-OPTIONS",
        operandCompletion: .file, options: AbOptions.table,
        notes: [
          "OLD and NEW are programs that take 'bench run', or such with settings of the environment in front, in quotes: "
            + "'LD_LIBRARY_PATH=/opt/new ./bench'. Each combination of the run options is measured with one and at once with "
            + "the other, which of them first being left to chance (--seed), --repetitions times "
            + "(default: \(AbRequest.usualPairs)). The runs go into old.csv and new.csv, ordinary recordings, and are judged by the "
            + "differences within pairs."
        ],
        example: "bench ab ./bench-6.3 ./bench-6.4 -- --timer dispatch --interval 10ms --repetitions 20",
        defaults: AbOptions())
    ) { options, operands, context in
      guard operands.count >= 2 else {
        throw UsageError(
          description: "OLD and NEW are needed, then -- and the options of 'bench run'", command: "ab")
      }
      var rest = Array(operands.dropFirst(2))
      if rest.first == "run" { rest.removeFirst() }
      return try AbMeasurement(
        options: options, request: AbRequest(rest), commands: (operands[0], operands[1]), context: context
      ).run()
    }
  }
}

/// Measures pairs, and judges them.
private struct AbMeasurement {
  let options: AbOptions
  let request: AbRequest
  let commands: (old: String, new: String)
  let context: Context

  func run() throws -> ExitCode {
    let plan = request.plan
    let folder = try openFolder()
    let sides = [
      AbSide(name: "old", command: commands.old, path: folder + "/old.csv"),
      AbSide(name: "new", command: commands.new, path: folder + "/new.csv"),
    ]
    for side in sides { try OutputTarget.file(side.path).check(force: options.force, asRecording: true) }
    let interruption = context.interruption
    interruption.hold()
    defer { interruption.release() }
    for side in sides { try side.check(interruption) }
    if !options.quiet {
      let twice = Nanoseconds.s(2 * plan.expectedLength.rounded.count / 1_000_000_000)
      context.terminal.note(
        "\(plan.runs.count) pairs of \(Set(plan.runs.map(\.cell)).count) cells, seed \(plan.seed), \(twice.words) at least."
      )
    }
    var random = SplitMix64(seed: ~plan.seed)
    var failure: (any Error)?
    for run in plan.runs where failure == nil && interruption.signal == nil {
      showProgress(run)
      do {
        for side in Bool.random(using: &random) ? sides : sides.reversed() where interruption.signal == nil {
          try side.measure(
            run, request, force: options.force, complete: { complete(&$0, side) }, context: context)
        }
      } catch {
        failure = error
      }
    }
    if context.terminal.showsProgress { context.terminal.progress("") }
    // What was measured is kept, whatever came in between.
    for side in sides { try side.close(isInterrupted: failure != nil || interruption.signal != nil) }
    if let failure { throw failure }
    interruption.release()
    if let signal = interruption.signal { return .interrupted(signal: signal) }
    return try judge(sides)
  }

  private func judge(_ sides: [AbSide]) throws -> ExitCode {
    let reader = DatasetReader(terminal: context.terminal, purpose: .comparison)
    var datasets = try sides.map { try reader.read([InputFile](opening: [$0.path]))[0] }
    for (index, side) in sides.enumerated() { datasets[index].label = side.name }
    let report = PairedReport(PairedComparison(base: datasets[0], other: datasets[1]))
    switch options.format {
    case .table:
      try context.terminal.write(report.text(width: context.terminal.width, color: context.terminal.color))
    case .json: try context.terminal.writeData(report.json)
    }
    if !options.quiet { context.terminal.note("Rows: \(sides.map(\.path).joined(separator: ", "))") }
    return datasets.contains { $0.cells.contains { !$0.failures.isEmpty } } ? .failure : .success
  }

  /// What the recording of a side says of all its runs: they were started one by one, by this command.
  private func complete(_ environment: inout Environment, _ side: AbSide) {
    environment[.commandLine] = ProgramArguments.all.map(shellQuoted).joined(separator: " ")
    environment[.seed] = "\(request.plan.seed)"
    environment[.pairing] =
      "\(side.name) of pairs, run by run, in turns with '\(side.name == "old" ? commands.new : commands.old)'"
    for label in request.labels { environment.set(label) }
  }

  private func openFolder() throws -> String {
    if let folder = options.folder {
      try OutputTarget.createFolder(folder)
      return folder
    }
    let facts = EnvironmentProbe().read(commandLine: [], seed: nil)
    let time = (facts[.started] ?? "now").replacing(":", with: "")
    let folder = "Results/\(fileName(facts[.machine] ?? "machine"))/\(time)-ab"
    try OutputTarget.createFolder(folder)
    return folder
  }

  private func showProgress(_ run: PlannedRun) {
    guard context.terminal.showsProgress, !options.quiet else { return }
    context.terminal.progress("pair \(run.index + 1)/\(request.plan.runs.count): \(run.cell)")
  }
}
