/// Text that Markdown takes as it is, on one line.
package enum Markdown {
  /// The text, shown as it is; line ends become spaces, other control characters are written out.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      if character.isNewline {
        escaped += " "
      } else {
        if "\\`*_{}[]<>|#".contains(character) { escaped += "\\" }
        escaped += String(character).printable
      }
    }
    return escaped
  }

  /// The text, shown as it is between HTML tags, on one line.
  package static func html(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped += character.isNewline ? " " : String(character).printable
      }
    }
    return escaped
  }

  /// A name in the type of code.
  package static func code(_ text: String) -> String {
    "`\(text.printable.replacing("`", with: "'").replacing("|", with: "\\|"))`"
  }

  /// A row of a table; its cells are escaped already.
  package static func row(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |\n" }

  /// The first two lines of a table.
  package static func head(_ titles: [String]) -> String {
    row(titles) + "|" + titles.map { _ in "---|" }.joined() + "\n"
  }

  /// A table as Markdown has it.
  package static func table(_ table: TextTable) -> String {
    let titles = table.columns.map { " \(escaped($0.title)) |" }.joined()
    let rules = table.columns.map { $0.alignsLeft ? " :-- |" : " --: |" }.joined()
    let rows = (0..<(table.columns.first?.cells.count ?? 0)).map { row in
      "|" + table.columns.map { " \(escaped(String($0.cells[row].drop { $0 == " " }))) |" }.joined()
    }
    return (["|" + titles, "|" + rules] + rows).joined(separator: "\n") + "\n"
  }
}
