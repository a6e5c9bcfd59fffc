import Analysis
import Foundation
import Harness
import Results
import Synchronization
import Timers
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
    let (plan, omitted) = try makePlan()
    let tracing = try prepareTracing()
    let destination = try Destination(options)
    try destination.target.check(force: options.force, createFolders: destination.isDefault)
    if !options.quiet { omitted.forEach { context.terminal.note("Left out: \($0).") } }

    var environment = EnvironmentProbe().read(
      machine: options.machine, commandLine: CommandLine.arguments, seed: plan.seed)
    environment["recorder_cost_ns"] = String(Int(Recorder.measuredCost().rounded()))
    if tracing != nil { environment["tracing"] = KernelTracing.fact }
    let writer = try TickWriter(
      to: destination.target, environment: environment, runs: plan.runs, force: options.force,
      traced: tracing != nil)
    let session = RunSession(
      writer: writer,
      progress: ProgressLine(terminal: context.terminal, total: plan.runs.count, quiet: options.quiet))
    let status = Runner(
      plan: plan, interruption: context.interruption, tracing: tracing, stop: options.stop
    ).run { session.handle($0) }
    let result = session.finish(status: status)
    try report(result)
    if let error = result.writeError { throw error }
    if let signal = context.interruption.signal { return .interrupted(signal: signal) }
    return status == .complete ? .success : .failure
  }

  private func makePlan() throws -> (Plan, omitted: [String]) {
    let matrix = Matrix(
      timers: options.timers ?? ["runloop", "dispatch"], intervals: options.intervals ?? [.ms(10)],
      leeways: options.leeways ?? [.fixed(.zero)], loads: options.loads ?? [.idle],
      counts: options.counts ?? [1])
    let (cells, omitted) = matrix.cells { id in
      TimerKind.named(id)?.traits ?? TimerTraits(takesLeeway: false, hasLoop: false)
    }
    let length = options.count.map { RunLength.count($0) } ?? .duration(options.duration ?? .s(2))
    let plan = Plan(
      cells: cells, repetitions: options.repetitions ?? 1, length: length,
      warmup: options.warmup ?? (options.count == nil ? .ms(200) : .zero),
      seed: options.seed ?? UInt64(bitPattern: MonotonicClock.now()))
    return (plan, omitted)
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

  private func report(_ result: RunSession.Result) throws {
    for stop in result.stops { try context.terminal.write(stop.text) }
    for summary in result.summaries {
      let c = summary.callbacks
      try context.terminal.write(
        "\(summary.cell) n=\(c.count) missed=\(summary.slots.missed) p50=\(c[.p50] ?? -1) p99=\(c[.p99] ?? -1) max=\(c.max ?? -1) blocked=\(summary.causes.blockedShare ?? -1) \(summary.failures)\n"
      )
    }
  }
}

/// Where the CSV goes.
private struct Destination {
  let target: OutputTarget
  let isDefault: Bool

  init(_ options: RunOptions) throws {
    if let output = options.output {
      target = OutputTarget(argument: output)
      isDefault = false
    } else {
      target = .file("Results/x/x.csv")
      isDefault = true
    }
  }
}

/// Takes the runner's events: rows to the file, figures to the summary, signs of life to the terminal.
private final class RunSession: Sendable {
  struct Result {
    var summaries: [CellSummary]
    var stops: [StopReport]
    var writeError: FileError?
  }

  private struct State {
    var writer: TickWriter
    var builder = SummaryBuilder()
    var stops: [StopReport] = []
    var progress: ProgressLine
    var writeError: FileError?

    /// Figures go on when the file cannot: the first error is kept for the end.
    mutating func write(_ body: (TickWriter) throws(FileError) -> Void) {
      guard writeError == nil else { return }
      do throws(FileError) { try body(writer) } catch { writeError = error }
    }
  }

  private let state: Mutex<State>

  init(writer: sending TickWriter, progress: ProgressLine) {
    state = Mutex(State(writer: writer, progress: progress))
  }

  func handle(_ event: RunnerEvent) {
    state.withLock { state in
      switch event {
      case .began(let planned):
        state.progress.begin(planned)
        state.builder.begin(planned)
        state.write { writer throws(FileError) in try writer.begin(planned) }
      case .ticks(let ticks):
        state.write { writer throws(FileError) in
          try writer.append(ticks)
          try writer.flush()
        }
        for tick in ticks { state.builder.add(tick) }
      case .remaining(let nanoseconds): state.progress.remaining(nanoseconds)
      case .stopped(let report): state.stops.append(report)
      case .finished(_, let facts):
        state.write { writer throws(FileError) in try writer.finish(facts) }
        state.builder.finish(facts)
      }
    }
  }

  func finish(status: Recording.Status) -> Result {
    state.withLock { state in
      state.progress.clear()
      state.write { writer throws(FileError) in try writer.close(status: status) }
      return Result(summaries: state.builder.summaries(), stops: state.stops, writeError: state.writeError)
    }
  }
}
