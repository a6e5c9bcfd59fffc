/// Text of the system, such as an argument or a file's name: bytes, which need not be UTF-8.
///
/// A `String` holds them without loss. What is valid UTF-8 stands for itself; any other byte is the scalar
/// U+10FF00 + byte, of a private plane. The bytes of such a scalar are taken one by one as well, so that no two names
/// are the same text.
extension String {
  /// The text of bytes that the system gave.
  package init(systemBytes bytes: [UInt8]) {
    if let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains(where: \.isRaw) {
      self = text
      return
    }
    self.init()
    var parser = Unicode.UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var position = 0
    while true {
      switch parser.parseScalar(from: &rest) {
      case .emptyInput: return
      case .valid(let encoded):
        let scalar = Unicode.UTF8.decode(encoded)
        if scalar.isRaw {
          appendRaw(bytes[position..<position + encoded.count])
        } else {
          unicodeScalars.append(scalar)
        }
        position += encoded.count
      case .error(let length):
        appendRaw(bytes[position..<position + length])
        position += length
      }
    }
  }

  private mutating func appendRaw(_ bytes: ArraySlice<UInt8>) {
    for byte in bytes {
      Unicode.Scalar(Unicode.Scalar.rawBase + UInt32(byte)).map { unicodeScalars.append($0) }
    }
  }

  /// The bytes that the text stands for.
  package var systemBytes: [UInt8] {
    guard unicodeScalars.contains(where: \.isRaw) else { return Array(utf8) }
    return unicodeScalars.flatMap { scalar in
      scalar.rawByte.map { [$0] } ?? Array(UTF8.encode(scalar) ?? .encodedReplacementCharacter)
    }
  }

  /// The bytes with a NUL at their end, as a system call takes a path.
  package var systemPath: [CChar] { systemBytes.map { CChar(bitPattern: $0) } + [0] }
}

extension Unicode.Scalar {
  fileprivate static let rawBase: UInt32 = 0x10_FF00

  /// Whether the scalar stands for a byte that is no part of UTF-8 text.
  fileprivate var isRaw: Bool { value >= Self.rawBase + 0x80 }

  /// The byte that the scalar stands for; `nil` for a character.
  package var rawByte: UInt8? { isRaw ? UInt8(truncatingIfNeeded: value) : nil }
}
