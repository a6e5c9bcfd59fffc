import Foundation

/// Writes text to a descriptor or file and reports every error, which `print` does not.
///
/// Text is handed to the system at once, unbuffered: a call per table or line. One thread at a time may use it.
package final class TextOutput {
  private var descriptor: Descriptor?
  private let path: String
  fileprivate let place: Place?

  private init(_ descriptor: consuming Descriptor, _ place: Place?) {
    path = descriptor.path
    self.descriptor = consume descriptor
    self.place = place
  }

  /// Standard output; stays open.
  package static var standardOutput: TextOutput { TextOutput(to: .descriptor(1)) }

  /// Standard error; stays open.
  package static var standardError: TextOutput { TextOutput(to: .descriptor(2)) }

  private convenience init(to stream: OutputTarget) {
    let number: Int32 = if case .descriptor(let number) = stream { number } else { 1 }
    self.init(Descriptor(lent: number, path: stream.name), nil)
  }

  /// A new file, under a temporary name beside it until ``close()``.
  /// - Throws: ``FileError`` when it cannot be made there.
  package convenience init(opening target: OutputTarget, force: Bool = false) throws(FileError) {
    switch target {
    case .descriptor: self.init(to: target)
    case .file(let path):
      let place = try Place(path, force: force)
      self.init(try place.open(), place)
    }
  }

  /// Writes all of `text` as UTF-8.
  /// - Throws: ``FileError/system(call:path:code:kept:)``.
  package func write(_ text: String) throws(FileError) {
    try write(Array(text.utf8))
  }

  /// Writes all of `bytes`.
  /// - Throws: ``FileError/system(call:path:code:kept:)``.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    let code = descriptor?.write(bytes, count: bytes.count) ?? EBADF
    if code != 0 { throw .system(call: "write", path: path, code: code) }
  }

  /// Gives a finished file its name; does nothing for a stream. Nothing can be written after it.
  package func close() throws(FileError) {
    if place?.partial != nil { try descriptor?.synchronize() }
    try descriptor.take()?.close()
    try place?.commit()
  }
}

extension OutputTarget {
  /// Writes a whole text: a report, a chart's data. A file appears complete or not at all.
  /// - Throws: ``FileError``; the temporary file is removed then.
  package func write(_ text: String, force: Bool = false) throws(FileError) {
    let output = try TextOutput(opening: self, force: force)
    let place = output.place
    do throws(FileError) {
      try output.write(text)
      try output.close()
    } catch {
      place?.discard()
      throw error
    }
  }
}
