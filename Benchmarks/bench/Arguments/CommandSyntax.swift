import Timing

/// One option of a command: how it is written, what help says, and what it sets.
struct Option<Values> {
  /// What an option takes.
  enum Takes: Equatable {
    /// Nothing.
    case nothing
    /// A value, named so in the help.
    case value(String)
    /// A value that may be left out; only `--name=value` gives one.
    case optionalValue(String)
  }

  let name: String
  let takes: Takes
  /// Whether it may be given more than once; each time adds to the others.
  var repeats = false
  let help: String
  /// Sets the value, or says what is wrong with it.
  let apply: @Sendable (inout Values, String) throws(ParseError) -> Void
}

/// A subcommand: everything that its parser and its help need.
struct CommandSyntax<Values> {
  let name: String
  let summary: String
  /// How operands are named in the usage line; `nil` when there are none.
  var operands: String?
  var options: [Option<Values>] = []
  /// Further paragraphs of the help.
  var notes: [String] = []
  let example: String
  let defaults: Values
}

/// Arguments that do not form a command: exit 64.
struct UsageError: Error, CustomStringConvertible {
  let description: String
  /// The command whose help is recommended; `nil` for the program's.
  var command: String?
}

/// The wish to see the help instead.
struct HelpRequest: Error {}

extension CommandSyntax {
  /// Reads the options and operands of the command; the order of options does not matter.
  /// - Throws: ``UsageError``, or ``HelpRequest`` for `--help`.
  func parse(_ arguments: [String]) throws -> (values: Values, operands: [String]) {
    var values = defaults
    var operands: [String] = []
    var seen: Set<String> = []
    let scanner = ArgumentScanner(
      options: options.map { ($0.name, $0.takes) } + [("help", .nothing)], arguments: arguments)
    while let item = scanner.next() {
      switch item {
      case .operand(let text):
        guard self.operands != nil else { throw usage("unexpected argument '\(text)'") }
        operands.append(text)
      case .unknown(let text): throw usage("unknown option '\(text)'")
      case .noValue(let name): throw usage("--\(name) needs a value: \(placeholder(of: name))")
      case .extraValue(let name): throw usage("--\(name) takes no value")
      case .option(let index, _) where index == options.count: throw HelpRequest()
      case .option(let index, let text):
        let option = options[index]
        guard option.repeats || seen.insert(option.name).inserted else {
          throw usage("--\(option.name) is given twice")
        }
        do throws(ParseError) {
          try option.apply(&values, text)
        } catch {
          throw usage("--\(option.name) '\(text)': \(error)")
        }
      }
    }
    return (values, operands)
  }

  private func placeholder(of name: String) -> String {
    switch options.first(where: { $0.name == name })?.takes {
    case .value(let placeholder)?, .optionalValue(let placeholder)?: "--\(name) \(placeholder)"
    case .nothing?, nil: "--\(name)"
    }
  }

  private func usage(_ text: String) -> UsageError {
    UsageError(description: text, command: name)
  }
}
