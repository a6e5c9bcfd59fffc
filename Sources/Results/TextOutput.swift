import Timing

/// Writes text to a stream and reports every error, which `print` does not.
///
/// Text is handed to the system at once, unbuffered: a call per table or line. One thread at a time may use it.
package struct TextOutput: ~Copyable {
  private let descriptor: Descriptor

  private init(lent number: Int32) {
    descriptor = Descriptor(lent: number, path: OutputTarget.descriptor(number).name)
  }

  /// Standard output; stays open.
  package static var standardOutput: TextOutput { TextOutput(lent: 1) }

  /// Standard error; stays open.
  package static var standardError: TextOutput { TextOutput(lent: 2) }

  /// Writes all of `text` as UTF-8.
  /// - Throws: ``FileError/system(call:path:code:kept:)``.
  package func write(_ text: String) throws(FileError) { try write(Array(text.utf8)) }

  /// Writes all of the bytes.
  /// - Throws: ``FileError/system(call:path:code:kept:)``.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    let code = descriptor.write(bytes, to: bytes.count).code
    if code != 0 { throw .system(call: "write", path: descriptor.path, code: code) }
  }
}
