/// Splits arguments into options and operands as `getopt_long` does: options and operands in any order, `--name value`
/// and `--name=value`, names cut short as long as one name begins so, `-o value`, `-ovalue` and `-qf`; after `--` come
/// operands only, and `-` is one.
struct ArgumentScanner {
  /// What stands next.
  enum Item: Equatable {
    /// The option at an index, and its value or an empty text.
    case option(index: Int, text: String)
    case operand(String)
    /// Neither; as it stands there, without a value.
    case unknown(String)
    /// The beginning of several names.
    case ambiguous(String, [String])
    case noValue(String)
    case extraValue(String)
  }

  private let options: [OptionShape]
  private var rest: ArraySlice<String>
  /// What is left of an argument with several short options.
  private var letters: Substring = ""
  private var takesOptions = true

  init(options: [OptionShape], arguments: [String]) {
    self.options = options
    rest = arguments[...]
  }

  /// The next option or operand; `nil` at the end.
  mutating func next() -> Item? {
    if let letter = letters.popFirst() { return short(letter) }
    guard let argument = rest.popFirst() else { return nil }
    guard takesOptions, argument.hasPrefix("-"), argument != "-" else { return .operand(argument) }
    if argument == "--" {
      takesOptions = false
      return next()
    }
    if argument.hasPrefix("--") { return long(argument.dropFirst(2)) }
    letters = argument.dropFirst()
    return next()
  }

  private mutating func long(_ text: Substring) -> Item {
    let name = String(text.prefix { $0 != "=" })
    let value = text.count > name.count ? String(text.dropFirst(name.count + 1)) : nil
    let matches = options.indices.filter { options[$0].name.hasPrefix(name) }
    guard let index = matches.first(where: { options[$0].name == name }) ?? matches.first, !name.isEmpty
    else {
      return .unknown("--" + name)
    }
    guard options[index].name == name || matches.count == 1 else {
      return .ambiguous("--" + name, matches.map { options[$0].name })
    }
    switch options[index].takes {
    case .nothing: return value == nil ? .option(index: index, text: "") : .extraValue(options[index].name)
    case .optionalValue: return .option(index: index, text: value ?? "")
    case .value:
      guard let value = value ?? rest.popFirst() else { return .noValue(options[index].name) }
      return .option(index: index, text: value)
    }
  }

  private mutating func short(_ letter: Character) -> Item {
    guard let index = options.firstIndex(where: { $0.short == letter }) else {
      letters = ""
      return .unknown("-\(letter)")
    }
    guard case .value = options[index].takes else { return .option(index: index, text: "") }
    defer { letters = "" }
    guard let value = letters.isEmpty ? rest.popFirst() : String(letters) else {
      return .noValue(options[index].name)
    }
    return .option(index: index, text: value)
  }
}
