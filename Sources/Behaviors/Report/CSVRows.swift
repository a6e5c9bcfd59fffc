/// One row of a file, or one comment line.
struct CSVRow {
  /// The line it begins on, from 1.
  let line: Int
  /// The fields of a row.
  let fields: [String]
  /// The text of a comment line, and of a row with one field.
  var text: String { fields.first ?? "" }
  /// Whether it is a comment line.
  let isComment: Bool
}

/// Splits a text into rows as RFC 4180 has them, with comment lines between; blank lines are passed over.
struct CSVRows {
  private let scalars: [Unicode.Scalar]
  private let file: String
  private var position = 0
  /// The line that comes next, from 1.
  private(set) var line = 1
  /// Whether the text ends within a line.
  var isCut: Bool { scalars.last != "\n" }
  /// Whether the last line read was a row.
  private(set) var lastLineIsRow = false

  init(_ text: String, file: String) {
    let scalars = Array(text.unicodeScalars)
    self.scalars = scalars.first == "\u{FEFF}" ? Array(scalars.dropFirst()) : scalars
    self.file = file
  }

  mutating func next() throws(BehaviorFileError) -> CSVRow? {
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

  private mutating func field() throws(BehaviorFileError) -> String {
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
    throw BehaviorFileError(
      file: file, line: start, field: nil,
      reason: "a quoted field does not end: the row is cut; write the file again")
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
