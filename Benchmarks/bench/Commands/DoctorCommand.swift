import Analysis
import Harness
import Timing

extension Command {
  /// `bench doctor`: what on this machine will disturb a measurement.
  static var doctor: Command {
    Command(
      CommandSyntax(
        name: "doctor", summary: "what about this machine will disturb a measurement, and the remedy",
        options: DoctorOptions.table, example: "bench doctor --duration 5s", defaults: DoctorOptions())
    ) { options, _, context in
      let environment = EnvironmentProbe().read(commandLine: ProgramArguments.all, seed: nil)
      let noise = NoiseProbe.run(for: options.duration, showing: context.terminal)
      let diagnosis = Diagnosis(environment: environment, noise: noise)
      switch options.format {
      case .table:
        try context.terminal.write(
          diagnosis.text(width: context.terminal.width, color: context.terminal.color))
      case .json: try context.terminal.writeData(diagnosis.json)
      }
      return .success
    }
  }
}

extension NoiseProbe {
  /// Watches, and says meanwhile that it does; for no time at all there are no figures.
  static func run(for duration: Nanoseconds, showing terminal: Terminal, quiet: Bool = false) -> [CPUNoise] {
    guard duration > .zero else { return [] }
    let isShown = terminal.showsProgress && !quiet
    if isShown { terminal.progress("watching every CPU for interruptions, \(duration)") }
    defer { if isShown { terminal.progress("") } }
    let probe = NoiseProbe(duration: duration)
    let noise = probe.run()
    if noise.count < probe.processors {
      terminal.note(
        "Only \(noise.count) of \(probe.processors) CPUs were watched: the system gave no thread for the others, or took "
          + "the CPU away; raise the limits (ulimit -u, -v).")
    }
    return noise
  }
}

private struct DoctorOptions {
  enum Format: String, CaseIterable {
    case table, json
  }

  var duration = Nanoseconds.s(5)
  var format = Format.table

  static var table: [Option<DoctorOptions>] {
    [
      Option(
        name: "duration", takes: .value("TIME"),
        help: "how long to watch for interruptions, 10ms to 1h; 0 for not at all (default: 5s)"
      ) { options, text throws(ParseError) in
        options.duration = try Nanoseconds(parsing: text, in: RunOptions.probes, zero: true)
      },
      Option(
        name: "format", takes: .value("FORMAT"),
        completion: .words(DoctorOptions.Format.allCases.map(\.rawValue)),
        help: "table or json (default: table)"
      ) {
        options, text throws(ParseError) in options.format = try parseChoice(text)
      },
    ]
  }
}
