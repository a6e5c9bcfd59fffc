import Text
import Timing

/// One option of a command: its shape, and what it sets.
struct Option<Values> {
  var shape: OptionShape
  /// Sets the value, or says what is wrong with it.
  let apply: @Sendable (inout Values, String) throws(ParseError) -> Void

  var name: String { shape.name }

  init(
    name: String, short: Character? = nil, takes: OptionShape.Takes, repeats: Bool = false,
    group: String = "",
    completion: OptionShape.Completion = .nothing, help: String,
    apply: @escaping @Sendable (inout Values, String) throws(ParseError) -> Void
  ) {
    shape = OptionShape(
      name: name, short: short, takes: takes, repeats: repeats, group: group, completion: completion,
      help: help)
    self.apply = apply
  }
}

/// A subcommand: everything that its parser and its help need.
struct CommandSyntax<Values> {
  let name: String
  let summary: String
  /// How operands are named in the usage line; `nil` when there are none.
  var operands: String?
  /// What a shell can complete operands to.
  var operandCompletion = OptionShape.Completion.nothing
  var options: [Option<Values>] = []
  /// Further paragraphs of the help.
  var notes: [String] = []
  let example: String
  let defaults: Values

  /// How its options are written, those of every command last.
  var shapes: [OptionShape] { options.map(\.shape) + OptionShape.common }
}

/// Arguments that do not form a command: exit 64.
struct UsageError: Error, CustomStringConvertible {
  let description: String
  /// The command whose help is recommended; `nil` for the program's.
  var command: String?
}

/// The wish to see the help instead.
struct HelpRequest: Error {}

/// What was read of the arguments of a command.
struct ParsedArguments<Values> {
  var values: Values
  var operands: [String] = []
  var color: ColorWish?
}

extension CommandSyntax {
  /// Reads the options and operands of the command; the order of options does not matter.
  /// - Throws: ``UsageError``, or ``HelpRequest`` for `--help`.
  func parse(_ arguments: [String]) throws -> ParsedArguments<Values> {
    var parsed = ParsedArguments(values: defaults)
    var seen: Set<String> = []
    let shapes = shapes
    var scanner = ArgumentScanner(options: shapes, arguments: arguments)
    while let item = scanner.next() {
      switch item {
      case .operand(let text):
        guard operands != nil else { throw usage("unexpected argument '\(text)'") }
        parsed.operands.append(text)
      case .unknown(let text):
        throw usage("unknown option '\(text)'" + didYouMean(text, among: shapes.map { "--" + $0.name }))
      case .ambiguous(let text, let names):
        throw usage(
          "'\(text)' may be " + names.map { "--" + $0 }.joined(separator: " or ") + ": write more of it")
      case .noValue(let name): throw usage("--\(name) needs a value: \(head(of: name))")
      case .extraValue(let name): throw usage("--\(name) takes no value")
      case .option(let index, let text):
        let shape = shapes[index]
        guard shape.name != OptionShape.helpRequest.name else { throw HelpRequest() }
        guard shape.repeats || seen.insert(shape.name).inserted else {
          throw usage("--\(shape.name) is given twice")
        }
        do throws(ParseError) {
          if index < options.count {
            try options[index].apply(&parsed.values, text)
          } else {
            parsed.color = try parseChoice(text) as ColorWish
          }
        } catch {
          throw usage("--\(shape.name) '\(text)': \(error)")
        }
      }
    }
    return parsed
  }

  private func head(of name: String) -> String {
    shapes.first { $0.name == name }?.head ?? "--\(name)"
  }

  private func usage(_ text: String) -> UsageError {
    UsageError(description: text, command: name)
  }
}
