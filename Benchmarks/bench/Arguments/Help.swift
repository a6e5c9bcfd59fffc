import Text
import Timing

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
    for note in notes { text += "\n" + paragraph(note) }
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
    guard head.count < column - 1 else {
      return head + "\n" + paragraph(help, indent: column, width: width)
    }
    let gap = String(repeating: " ", count: column - head.count)
    return paragraph(help, first: head + gap, indent: column, width: width)
  }
}
