/// One row of a CSV, or one comment line.
package struct CSVRow: Hashable, Sendable {
  /// The line it begins on, from 1.
  package let line: Int
  /// The fields of a row.
  package let fields: [String]
  /// The text of a comment line, and of a row with one field.
  package var text: String { fields.first ?? "" }
  /// Whether it is a comment line.
  package let isComment: Bool
}

/// A quoted field that does not end.
package struct UnendedField: Error, Hashable, Sendable {
  /// The line the field begins on, from 1.
  package let line: Int
}

/// Splits a text into rows as RFC 4180 has them, with comment lines between; blank lines are passed over.
package struct CSVRows {
  private let scalars: [Unicode.Scalar]
  private var position = 0
  /// The line that comes next, from 1.
  package private(set) var line = 1
  /// Whether the text ends within a line.
  package var isCut: Bool { scalars.last != "\n" }
  /// Whether the last line read was a row.
  package private(set) var lastLineIsRow = false

  /// Begins before the first row; a byte order mark is none of it.
  package init(_ text: String) {
    let scalars = Array(text.unicodeScalars)
    self.scalars = scalars.first == "\u{FEFF}" ? Array(scalars.dropFirst()) : scalars
  }

  /// The next row; `nil` at the end.
  package mutating func next() throws(UnendedField) -> CSVRow? {
    while position < scalars.count, scalars[position] == "\n" || scalars[position] == "\r" { skipLineEnd() }
    guard position < scalars.count else { return nil }
    let start = line
    lastLineIsRow = scalars[position] != "#"
    if !lastLineIsRow {
      let text = take { $0 != "\n" && $0 != "\r" }
      skipLineEnd()
      return CSVRow(line: start, fields: [text], isComment: true)
    }
    var fields: [String] = []
    while true {
      fields.append(try field())
      if position < scalars.count, scalars[position] == "," {
        position += 1
        continue
      }
      skipLineEnd()
      return CSVRow(line: start, fields: fields, isComment: false)
    }
  }

  private mutating func field() throws(UnendedField) -> String {
    guard position < scalars.count, scalars[position] == "\"" else {
      return take { $0 != "," && $0 != "\n" && $0 != "\r" }
    }
    let start = line
    var text = String.UnicodeScalarView()
    position += 1
    while position < scalars.count {
      let scalar = scalars[position]
      position += 1
      if scalar == "\n" { line += 1 }
      if scalar != "\"" {
        text.append(scalar)
      } else if position < scalars.count, scalars[position] == "\"" {
        text.append(scalar)
        position += 1
      } else {
        guard position == scalars.count || [",", "\n", "\r"].contains(scalars[position]) else { break }
        return String(text)
      }
    }
    throw UnendedField(line: start)
  }

  private mutating func take(while condition: (Unicode.Scalar) -> Bool) -> String {
    var text = String.UnicodeScalarView()
    while position < scalars.count, condition(scalars[position]) {
      text.append(scalars[position])
      position += 1
    }
    return String(text)
  }

  private mutating func skipLineEnd() {
    guard position < scalars.count else { return }
    if scalars[position] == "\r", position + 1 < scalars.count, scalars[position + 1] == "\n" {
      position += 1
    }
    position += 1
    line += 1
  }
}
