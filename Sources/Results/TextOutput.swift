/// Writes text to a descriptor or file and reports every error, which `print` does not.
///
/// Text is handed to the system at once, unbuffered: a call per table or line. One thread at a time may use it.
public struct TextOutput: ~Copyable {
  private let descriptor: Descriptor
  fileprivate let place: Place?

  private init(_ descriptor: consuming Descriptor, _ place: Place?) {
    self.descriptor = descriptor
    self.place = place
  }

  /// A stream that is open already and stays open: 1 is standard output, 2 standard error.
  public init(descriptor number: Int32) {
    self.init(Descriptor(lent: number, path: OutputTarget.descriptor(number).name), nil)
  }

  /// A new file, under a temporary name beside it until ``close()``.
  /// - Throws: ``FileError`` when it cannot be made there.
  public init(opening target: OutputTarget, force: Bool = false) throws(FileError) {
    switch target {
    case .descriptor(let number): self.init(descriptor: number)
    case .file(let path):
      let place = try Place(path, force: force)
      self.init(try place.open(), place)
    }
  }

  /// Writes all of `text` as UTF-8.
  /// - Throws: ``FileError/system(call:path:code:kept:)``.
  public func write(_ text: String) throws(FileError) {
    try write(Array(text.utf8))
  }

  /// Writes all of `bytes`.
  /// - Throws: ``FileError/system(call:path:code:kept:)``.
  public func write(_ bytes: [UInt8]) throws(FileError) {
    let code = descriptor.write(bytes, count: bytes.count)
    if code != 0 { throw .system(call: "write", path: descriptor.path, code: code) }
  }

  /// Gives a finished file its name; does nothing for a stream.
  public consuming func close() throws(FileError) {
    let place = place
    if place?.partial != nil { try descriptor.synchronize() }
    try descriptor.close()
    try place?.commit()
  }
}

extension OutputTarget {
  /// Writes a whole text: a report, a chart's data. A file appears complete or not at all.
  /// - Throws: ``FileError``; the temporary file is removed then.
  public func write(_ text: String, force: Bool = false) throws(FileError) {
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
