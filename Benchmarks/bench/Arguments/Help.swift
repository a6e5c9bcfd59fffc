import Text
import Timing

extension Command {
  /// The help of the command, for 80 columns.
  var help: String {
    var text = "\(summary)\n\nUsage: bench \(usage)\n"
    for group in options.grouped {
      text += "\n\(group.heading.isEmpty ? "Options" : group.heading):\n"
      for option in group.options { text += option.help(width: 80) }
    }
    for note in notes { text += "\n" + paragraph(note) }
    return text + "\nExample:\n  \(example)\n"
  }

  /// `run [options] FILE…`.
  var usage: String { "\(name) [options]" + (operands.map { " \($0)" } ?? "") }
}

extension OptionShape {
  fileprivate func help(width: Int) -> String {
    let head = "  " + head
    let column = 26
    guard head.count < column - 1 else {
      return head + "\n" + paragraph(help, indent: column, width: width)
    }
    let gap = String(repeating: " ", count: column - head.count)
    return paragraph(help, first: head + gap, indent: column, width: width)
  }
}
