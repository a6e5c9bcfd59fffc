import Foundation

/// JSON of a value by `Codable`, with the members in the order of their names.
package enum JSON {
  /// A member a line, ended by a newline: for people too.
  package static func pretty(_ value: some Encodable) throws -> String {
    try text(value, [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]) + "\n"
  }

  /// On one line.
  package static func line(_ value: some Encodable) throws -> String { try text(value, [.sortedKeys]) }

  private static func text(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting) throws
    -> String
  {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
