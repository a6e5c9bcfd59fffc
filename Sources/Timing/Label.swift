import Text

/// What a person says of a recording, for people: `--label KEY=VALUE`, in the file as the fact `label_KEY`.
package struct Label: Hashable, Sendable {
  /// The name, `[a-z0-9_]+`, at most ``longestKey`` bytes.
  package let key: String
  /// Any text that is UTF-8, at most ``longestValue`` bytes; may be empty.
  package let value: String

  /// The bytes of the longest key.
  package static let longestKey = 64
  /// The bytes of the longest value.
  package static let longestValue = 4_096
  /// What the key of a label's fact begins with.
  static let prefix = "label_"
}

extension Label {
  /// Parses `KEY=VALUE`; everything after the first `=` is the value, as it stands.
  /// - Throws: ``ParseError`` that names what is wrong, and what is allowed.
  package init(parsing text: some StringProtocol) throws(ParseError) {
    guard let equals = text.firstIndex(of: "=") else {
      throw ParseError("no '=': write KEY=VALUE, as in --label build=nightly")
    }
    let value = String(text[text.index(after: equals)...])
    key = try Self.checked(key: String(text[..<equals]))
    guard value.utf8.count <= Self.longestValue else {
      throw ParseError(
        "the value of '\(key)' has \(value.utf8.count) bytes: \(Self.longestValue) at most; "
          + "keep what is longer elsewhere, and name the place")
    }
    guard value.unicodeScalars.allSatisfy({ $0.rawByte == nil }) else {
      throw ParseError("the value of '\(key)' is no text: write it in UTF-8")
    }
    self.value = value
  }

  /// A key, as far as it is one.
  /// - Throws: ``ParseError`` that says what a key is.
  package static func checked(key: String) throws(ParseError) -> String {
    let isKey =
      (1...longestKey).contains(key.utf8.count)
      && key.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
    guard isKey else {
      throw ParseError(
        "the key '\(String(key.prefix(longestKey)).printable)' is none: use 1 to \(longestKey) of a to z, 0 to 9 and _"
      )
    }
    return key
  }
}

extension Environment {
  /// The labels, in the order of the file.
  package var labels: [Label] {
    facts.compactMap { fact in
      guard fact.key.hasPrefix(Label.prefix), let value = fact.value else { return nil }
      return Label(key: String(fact.key.dropFirst(Label.prefix.count)), value: value)
    }
  }

  /// The value of a label; `nil` where the recording has none of this key.
  package func label(_ key: String) -> String? { self[Label.prefix + key] }

  /// Adds a label, or gives it another value.
  package mutating func set(_ label: Label) { self[Label.prefix + label.key] = label.value }
}
