import Foundation

/// A value by `Codable` in the lines of a file that this program reads again. Documents for others are ``JSONValue``.
package enum JSON {
  /// The value on one line, its members in the order of their names.
  package static func line(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}
