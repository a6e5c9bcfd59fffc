import Timing

/// What is the same in all rows of a run, as ``RowBuffer`` writes them: the columns of the run before those of the callback,
/// and those after them.
struct RowShape {
  /// Text as words that are stored eight bytes at a time.
  struct Piece {
    let words: [UInt64]
    /// The text's length in bytes.
    let count: Int

    init(_ text: String) {
      let bytes = Array(text.utf8)
      count = bytes.count
      words = Results.words(of: bytes)
    }
  }

  let front: Piece
  /// Ends in a newline, or in a comma where the columns of a trace follow.
  let back: Piece
  let traced: Bool
  /// What comes after the columns of a trace; empty where these end the row.
  let tail: Piece
  /// What stands after the last column of a trace: a newline, or a comma where the tail follows.
  let separator: UInt8
  /// The most bytes that a row can take: a number has 20 characters at most, and words go 7 bytes beyond their text.
  let longest: Int

  /// - Parameters:
  ///   - before, after: fields that stand before and after those of the format, as they are.
  ///   - quoting: makes a field of a label.
  init(
    _ run: PlannedRun, traced: Bool, before: [String] = [], after: [String] = [],
    quoting: (String) -> String = TickFormat.field
  ) {
    let texts = Column.written(traced: traced).map { $0.text(of: run, quoting: quoting) }
    let first = texts.prefix { $0 != nil }.compactMap(\.self)
    let others = texts.dropFirst(first.count).compactMap(\.self)
    front = Piece((before + first).map { $0 + "," }.joined())
    back = Piece((others + (traced ? [] : after)).joined(separator: ",") + (traced ? "," : "\n"))
    tail = Piece(traced && !after.isEmpty ? after.joined(separator: ",") + "\n" : "")
    separator = after.isEmpty ? UInt8(ascii: "\n") : UInt8(ascii: ",")
    self.traced = traced
    longest = front.count + back.count + tail.count + 24 + 21 * texts.count
  }
}

/// Bytes as words of eight, the first byte lowest; the last word is filled up with zeros.
func words(of bytes: [UInt8]) -> [UInt64] {
  stride(from: 0, to: bytes.count, by: 8).map { start in
    bytes[start..<min(start + 8, bytes.count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
