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
      var noise: [CPUNoise] = []
      if options.duration > .zero {
        if context.terminal.showsProgress {
          context.terminal.progress("watching every CPU for interruptions, \(options.duration)")
        }
        noise = NoiseProbe(duration: options.duration).run()
        if context.terminal.showsProgress { context.terminal.progress("") }
      }
      let diagnosis = Diagnosis(environment: environment, noise: noise)
      switch options.format {
      case .table: try context.terminal.write(diagnosis.text(width: context.terminal.width))
      case .json: try context.terminal.write(diagnosis.json())
      }
      return .success
    }
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
        options.duration = try parseDuration(text, .ms(10)...(.s(3_600)), zero: true)
      },
      Option(name: "format", takes: .value("FORMAT"), help: "table or json (default: table)") {
        options, text throws(ParseError) in options.format = try parseChoice(text)
      },
    ]
  }
}
