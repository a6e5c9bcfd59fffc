/// A JSON document for other programs; its members keep their order. The one writer of such documents: what this program
/// reads again itself is ``JSON/line(_:)``.
package enum JSONValue {
  case object([(String, JSONValue)])
  case array([JSONValue])
  case string(String)
  case integer(Int64)
  case number(Double)
  case bool(Bool)
  case null

  package static func integer(_ value: Int64?) -> JSONValue { value.map { .integer($0) } ?? .null }
  package static func integer(_ value: Int) -> JSONValue { .integer(Int64(value)) }
  package static func number(_ value: Double?) -> JSONValue { value.map { .number($0) } ?? .null }
  package static func string(_ value: String?) -> JSONValue { value.map { .string($0) } ?? .null }
}

extension JSONValue {
  /// The document as text, a member a line; arrays of plain values stay on one line. Ends in a newline.
  package var text: String { rendered(indent: "") + "\n" }

  /// The document on one line.
  package var line: String {
    switch self {
    case .object(let members):
      "{" + members.map { "\(Self.quoted($0)): \($1.line)" }.joined(separator: ", ") + "}"
    case .array(let elements): "[" + elements.map(\.line).joined(separator: ", ") + "]"
    default: rendered(indent: "")
    }
  }

  private func rendered(indent: String) -> String {
    switch self {
    case .object(let members):
      if members.isEmpty { return "{}" }
      let inner = indent + "  "
      let lines = members.map { "\(inner)\(Self.quoted($0)): \($1.rendered(indent: inner))" }
      return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
    case .array(let elements):
      if elements.allSatisfy(\.isPlain) {
        return "[\(elements.map { $0.rendered(indent: indent) }.joined(separator: ", "))]"
      }
      let inner = indent + "  "
      let lines = elements.map { inner + $0.rendered(indent: inner) }
      return "[\n\(lines.joined(separator: ",\n"))\n\(indent)]"
    case .string(let text): return Self.quoted(text)
    case .integer(let value): return String(value)
    case .number(let value): return value.isFinite ? "\(value)" : "null"
    case .bool(let value): return value ? "true" : "false"
    case .null: return "null"
    }
  }

  private var isPlain: Bool {
    switch self {
    case .object, .array: false
    default: true
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case _ where scalar.value < 0x20:
        let hex = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
