/// How an option is written and what help says of it: all that help, manual and completions need.
struct OptionShape {
  /// What an option takes.
  enum Takes: Equatable {
    /// Nothing.
    case nothing
    /// A value, named so in the help.
    case value(String)
    /// A value that may be left out; only `--name=value` gives one.
    case optionalValue(String)
  }

  /// What a shell can complete the value to.
  enum Completion: Equatable {
    case nothing
    case file
    case folder
    /// One of some words.
    case words([String])
    /// A list of them, separated by commas.
    case list([String])
  }

  let name: String
  /// The letter of its short form.
  var short: Character?
  let takes: Takes
  /// Whether it may be given more than once; each time adds to the others.
  var repeats = false
  /// The heading of the help under which it stands; empty for none.
  var group = ""
  var completion = Completion.nothing
  let help: String

  static let helpRequest = OptionShape(name: "help", short: "h", takes: .nothing, help: "show this help")
  static let color = OptionShape(
    name: "color", takes: .value("WHEN"), completion: .words(ColorWish.allCases.map(\.rawValue)),
    help: "colours of tables: auto, always or never (default: auto; see also NO_COLOR and FORCE_COLOR)")
  /// What every command takes besides its own options.
  static let common = [color, helpRequest]

  /// `-o, --output FILE`.
  var head: String {
    let letter = short.map { "-\($0), " } ?? ""
    switch takes {
    case .nothing: return "\(letter)--\(name)"
    case .value(let placeholder): return "\(letter)--\(name) \(placeholder)"
    case .optionalValue(let placeholder): return "\(letter)--\(name)[=\(placeholder)]"
    }
  }
}

extension [OptionShape] {
  /// The options under their headings, both in the order of the table.
  var grouped: [(heading: String, options: [OptionShape])] {
    var groups: [(heading: String, options: [OptionShape])] = []
    for option in self {
      if let index = groups.firstIndex(where: { $0.heading == option.group }) {
        groups[index].options.append(option)
      } else {
        groups.append((option.group, [option]))
      }
    }
    return groups
  }
}
