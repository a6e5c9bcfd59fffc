import Analysis
import Foundation
import Harness
import Results
import Text
import Timing

import struct Timing.Nanoseconds

extension Command {
  /// `bench run`: measures a plan.
  static var run: Command {
    Command(
      CommandSyntax(
        name: "run", summary: "measure: table, CSV and charts (the default command)",
        options: RunOptions.table,
        notes: [
          "Every combination of the lists that has a meaning is measured, in random order. Durations are digits "
            + "with a unit: ns, us, ms, s, m or h."
        ],
        example: "bench run --timer runloop,dispatch --interval 10ms --load idle,loop:50% -o x.csv",
        defaults: RunOptions())
    ) { options, _, context in
      do throws(ParseError) {
        try options.validate()
      } catch {
        throw UsageError(description: "\(error)", command: "run")
      }
      return try RunCommand(options: options, context: context).run()
    }
  }
}

/// From options to plan, from plan to recording, from recording to table and charts.
private struct RunCommand {
  let options: RunOptions
  let context: Context

  func run() throws -> ExitCode {
    let request = try options.request()
    if let output = options.output {
      try OutputTarget(argument: output).check(force: options.force, asRecording: true)
    }
    try allowCommands(of: request)
    try checkTime(of: request.plan)
    let realtime = try startRealtime()
    defer { realtime?.end() }
    let tracing = try prepareTracing()
    removeAbandonedTracing()
    let plan = request.plan
    var environment = EnvironmentProbe().read(
      machine: options.machine, commandLine: ProgramArguments.all, seed: plan.seed)
    environment[.recorderCost] = Recorder.measuredCost().map { String(Int($0.rounded())) }
    if let realtime { environment[.realtime] = "\(realtime.report.grant)" }
    if let commit = Checkout.commit(of: FileManager.default.currentDirectoryPath) {
      environment[.commit] = commit
    }
    for label in options.labels { environment.set(label) }
    if tracing != nil { environment[.tracing] = KernelTracing.fact }
    if options.summaryOnly {
      environment[.rowsKept] =
        "the 100 latest callbacks of each run, with 3 rows before and after"
    }
    let noise = NoiseProbe.run(for: options.noiseProbe, showing: context.terminal, quiet: options.quiet)
    for (index, finding) in Diagnosis(environment: environment, noise: noise).stated.enumerated() {
      environment[Environment.findingKey(index + 1)] = finding.line
    }
    // From the first file on, a signal saves what there is.
    context.interruption.hold()
    defer { context.interruption.release() }
    let interruption = context.interruption
    let destination: Destination
    let writer: RecordingWriter
    do throws(FileError) {
      (destination, writer) = try Destination.claim(
        output: options.output, force: options.force, environment: environment
      ) { target, force throws(FileError) in
        try RecordingWriter(
          to: target, environment: environment, runs: plan.runs, force: force, traced: tracing != nil,
          size: options.rotate, while: { interruption.signal == nil })
      }
    } catch {
      guard case .noReader = error, let signal = interruption.signal else { throw error }
      context.terminal.note("bench: \(error)")
      return .interrupted(signal: signal)
    }
    if !writer.removed.isEmpty {
      context.terminal.note(
        "Removed, as parts of the recording that is replaced: \(writer.removed.joined(separator: ", "))")
    }
    if !options.quiet { announce(request) }
    if options.verbose { plan.describe(to: context.terminal) }

    let session = RunSession(
      writer: writer, plan: plan.runs, terminal: context.terminal,
      progress: ProgressLine(terminal: context.terminal, total: plan.runs.count, quiet: options.quiet),
      interruption: context.interruption,
      goals: options.goals.isEmpty ? nil : GoalWatch(options.goals, cells: Set(plan.runs.map(\.cell))),
      worstOnly: options.summaryOnly)
    let begun = ContinuousClock.now
    var more: (@Sendable (Plan) -> [Cell])?
    if !options.goals.isEmpty {
      let longest = longest
      more = { plan in plan.fitting(session.wanting, into: longest - Nanoseconds(since: begun)) }
    }
    let status = Runner(
      plan: plan, interruption: context.interruption, realtime: realtime?.settings, tracing: tracing,
      stop: options.stop, more: more
    ).run { session.handle($0) }
    let seconds = (ContinuousClock.now - begun) / .seconds(1)
    session.close(status: status)
    // All is saved: what follows may take long, and a signal ends it at once.
    context.interruption.release()
    let result = session.result(status: status)
    let runs = result.cells.reduce(0) { $0 + $1.runs.count + $1.failures.count }
    let goals = result.goals.map { GoalReport($0, runs: runs, seconds: seconds) }
    return try conclude(
      result, goals: goals, request: request, environment: environment, destination: destination)
  }

  /// Prints and draws what came of it; the first of several reasons to fail gives the exit code.
  private func conclude(
    _ result: RunSession.Result, goals: GoalReport?, request: RunRequest, environment: Environment,
    destination: Destination
  ) throws -> ExitCode {
    let terminal = destination.isStandardOutput ? context.terminal.onStandardError : context.terminal
    let label = environment[.machine] ?? "this machine"
    let section = SummaryReport.Section(
      Dataset(label: label, file: destination.target.name, environment: environment, cells: result.cells),
      budgets: request.limits.map(\.budget), stability: false)
    let limits = BudgetReport(request.limits, on: section.summaries, allowUndecided: options.allowUndecided)
    for stop in result.stops { try terminal.write(stop.text) }
    try terminal.write(OverviewTable(section.summaries).text(width: terminal.width, color: terminal.color))
    try terminal.write(WhyTable(section.summaries).text(width: terminal.width, color: terminal.color))
    let response = LoadResponseTable(section.summaries)
    if response.tellsOfBreaks {
      try terminal.write(response.text(width: terminal.width, color: terminal.color))
    }
    try terminal.write(limits.text(width: terminal.width, color: terminal.color))
    if let goals { try terminal.write(goals.text(width: terminal.width, color: terminal.color)) }
    try terminal.write(
      section.recommendations.map { "\n" + paragraph("\($0).", width: terminal.width) }.joined())
    for finding in section.notes.condensed where finding.severity == .warning || !options.quiet {
      context.terminal.note(finding)
    }
    if let error = result.writeError { throw error }
    if destination.path != nil {
      if !options.quiet { context.terminal.note("Rows: \(result.files.joined(separator: ", "))") }
      if !options.noPlot, result.rows > 0, context.interruption.signal == nil {
        try draw(result.files, into: destination.chartFolder ?? ".")
      }
    }
    if let signal = context.interruption.signal { return .interrupted(signal: signal) }
    if result.status == .failed { return .failure }
    let isShort = goals.map { !$0.isReached && !options.allowUndecided } ?? false
    return limits.isExceeded || isShort ? .limitExceeded : .success
  }

  /// A chart that cannot be drawn costs nothing that was measured: it is said, and that is all.
  private func draw(_ files: [String], into folder: String) throws {
    do {
      try OutputTarget.createFolder(folder)
      let outcome = try ChartDrawing(folder: folder).draw(
        RecordingSet(files: [InputFile](opening: files)), terminal: context.terminal)
      if !outcome.drawn.isEmpty, !options.quiet { context.terminal.note("Charts: \(folder)/") }
      outcome.report(folder: folder, to: context.terminal)
    } catch {
      let reason = (error as? CommandFailure)?.message ?? "\(error)"
      context.terminal.note(
        "No chart was drawn: \(reason). Draw them later: bench plot \(files.joined(separator: " ")) -o DIR")
    }
  }

  /// Says what is measured that nobody named, and what is not measured.
  private func announce(_ request: RunRequest) {
    if let suite = request.standsFor, options.suite == nil, options.isPartial {
      let cells = Set(request.plan.runs.map(\.cell)).count
      context.terminal.note(
        "Measuring the suite \(suite), \(cells) cells: for others name --timer, --interval, --load or --suite."
      )
    }
    let length = request.plan.expectedLength
    if length >= .s(5) {
      let seconds = Nanoseconds.s((length.count + 500_000_000) / 1_000_000_000)
      context.terminal.note("\(request.plan.runs.count) runs, which take about \(seconds.words).")
    }
    request.omitted.forEach { context.terminal.note("Left out: \($0).") }
  }

  /// Lets a suite's commands run only where somebody said so: with an option, or now.
  private func allowCommands(of request: RunRequest) throws {
    guard !request.foreignCommands.isEmpty else { return }
    let name = options.suite ?? "suite"
    context.terminal.note("\(name) has the shell run:")
    for command in request.foreignCommands { context.terminal.note("  \(command)") }
    if options.allowExec { return }
    guard isatty(0) == 1, isatty(2) == 1 else {
      throw UsageError(
        description: "\(name) has commands run (exec:): read them, then allow them with --allow-exec",
        command: "run")
    }
    try? TextOutput.standardError.write("Run them? [y/N] ")
    let answer = readLine()?.lowercased() ?? ""
    guard answer == "y" || answer == "yes" else {
      throw CommandFailure(code: .usage, message: "nothing was measured, as the commands were not allowed")
    }
  }

  /// How long repetitions are added at most.
  private var longest: Nanoseconds { options.longest ?? RunOptions.patience }

  /// Refuses a time that is over before there is anything to look at.
  private func checkTime(of plan: Plan) throws {
    guard !options.goals.isEmpty, plan.expectedLength > longest else { return }
    throw UsageError(
      description: "--at-most: the \(plan.runs.count) runs before the first look take "
        + "\(plan.expectedLength.rounded.words) alone, and \(longest.words) is allowed: allow more, or make runs shorter",
      command: "run")
  }

  /// The means for `--trace`; `nil` without it.
  private func prepareTracing() throws -> KernelTracing? {
    guard options.trace else { return nil }
    do throws(TracingError) {
      let tracing = try KernelTracing()
      if !options.quiet { tracing.notes.forEach(context.terminal.note) }
      return tracing
    } catch {
      throw CommandFailure(code: .failure, message: "\(error)")
    }
  }

  /// What a killed run left tracing would disturb this one, traced or not.
  private func removeAbandonedTracing() {
    let removed = AbandonedTracing.remove()
    guard removed > 0, !options.quiet else { return }
    context.terminal.note(
      "Removed \(removed) tracing \(removed == 1 ? "instance" : "instances") that a killed run left behind.")
  }

  /// The real-time settings asked for, held until their end.
  private func startRealtime() throws -> RealtimeSession? {
    guard let wish = options.realtime else { return nil }
    let realtime = RealtimeSession(RealtimeSettings(cpu: options.cpu))
    guard let problem = realtime.report.problem else { return realtime }
    switch wish {
    case .required:
      realtime.end()
      throw CommandFailure(code: .failure, message: problem)
    case .attempt: context.terminal.note("Real-time: \(realtime.report.grant).")
    }
    return realtime
  }
}
