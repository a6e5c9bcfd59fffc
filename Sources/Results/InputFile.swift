import Foundation
import Synchronization

/// A file, pipe or device that is read, opened once: its first bytes can be looked at before all of it is read.
package final class InputFile: Sendable {
  /// What messages call it: the path, or `standard input`.
  package let name: String
  let descriptor: Descriptor
  /// The size when it was opened, where it is a file that can be read at any place; `nil` for a stream.
  let size: Int?
  private let state = Mutex(State())

  /// Whether it can be read once only.
  package var isStream: Bool { size == nil }

  private struct State {
    /// The bytes taken from the stream to be looked at, which the reader gets first.
    var peeked: [UInt8] = []
    var isAtEnd = false
  }

  /// Opens a path; `-` is standard input.
  /// - Throws: ``FileError``.
  package init(path: String) throws(FileError) {
    name = path == "-" ? "standard input" : path
    descriptor = path == "-" ? Descriptor(lent: 0, path: name) : try Descriptor(reading: path)
    size = path == "-" ? nil : descriptor.regularSize
  }

  /// The first bytes, `count` at most and fewer only where the file ends; they stay there to be read.
  /// - Throws: ``FileError``.
  package func start(_ count: Int) throws(FileError) -> [UInt8] {
    try state.withLock { state throws(FileError) in
      var bytes = state.peeked
      var filled = bytes.count
      if filled < count, !state.isAtEnd {
        bytes.append(contentsOf: repeatElement(0, count: count - filled))
        while filled < count {
          let got = try descriptor.read(into: &bytes, from: filled, at: size == nil ? nil : filled)
          if got == 0 {
            state.isAtEnd = size == nil
            break
          }
          filled += got
        }
        bytes.removeLast(bytes.count - filled)
        // A file can be read again, and its bytes are not kept.
        if size == nil { state.peeked = bytes }
      }
      return Array(bytes.prefix(count))
    }
  }

  /// Takes what was looked at of a stream, which cannot be read from it again.
  func takeStart() -> [UInt8] {
    state.withLock { state in
      defer { state.peeked = [] }
      return state.peeked
    }
  }

  /// Everything in it, for files that are small.
  /// - Throws: ``FileError``.
  package func contents() throws(FileError) -> [UInt8] {
    var size = 1 << 16
    while true {
      let bytes = try start(size)
      if bytes.count < size { return bytes }
      size *= 2
    }
  }
}

extension String {
  /// The last part of a path; the whole where there is none.
  package var lastOfPath: String {
    let path = Place.split(self).file
    return path.isEmpty ? self : path
  }
}
