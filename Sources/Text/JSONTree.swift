/// A JSON text as RFC 8259 has it, read more strictly than most: a key stands once in an object, and every value knows
/// where it begins.
package struct JSONTree: Sendable {
  /// What a value is; a number as it was written.
  package indirect enum Content: Sendable {
    case null
    case bool(Bool)
    case number(String)
    case text(String)
    case list([JSONTree])
    case object([(key: String, value: JSONTree)])
  }

  package let content: Content
  /// The byte at which the value begins.
  package let offset: Int

  /// Reads a text of UTF-8.
  /// - Throws: ``JSONError`` with the first place that is not right.
  package init(parsing bytes: [UInt8]) throws(JSONError) {
    var reader = JSONReader(bytes: bytes)
    self = try reader.document()
  }

  fileprivate init(_ content: Content, at offset: Int) {
    self.content = content
    self.offset = offset
  }
}

/// A line and a column of a text, both from 1; columns count characters.
package struct JSONPosition: Hashable, Sendable, CustomStringConvertible {
  package let line: Int
  package let column: Int

  package var description: String { "line \(line), column \(column)" }

  /// The place of a byte in a text of UTF-8; a byte order mark is no column.
  package init(of offset: Int, in bytes: [UInt8]) {
    let before = bytes[..<min(offset, bytes.count)]
    let mark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let start = min(before.lastIndex(of: 0x0A).map { $0 + 1 } ?? mark, before.endIndex)
    line = before.count { $0 == 0x0A } + 1
    column = String(decoding: bytes[start..<before.endIndex], as: UTF8.self).count + 1
  }
}

/// Why a text is not JSON, and where.
package struct JSONError: Error, Hashable, Sendable {
  package let position: JSONPosition
  /// A clause: `a comma or ] is missing`.
  package let problem: String
}

private struct JSONReader {
  let bytes: [UInt8]
  private var next = 0
  private var depth = 0

  /// Deeper than any that a person writes; more would be the stack's end.
  private static let deepest = 100

  init(bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { next = 3 }
  }

  mutating func document() throws(JSONError) -> JSONTree {
    let tree = try value()
    skipBlanks()
    guard next == bytes.count else { throw error("more follows after the end") }
    return tree
  }

  private mutating func value() throws(JSONError) -> JSONTree {
    skipBlanks()
    let start = next
    guard next < bytes.count else { throw error("the text ends where a value is missing") }
    switch bytes[next] {
    case UInt8(ascii: "{"):
      return JSONTree(.object(try nested { reader throws(JSONError) in try reader.members() }), at: start)
    case UInt8(ascii: "["):
      return JSONTree(.list(try nested { reader throws(JSONError) in try reader.items() }), at: start)
    case UInt8(ascii: "\""): return JSONTree(.text(try text()), at: start)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return JSONTree(.number(try number()), at: start)
    default:
      for (word, content) in [
        ("true", JSONTree.Content.bool(true)), ("false", .bool(false)), ("null", .null),
      ]
      where bytes[next...].starts(with: word.utf8) {
        next += word.utf8.count
        return JSONTree(content, at: start)
      }
      throw error("no value begins so: write a text in quotes, a number, a list or an object")
    }
  }

  private mutating func nested<T>(_ read: (inout JSONReader) throws(JSONError) -> T) throws(JSONError) -> T {
    depth += 1
    defer { depth -= 1 }
    guard depth <= JSONReader.deepest else { throw error("nested more than \(JSONReader.deepest) deep") }
    next += 1
    return try read(&self)
  }

  private mutating func members() throws(JSONError) -> [(key: String, value: JSONTree)] {
    var members: [(key: String, value: JSONTree)] = []
    var keys: Set<String> = []
    while try !takesEnd("}", isFirst: members.isEmpty) {
      guard next < bytes.count, bytes[next] == UInt8(ascii: "\"") else {
        throw error("a key in quotes is missing")
      }
      let start = next
      let key = try text()
      guard keys.insert(key).inserted else {
        throw error("the key '\(key.printable)' stands there twice", at: start)
      }
      skipBlanks()
      guard next < bytes.count, bytes[next] == UInt8(ascii: ":") else { throw error("a colon is missing") }
      next += 1
      members.append((key, try value()))
    }
    return members
  }

  private mutating func items() throws(JSONError) -> [JSONTree] {
    var items: [JSONTree] = []
    while try !takesEnd("]", isFirst: items.isEmpty) { items.append(try value()) }
    return items
  }

  /// Takes the end of a list or object, or what separates its next entry from the one before.
  private mutating func takesEnd(_ end: Character, isFirst: Bool) throws(JSONError) -> Bool {
    skipBlanks()
    guard next < bytes.count else { throw error("the text ends where a \(end) is missing") }
    if bytes[next] == end.asciiValue {
      next += 1
      return true
    }
    if isFirst { return false }
    guard bytes[next] == UInt8(ascii: ",") else { throw error("a comma or \(end) is missing") }
    next += 1
    skipBlanks()
    if next < bytes.count, bytes[next] == end.asciiValue { throw error("nothing follows the comma") }
    return false
  }

  private mutating func number() throws(JSONError) -> String {
    let start = next
    func isDigit(_ index: Int) -> Bool { index < bytes.count && (48...57).contains(bytes[index]) }
    func takeDigits() -> Bool {
      guard isDigit(next) else { return false }
      while isDigit(next) { next += 1 }
      return true
    }
    if bytes[next] == UInt8(ascii: "-") { next += 1 }
    let leadsWithZero = next < bytes.count && bytes[next] == UInt8(ascii: "0") && isDigit(next + 1)
    var isNumber = takeDigits() && !leadsWithZero
    if isNumber, next < bytes.count, bytes[next] == UInt8(ascii: ".") {
      next += 1
      isNumber = takeDigits()
    }
    if isNumber, next < bytes.count, bytes[next] | 0x20 == UInt8(ascii: "e") {
      next += 1
      if next < bytes.count, bytes[next] == UInt8(ascii: "+") || bytes[next] == UInt8(ascii: "-") {
        next += 1
      }
      isNumber = takeDigits()
    }
    guard isNumber else { throw error("that is no number", at: start) }
    return String(decoding: bytes[start..<next], as: UTF8.self)
  }

  private mutating func text() throws(JSONError) -> String {
    let start = next
    next += 1
    var units: [UInt8] = []
    while next < bytes.count {
      let byte = bytes[next]
      switch byte {
      case UInt8(ascii: "\""):
        next += 1
        guard let text = String(validating: units, as: UTF8.self) else {
          throw error("that text is not UTF-8", at: start)
        }
        return text
      case 0..<0x20: throw error("a text ends on its line: write \\n for a line break")
      case UInt8(ascii: "\\"): units += try escape().utf8
      default:
        units.append(byte)
        next += 1
      }
    }
    throw error("the text ends where a quote is missing")
  }

  private mutating func escape() throws(JSONError) -> String {
    let start = next
    next += 1
    let simple: [UInt8: String] = [
      34: "\"", 92: "\\", 47: "/", 98: "\u{8}", 102: "\u{C}", 110: "\n", 114: "\r", 116: "\t",
    ]
    guard next < bytes.count else { throw error("the text ends where a quote is missing") }
    if let text = simple[bytes[next]] {
      next += 1
      return text
    }
    guard bytes[next] == UInt8(ascii: "u"), let unit = codeUnit() else {
      throw error("no such escape", at: start)
    }
    if let scalar = Unicode.Scalar(unit) { return String(Character(scalar)) }
    // The first half of a pair: the other has to follow.
    if (0xD800..<0xDC00).contains(unit), bytes[next...].starts(with: "\\u".utf8) {
      next += 1
      if let low = codeUnit(), (0xDC00..<0xE000).contains(low),
        let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
      {
        return String(Character(scalar))
      }
    }
    throw error("half a character", at: start)
  }

  /// The four digits after `u`, which stands next.
  private mutating func codeUnit() -> UInt32? {
    guard next < bytes.count, bytes[next] == UInt8(ascii: "u"), next + 5 <= bytes.count else { return nil }
    let digits = String(decoding: bytes[next + 1..<next + 5], as: UTF8.self)
    guard digits.allSatisfy(\.isHexDigit), let unit = UInt32(digits, radix: 16) else { return nil }
    next += 5
    return unit
  }

  private mutating func skipBlanks() {
    while next < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[next]) { next += 1 }
  }

  private func error(_ problem: String, at offset: Int? = nil) -> JSONError {
    JSONError(position: JSONPosition(of: offset ?? next, in: bytes), problem: problem)
  }
}
