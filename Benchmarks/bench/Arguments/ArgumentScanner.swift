import CPlatform

/// Splits arguments into options and operands by the rules of `getopt_long`.
@safe final class ArgumentScanner {
  /// What stands next.
  enum Item {
    case option(index: Int, text: String)
    case operand(String)
    case unknown(String)
    case noValue(String)
    case extraValue(String)
  }

  private let parse: OpaquePointer

  init<Values>(options: [(name: String, takes: Option<Values>.Takes)], arguments: [String]) {
    unsafe parse = platform_arguments_new()
    for option in options {
      let takes =
        switch option.takes {
        case .nothing: platform_option_flag
        case .value: platform_option_value
        case .optionalValue: platform_option_optional
        }
      unsafe platform_arguments_add_option(parse, option.name, Int32(takes))
    }
    for argument in arguments { unsafe platform_arguments_add(parse, argument) }
  }

  deinit {
    unsafe platform_arguments_free(parse)
  }

  /// The next option or operand; `nil` at the end.
  func next() -> Item? {
    let result = unsafe platform_arguments_next(parse)
    let text = unsafe String(cString: platform_arguments_text(parse))
    switch Int(result) {
    case Int(platform_arguments_end): return nil
    case Int(platform_arguments_operand): return .operand(text)
    case Int(platform_arguments_unknown): return .unknown(text)
    case Int(platform_arguments_no_value): return .noValue(text)
    case Int(platform_arguments_extra_value): return .extraValue(text)
    default: return .option(index: Int(result), text: text)
    }
  }
}
