import Foundation

/// Reads small files such as those of `/proc` and `/sys`; what is missing or forbidden is `nil`.
struct FileReader: Sendable {
  private let root: String

  /// A reader of the files under `root`.
  init(root: String) {
    self.root = root.hasSuffix("/") ? String(root.dropLast()) : root
  }

  /// At most `limit` bytes from the start of the file. Sizes are not asked for: files of `/proc` state 0.
  func bytes(_ path: String, limit: Int = 1 << 22) -> [UInt8]? {
    guard let file = FileHandle(forReadingAtPath: root + path) else { return nil }
    defer { try? file.close() }
    return (try? file.read(upToCount: limit)).map { Array($0) }
  }

  /// The file as text; bytes that are not UTF-8 are replaced.
  func text(_ path: String) -> String? {
    bytes(path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The file's text without blanks at its ends; `nil` also when nothing is left.
  func value(_ path: String) -> String? {
    guard let text = text(path)?.trimmingCharacters(in: .whitespacesAndNewlines.union(["\0"])) else {
      return nil
    }
    return text.isEmpty ? nil : text
  }

  /// The file's text as a decimal integer.
  func integer(_ path: String) -> Int64? {
    value(path).flatMap { Int64($0) }
  }

  /// The names in a folder, in natural order (`cpu2` before `cpu10`); `nil` when it cannot be listed.
  func names(in path: String) -> [String]? {
    try? FileManager.default.contentsOfDirectory(atPath: root + path)
      .sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
  }
}
