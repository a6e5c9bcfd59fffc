import Text
import Foundation
import Timing

/// The files of a recording that is split: those of `x.csv` are `x.csv`, `x.2.csv`, `x.3.csv`, …
enum Parts {
  /// The target of a numbered file: `x.csv` becomes `x.2.csv`.
  static func target(_ target: OutputTarget, number: Int) -> OutputTarget {
    guard number > 1, case .file(let path) = target else { return target }
    return .file("\(stem(path)).\(number).csv")
  }

  private static func stem(_ path: String) -> String {
    path.hasSuffix(".csv") ? String(path.dropLast(4)) : path
  }

  /// The second and later parts that there are of a target, in order, and what is left of unfinished ones: files that
  /// say in themselves that they are parts. Others with such names belong to somebody else.
  /// - Throws: ``FileError/inUse(path:partial:)`` where one is being written.
  static func later(of target: OutputTarget) throws(FileError) -> [String] {
    guard case .file(let path) = target else { return [] }
    let (folder, file) = Place.split(path)
    guard let place = try? Descriptor(opening: folder, O_RDONLY | O_DIRECTORY) else { return [] }
    let prefix = path.hasPrefix("/") || path.contains("/") ? (folder == "/" ? "/" : folder + "/") : ""
    let start = stem(file) + "."
    var parts: [(number: Int, path: String)] = []
    for name in place.names where name.hasPrefix(start) {
      let isPartial = name.hasSuffix(".partial")
      let whole = isPartial ? String(name.dropLast(".partial".count)) : name
      guard whole.hasSuffix(".csv") else { continue }
      let digits = whole.dropFirst(start.count).dropLast(".csv".count)
      guard let number = Int(digits), String(number) == digits, number > 1 else { continue }
      guard let there = try? place.look(at: name, named: name), there.st_mode & S_IFMT == S_IFREG,
        let found = try? Leftovers.open(name, in: place, named: prefix + name)
      else { continue }
      guard isPart(found) else { continue }
      if isPartial, found.lock() == .taken { throw .inUse(path: prefix + whole, partial: prefix + name) }
      parts.append((number, prefix + name))
    }
    return parts.sorted { ($0.number, $0.path) < ($1.number, $1.path) }.map(\.path)
  }

  /// Removes parts.
  /// - Returns: those that were there.
  static func remove(_ paths: [String]) throws(FileError) -> [String] {
    for path in paths where unsafe unlink(path.systemPath) != 0 && errno != ENOENT {
      throw .system(call: "unlink", path: path, code: errno)
    }
    return paths
  }

  /// Whether a file is a ticks CSV whose head names it a later part.
  private static func isPart(_ file: borrowing Descriptor) -> Bool {
    var bytes: [UInt8] = Array(repeating: 0, count: 1 << 16)
    guard let count = try? file.read(into: &bytes, from: 0) else { return false }
    let lines = String(decoding: bytes[..<count], as: UTF8.self).split(whereSeparator: \.isNewline)
    guard lines.first?.hasPrefix(TickFormat.magic) == true else { return false }
    let facts = lines.dropFirst().prefix { $0.hasPrefix("# ") && !$0.hasPrefix("# run ") }
    return facts.contains { fact in
      fact.hasPrefix("# \(Environment.Key.part.rawValue): ")
        && (Int(fact.dropFirst("# \(Environment.Key.part.rawValue): ".count)) ?? 0) > 1
    }
  }
}
