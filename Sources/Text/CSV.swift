/// Comma-separated values by RFC 4180, with `\n` at the line ends; unknown is an empty field.
package enum CSV {
  /// A line of fields. Text that a spreadsheet would take for a formula begins with an apostrophe, which shows it as text.
  package static func line(_ fields: [String]) -> String {
    exactLine(fields.map(defused))
  }

  /// A line of fields as they are, for a file that this program reads again.
  package static func exactLine(_ fields: [String]) -> String {
    fields.map(field).joined(separator: ",") + "\n"
  }

  /// A whole number, or an empty field.
  package static func integer(_ value: Int64?) -> String { value.map { String($0) } ?? "" }

  /// A number with as many digits as tell it from every other, or an empty field; there is no NaN.
  package static func number(_ value: Double?) -> String {
    value.flatMap { $0.isFinite ? "\($0)" : nil } ?? ""
  }

  /// A field, in quotes where it needs them; also where it could be read as a comment.
  package static func field(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { ",\"\r\n#".unicodeScalars.contains($0) }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  /// A number may begin with a sign; anything else that begins like a formula is not one here (OWASP, "CSV injection").
  private static func defused(_ text: String) -> String {
    guard let first = text.unicodeScalars.first, "=+-@\t\r".unicodeScalars.contains(first),
      Double(text) == nil
    else { return text }
    return "'" + text
  }
}
