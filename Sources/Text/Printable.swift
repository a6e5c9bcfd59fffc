extension String {
  /// The text with every control character written out, such as `\n` or `\u{1b}`, and every byte that is no text, such
  /// as `\xe9`: it stays on its line, moves no terminal and reads in one direction.
  package var printable: String {
    guard unicodeScalars.contains(where: { $0.isControl || $0.rawByte != nil }) else { return self }
    return unicodeScalars.map { scalar in
      switch scalar {
      case "\n": "\\n"
      case "\r": "\\r"
      case "\t": "\\t"
      case _ where scalar.rawByte != nil: "\\x\(Swift.String(scalar.rawByte ?? 0, radix: 16))"
      case _ where scalar.isControl: "\\u{\(Swift.String(scalar.value, radix: 16))}"
      default: Swift.String(scalar)
      }
    }.joined()
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is a control character, breaks a line, changes the direction of what follows it, or is none
  /// that a text may have.
  package var isControl: Bool {
    value < 0x20 || (0x7f...0x9f).contains(value) || (0x2028...0x202e).contains(value)
      || (0x2066...0x2069).contains(value) || (0x200e...0x200f).contains(value) || value == 0x61c
      || (0xfdd0...0xfdef).contains(value)
  }
}
