import Analysis
import Behaviors
import Foundation
import Harness
import Results
import Text

/// What every command gets: where to print, and whether it should stop.
struct Context {
  var terminal: Terminal
  let interruption: Interruption
}

/// A subcommand with its values hidden: what the list of commands holds.
struct Command {
  let name: String
  let summary: String
  let operands: String?
  let operandCompletion: OptionShape.Completion
  let options: [OptionShape]
  let notes: [String]
  let example: String
  /// Whether the overview leaves it out: for scripts, not for users.
  let isHidden: Bool
  let run: ([String], Context) throws -> ExitCode

  init<Values>(
    _ syntax: CommandSyntax<Values>, isHidden: Bool = false,
    run: @escaping (Values, [String], Context) throws -> ExitCode
  ) {
    name = syntax.name
    summary = syntax.summary
    operands = syntax.operands
    operandCompletion = syntax.operandCompletion
    options = syntax.shapes
    notes = syntax.notes
    example = syntax.example
    self.isHidden = isHidden
    self.run = { arguments, context in
      let parsed = try syntax.parse(arguments)
      var context = context
      if let color = parsed.color { context.terminal = context.terminal.colored(color) }
      return try run(parsed.values, parsed.operands, context)
    }
  }
}

/// The program: picks the command, runs it, and turns every error into a message and an exit code.
struct CommandLineTool {
  let commands: [Command]
  let terminal: Terminal
  let interruption: Interruption

  func run(_ arguments: [String]) -> ExitCode {
    do {
      return try dispatch(arguments)
    } catch let error as UsageError {
      terminal.note("bench: \(error). See 'bench \(error.command.map { "\($0) " } ?? "")--help'.")
      return .usage
    } catch let failure as CommandFailure {
      terminal.note("bench: \(failure.message)")
      return failure.code
    } catch let error as DataError {
      terminal.note("bench: \(error)")
      return .badData
    } catch let error as BehaviorFileError {
      terminal.note("bench: \(error)")
      return .badData
    } catch let error as SuiteError {
      terminal.note("bench: \(error)")
      return .badData
    } catch let error as RepeatedRun {
      terminal.note("bench: \(error)")
      return .usage
    } catch let error as FileError {
      terminal.note("bench: \(error)")
      return .inputOutput
    } catch let error as CocoaError {
      terminal.note("bench: \(error.sentence)")
      return .inputOutput
    } catch {
      terminal.note("bench: \(error)")
      return .failure
    }
  }

  private func dispatch(_ arguments: [String]) throws -> ExitCode {
    let first = arguments.first ?? ""
    switch first {
    case "--help", "-h": return try show(overview)
    case "--version", "-V": return try show(Version.text)
    case "help":
      guard arguments.count > 1 else { return try show(overview) }
      return try show(command(named: arguments[1]).help)
    default: break
    }
    let isOption = first.isEmpty || first.hasPrefix("-")
    let chosen = try command(named: isOption ? "run" : first)
    do {
      return try chosen.run(
        isOption ? arguments : Array(arguments.dropFirst()),
        Context(terminal: terminal, interruption: interruption))
    } catch is HelpRequest {
      return try show(chosen.help)
    }
  }

  private func command(named name: String) throws -> Command {
    guard let command = commands.first(where: { $0.name == name }) else {
      let names = shown.map(\.name)
      throw UsageError(
        description: "unknown command '\(name)'\(didYouMean(name, among: names)): use "
          + names.joined(separator: ", "))
    }
    return command
  }

  private func show(_ text: String) throws -> ExitCode {
    try terminal.write(text)
    return .success
  }

  private var shown: [Command] { commands.filter { !$0.isHidden } }

  private var overview: String {
    let width = (shown.map(\.name.count).max() ?? 0) + 2
    return """
      How late, how steady: a benchmark of Swift's timers.

      Usage: bench [command] [options]

      Commands:
      \(shown.map { "  " + $0.name.padding(toLength: width, withPad: " ", startingAt: 0) + $0.summary }
        .joined(separator: "\n"))

      Without a command, options mean 'run'; without anything, bench runs its default
      suite of about 30 s and leaves a table, a CSV and charts.

        bench COMMAND --help   the options of a command
        bench --version, -V    the version, what built it, and whether it can draw

      Exit status:
      \(ExitCode.meanings.map { "  " + $0.padding(toLength: 15, withPad: " ", startingAt: 0) + $1 }
        .joined(separator: "\n"))

      """
  }
}

extension CocoaError {
  /// The file, the system's own words and what to do: Foundation's words name neither.
  var sentence: String {
    let path = (filePath ?? url?.path).map { "\($0): " } ?? ""
    let system = (underlying as? POSIXError).map { systemMessage($0.code.rawValue) }
    return
      "\(path)\(system ?? localizedDescription). Check the place, its free space and what may be written there "
      + "(temporary files go to TMPDIR)"
  }
}
