import Text
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

  /// A column that ``RowBuffer`` does not know.
  enum Extra {
    case ofRun(Piece)
    case ofRow(@Sendable (Tick) -> Int64?)
  }

  let front: Piece
  /// Ends in a newline, or in a comma where other columns follow.
  let back: Piece
  let traced: Bool
  /// What stands behind the columns of a trace: a newline, or a comma where others follow.
  let traceEnd: UInt8
  let extras: [Extra]
  /// The most bytes that a row can take: a number has 20 characters at most, and words go 7 bytes beyond their text.
  let longest: Int

  /// - Parameters:
  ///   - extras: the columns behind those that the writer knows.
  ///   - before, after: fields that stand before and after those of the format, as they are.
  ///   - quoting: makes a field of a label.
  init(
    _ run: PlannedRun, traced: Bool, extras: [Column] = Column.extras, before: [String] = [],
    after: [String] = [], quoting: (String) -> String = CSV.field
  ) {
    let texts = Column.written(traced: traced).dropLast(Column.extras.count)
      .map { $0.text(of: run, quoting: quoting) }
    let first = texts.prefix { $0 != nil }.compactMap(\.self)
    let others = texts.dropFirst(first.count).compactMap(\.self)
    self.extras =
      extras.map { column in
        if case .ofRow(_, let get, _) = column.content { return .ofRow(get) }
        return .ofRun(Piece(column.text(of: run, quoting: quoting) ?? ""))
      } + after.map { .ofRun(Piece($0)) }
    front = Piece((before + first).map { $0 + "," }.joined())
    back = Piece(others.joined(separator: ",") + (traced || !self.extras.isEmpty ? "," : "\n"))
    self.traced = traced
    traceEnd = self.extras.isEmpty ? Byte.newline : Byte.comma
    let ofRun = self.extras.reduce(0) { sum, extra in
      if case .ofRun(let piece) = extra { sum + piece.count + 8 } else { sum }
    }
    longest = front.count + back.count + 16 + 21 * (texts.count + extras.count) + ofRun
  }
}

/// Bytes as words of eight, the first byte lowest; the last word is filled up with zeros.
func words(of bytes: [UInt8]) -> [UInt64] {
  stride(from: 0, to: bytes.count, by: 8).map { start in
    bytes[start..<min(start + 8, bytes.count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
