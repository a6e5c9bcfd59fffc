import Analysis
import Foundation
import Harness
import Results
import Timing

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
    let (plan, omitted) = try options.plan()
    let realtime = try startRealtime()
    defer { realtime?.end() }
    var environment = EnvironmentProbe().read(
      machine: options.machine, commandLine: CommandLine.arguments, seed: plan.seed)
    environment["recorder_cost_ns"] = String(Int(Recorder.measuredCost().rounded()))
    if let realtime { environment[RealtimeReport.factKey] = realtime.report.summary }
    let destination = Destination(output: options.output, environment: environment)
    try destination.target.check(force: options.force, createFolders: destination.isDefault)
    if !options.quiet { omitted.forEach { context.terminal.note("Left out: \($0).") } }

    let writer = try TickWriter(
      to: destination.target, environment: environment, runs: plan.runs, force: options.force)
    let session = RunSession(
      writer: writer,
      progress: ProgressLine(terminal: context.terminal, total: plan.runs.count, quiet: options.quiet))
    let status = Runner(plan: plan, interruption: context.interruption, realtime: realtime?.settings)
      .run { session.handle($0) }
    let result = session.finish(status: status)
    try report(result)
    if let error = result.writeError { throw error }
    if let signal = context.interruption.signal { return .interrupted(signal: signal) }
    return status == .complete ? .success : .failure
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
    case .attempt: context.terminal.note("Real-time: \(realtime.report.summary).")
    }
    return realtime
  }

  private func report(_ result: RunSession.Result) throws {
    for summary in result.summaries {
      let c = summary.callbacks
      try context.terminal.write(
        "\(summary.cell) n=\(c.count) missed=\(summary.slots.missed) p50=\(c[.p50] ?? -1) p99=\(c[.p99] ?? -1) max=\(c.max ?? -1) blocked=\(summary.causes.blockedShare ?? -1) \(summary.failures)\n"
      )
    }
  }
}
