/// Files that are no ticks CSV but can be told by how they begin.
enum ForeignFile {
  /// How many bytes tell.
  static let length = 4

  /// What a file is whose first bytes are given; `nil` for text, which has yet to show what it is.
  static func problem(_ bytes: some Collection<UInt8>) -> DataError.Problem? {
    let start = Array(bytes.prefix(length))
    for (magic, problem) in known where start.starts(with: magic) { return problem }
    // Latin text in UTF-16 without a mark has a zero in every other byte.
    guard start.count == length else { return nil }
    let zeros = start.map { $0 == 0 }
    return zeros == [false, true, false, true] || zeros == [true, false, true, false] ? utf16 : nil
  }

  private static let utf16 = DataError.Problem.packed(
    "UTF-16", remedy: "Convert it with iconv -f UTF-16 -t UTF-8, or use the file as it was measured")

  private static let known: [([UInt8], DataError.Problem)] = [
    ([0x1F, 0x8B], .packed("gzip", remedy: "Unpack it: gunzip, or zcat FILE | bench … -")),
    ([0x28, 0xB5, 0x2F, 0xFD], .packed("zstd", remedy: "Unpack it: unzstd, or zstdcat FILE | bench … -")),
    ([0xFD, 0x37, 0x7A, 0x58], .packed("xz", remedy: "Unpack it: unxz, or xzcat FILE | bench … -")),
    ([0x42, 0x5A, 0x68], .packed("bzip2", remedy: "Unpack it: bunzip2, or bzcat FILE | bench … -")),
    (
      [0x50, 0x4B, 0x03, 0x04],
      .packed(
        "a ZIP archive or a spreadsheet's own file", remedy: "Unpack it, or use the file as it was measured")
    ),
    ([0xFF, 0xFE], utf16), ([0xFE, 0xFF], utf16),
  ]
}

extension DataError.Problem {
  /// Whether the words after the format's name are what a spreadsheet makes of `1`: with empty cells behind it.
  static func isSpreadsheetVersion(_ text: some Collection<UInt8>) -> Bool {
    let digits = text.prefix { (0x30...0x39).contains($0) }
    let rest = text.dropFirst(digits.count)
    return !digits.isEmpty && !rest.isEmpty && rest.allSatisfy { [0x2C, 0x3B, 0x09].contains($0) }
  }

  /// Whether a line is the header with another separator than a comma.
  static func isSpreadsheetHeader(_ line: some Collection<UInt8>) -> Bool {
    [";", "\t"].contains { line.starts(with: "run\($0)timer\($0)interval_ns".utf8) }
  }
}
