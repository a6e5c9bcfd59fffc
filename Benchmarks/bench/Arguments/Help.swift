extension CommandSyntax {
  /// The help of the command, for 80 columns.
  var help: String {
    var usage = "bench \(name)"
    if !options.isEmpty { usage += " [options]" }
    if let operands { usage += " \(operands)" }
    var text = "\(summary)\n\nUsage: \(usage)\n"
    if !options.isEmpty {
      text += "\nOptions:\n"
      for option in options { text += option.help(width: 80) }
    }
    for note in notes { text += "\n" + wrapped(note, width: 80, indent: 0) }
    return text + "\nExample:\n  \(example)\n"
  }
}

extension Option {
  fileprivate func help(width: Int) -> String {
    let short = name == "output" ? "-o, " : ""
    let head =
      switch takes {
      case .nothing: "  \(short)--\(name)"
      case .value(let placeholder): "  \(short)--\(name) \(placeholder)"
      case .optionalValue(let placeholder): "  \(short)--\(name)[=\(placeholder)]"
      }
    let column = 26
    let body = wrapped(help, width: width, indent: column)
    guard head.count < column - 1 else { return head + "\n" + body }
    return head + body.dropFirst(head.count)
  }
}

/// Breaks text at spaces into lines of at most `width` columns, each indented; ends in a newline.
func wrapped(_ text: String, width: Int, indent: Int) -> String {
  var lines: [String] = []
  var line = ""
  for word in text.split(separator: " ", omittingEmptySubsequences: false) {
    if !line.isEmpty, indent + line.count + 1 + word.count > width {
      lines.append(line)
      line = ""
    }
    line += (line.isEmpty ? "" : " ") + word
  }
  lines.append(line)
  return lines.map { String(repeating: " ", count: indent) + $0 + "\n" }.joined()
}
