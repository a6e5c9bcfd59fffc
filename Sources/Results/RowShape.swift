import Timing

/// How the rows of one run are written: what is the same in all of them, and what is asked of each callback.
struct RowShape {
  /// Some columns of the run and the columns of the callback that follow them.
  struct Group {
    /// The text of the run's columns, each with the comma after it, as words that are stored eight bytes at a time.
    let words: [UInt64]
    /// Its length in bytes.
    let count: Int
    let values: [@Sendable (Tick) -> Int64?]
  }

  let groups: [Group]
  /// The most bytes that a row can take.
  let longest: Int

  init(_ run: PlannedRun, traced: Bool) {
    var groups: [Group] = []
    var (text, values): (String, [@Sendable (Tick) -> Int64?]) = ("", [])
    func close() {
      let bytes = Array(text.utf8)
      groups.append(Group(words: Results.words(of: bytes), count: bytes.count, values: values))
    }
    for column in Column.written(traced: traced) {
      if let shared = column.text(of: run) {
        if !values.isEmpty {
          close()
          (text, values) = ("", [])
        }
        text += shared + ","
      } else if case .ofRow(_, let get, _) = column.content {
        values.append(get)
      }
    }
    close()
    self.groups = groups
    // A number has 20 characters at most; words can go 7 bytes beyond their text.
    longest = groups.reduce(8) { $0 + $1.count + 8 + 21 * $1.values.count }
  }
}

/// Bytes as words of eight, the first byte lowest; the last word is filled up with zeros.
func words(of bytes: [UInt8]) -> [UInt64] {
  stride(from: 0, to: bytes.count, by: 8).map { start in
    bytes[start..<min(start + 8, bytes.count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
