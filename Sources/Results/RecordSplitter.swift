/// Splits one CSV record (RFC 4180) into its fields; the fields stay in the buffer.
struct RecordSplitter {
  /// A field's bytes without the enclosing quotes.
  struct Field {
    var range: Range<Int>
    var quoted: Bool
  }

  /// What stood at a position.
  enum Outcome {
    /// A whole record; the next one begins at `next`. Not `terminated` at the end of a file without a newline.
    case record(next: Int, terminated: Bool)
    /// The record goes on beyond the bytes that are there.
    case needsMore
    /// The record is broken at a position.
    case broken(DataError.Problem, at: Int)
  }

  /// The fields of the last record.
  private(set) var fields: [Field] = []

  /// The longest field in bytes; a label is a command line at most.
  static let longestField = 1 << 18
  /// The most fields of a record.
  static let mostFields = 4_096

  /// Reads the record that begins at `start`; `isLast` when no bytes come after `end`.
  mutating func split(_ bytes: [UInt8], from start: Int, to end: Int, isLast: Bool) -> Outcome {
    fields.removeAll(keepingCapacity: true)
    var position = start
    while true {
      let begin = position
      let quoted = position < end && bytes[position] == Byte.quote
      var range = begin..<begin
      if quoted {
        guard let close = closingQuote(bytes, from: begin + 1, to: end) else {
          if end - begin > RecordSplitter.longestField { return tooLong(begin) }
          return isLast ? .broken(.unterminatedQuote, at: begin) : .needsMore
        }
        if close + 1 == end && !isLast { return .needsMore }
        range = begin + 1..<close
        position = close + 1
      } else {
        while position < end, bytes[position] != Byte.comma, bytes[position] != Byte.newline {
          if bytes[position] == Byte.quote { return .broken(.strayQuote, at: position) }
          position += 1
        }
        range = begin..<position
      }
      guard range.count <= RecordSplitter.longestField else { return tooLong(begin) }
      guard fields.count < RecordSplitter.mostFields else {
        return .broken(.tooMany("fields in a row", limit: RecordSplitter.mostFields), at: begin)
      }
      if position == end {
        guard isLast else { return .needsMore }
        fields.append(Field(range: range, quoted: quoted))
        return .record(next: end, terminated: false)
      }
      if quoted, bytes[position] == Byte.carriageReturn {
        if position + 1 == end { return isLast ? .broken(.strayQuote, at: position) : .needsMore }
        if bytes[position + 1] == Byte.newline { position += 1 }
      }
      switch bytes[position] {
      case Byte.comma:
        fields.append(Field(range: range, quoted: quoted))
        position += 1
      case Byte.newline:
        if !quoted, !range.isEmpty, bytes[range.upperBound - 1] == Byte.carriageReturn {
          range = range.lowerBound..<range.upperBound - 1
        }
        fields.append(Field(range: range, quoted: quoted))
        return .record(next: position + 1, terminated: true)
      default:
        return .broken(.strayQuote, at: position)
      }
    }
  }

  private func tooLong(_ position: Int) -> Outcome {
    .broken(.tooMany("bytes in a field", limit: RecordSplitter.longestField), at: position)
  }

  /// The quote that ends a field; doubled ones stand for themselves.
  private func closingQuote(_ bytes: [UInt8], from start: Int, to end: Int) -> Int? {
    var position = start
    while position < end {
      if bytes[position] == Byte.quote {
        guard position + 1 < end, bytes[position + 1] == Byte.quote else { return position }
        position += 1
      }
      position += 1
    }
    return nil
  }
}

/// The bytes that have a meaning in a CSV.
enum Byte {
  static let newline: UInt8 = 0x0A
  static let carriageReturn: UInt8 = 0x0D
  static let quote: UInt8 = 0x22
  static let hash: UInt8 = 0x23
  static let comma: UInt8 = 0x2C
  static let minus: UInt8 = 0x2D
  static let zero: UInt8 = 0x30
}
