import Text
import Foundation
import Timing

/// Where results go.
package enum OutputTarget: Hashable, Sendable {
  /// A file, written under a temporary name beside it and renamed when complete; its name is taken as
  /// ``Swift/String/systemBytes`` says.
  case file(String)
  /// A descriptor that is open already, such as 1 for `-o -`; it is not closed.
  case descriptor(Int32)

  /// The target of `-o TEXT`; `-` is standard output.
  package init(argument text: String) {
    self = text == "-" ? .descriptor(1) : .file(text)
  }

  /// The name that messages use.
  package var name: String {
    switch self {
    case .file(let path): path
    case .descriptor(1): "standard output"
    case .descriptor(2): "standard error"
    case .descriptor(let number): "descriptor \(number)"
    }
  }
}

extension OutputTarget {
  /// Makes sure, before anything is worked out, that the target can be written.
  ///
  /// Creates and removes the temporary file, because only that tells whether the folder takes one.
  /// - Parameters:
  ///   - force: whether an existing file may be replaced.
  ///   - asRecording: whether what an earlier recording left, or another one makes now, is in the way.
  /// - Throws: ``FileError`` that says what is in the way.
  package func check(force: Bool = false, asRecording: Bool = false) throws(FileError) {
    switch self {
    case .descriptor(let number):
      if fcntl(number, F_GETFD) < 0 { throw .system(call: "write", path: name, code: errno) }
    case .file(let path):
      switch try Place.Kind(of: path, force: force) {
      case .stream: return
      case .file(let place): try Output(making: place, as: asRecording ? .partial : .unguessable).discard()
      }
    }
  }

  /// Writes a whole text: a report, a chart's data. A file appears complete or not at all.
  /// - Throws: ``FileError``; the temporary file is removed then.
  package func write(_ text: String, force: Bool = false) throws(FileError) {
    try write(Array(text.utf8), force: force)
  }

  /// Writes all of the bytes; as ``write(_:force:)-(String,_)`` does.
  package func write(_ bytes: [UInt8], force: Bool = false) throws(FileError) {
    try Ending.hold { () throws(FileError) in
      let output = try Output(opening: self, force: force, as: .unguessable)
      try output.finish(writing: bytes)
    }
  }

  /// All bytes of a file.
  /// - Throws: ``FileError``.
  package static func contents(of path: String) throws(FileError) -> [UInt8] {
    let file = try Descriptor(reading: path)
    var bytes: [UInt8] = Array(repeating: 0, count: 1 << 16)
    var filled = 0
    while true {
      let got = try file.read(into: &bytes, from: filled)
      filled += got
      if got == 0 { return Array(bytes[..<filled]) }
      if filled == bytes.count { bytes.append(contentsOf: repeatElement(0, count: filled)) }
    }
  }

  /// Makes the folders on the way to the target.
  /// - Throws: ``FileError``.
  package func createFolders() throws(FileError) {
    if case .file(let path) = self { try Place.createFolders(Place.split(path).folder) }
  }

  /// Makes a folder, and those on the way to it, where there is none.
  /// - Throws: ``FileError``.
  package static func createFolder(_ path: String) throws(FileError) {
    guard !path.isEmpty, !path.contains("\0") else { throw .noName(path: path) }
    try Place.createFolders(path)
  }
}
