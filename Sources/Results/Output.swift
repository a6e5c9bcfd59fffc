import Text
import Foundation
import Timing

/// A file or stream that is being written.
struct Output: ~Copyable {
  /// The name that messages use.
  let name: String
  /// The temporary file that holds what was written so far; `nil` for a stream.
  let partial: String?
  private let descriptor: Descriptor
  private let place: Place?
  private let temporary: String
  private let isWanted: @Sendable () -> Bool

  /// Opens a target.
  /// - Parameters:
  ///   - force: whether an existing file may be replaced.
  ///   - temporary: the name of a file until it is complete.
  ///   - isWanted: whether to wait for the reader of a pipe any longer.
  /// - Throws: ``FileError``; nothing was replaced then.
  init(
    opening target: OutputTarget, force: Bool, as temporary: Place.Temporary,
    while isWanted: @escaping @Sendable () -> Bool = { true }
  ) throws(FileError) {
    switch target {
    case .descriptor(let number):
      self.init(Descriptor(lent: number, path: target.name), isWanted)
    case .file(let path):
      switch try Place.Kind(of: path, force: force) {
      case .file(let place): try self.init(making: place, as: temporary)
      case .stream: self.init(try Output.openStream(path, isWanted), isWanted)
      }
    }
  }

  /// Makes the temporary file of a place.
  init(making place: consuming Place, as temporary: Place.Temporary) throws(FileError) {
    let made = try place.make(temporary)
    name = place.path
    partial =
      temporary == .partial ? place.path + ".partial" : Place.split(place.path).folder + "/" + made.name
    self.temporary = made.name
    descriptor = made.file
    self.place = consume place
    isWanted = { true }
  }

  private init(_ stream: consuming Descriptor, _ isWanted: @escaping @Sendable () -> Bool) {
    name = stream.path
    partial = nil
    temporary = ""
    descriptor = stream
    place = nil
    self.isWanted = isWanted
  }

  /// Opens a device or pipe; a pipe once a program reads it.
  private static func openStream(_ path: String, _ isWanted: () -> Bool) throws(FileError) -> Descriptor {
    while true {
      do throws(FileError) {
        return try Descriptor(opening: path, O_WRONLY | O_NONBLOCK | O_NOCTTY)
      } catch {
        // fifo(7): there is no reader.
        guard case .system(_, _, ENXIO, _) = error else { throw error }
      }
      guard isWanted() else { throw .noReader(path: path) }
      usleep(20_000)
    }
  }
}

extension Output {
  /// Writes the bytes from `start` to `end`.
  /// - Returns: how many were written, and the error number of the call that stopped it, or 0.
  func write(_ bytes: some ContiguousBytes, from start: Int = 0, to end: Int) -> (count: Int, code: Int32) {
    descriptor.write(bytes, from: start, to: end, while: isWanted)
  }

  /// Gives a finished file its name; without force never in place of another file.
  /// - Throws: ``FileError``.
  consuming func finish() throws(FileError) {
    if let place {
      try descriptor.synchronize()
      guard place.folder.holds(descriptor, as: temporary) else { throw .vanished(path: name) }
      let code = place.folder.rename(temporary, to: place.file, replacing: place.force)
      if code != 0 { throw .system(call: "rename", path: name, code: code, kept: partial) }
      try place.folder.synchronize()
      var there = stat()
      guard unsafe stat(name.systemPath, &there) == 0, there.st_ino == descriptor.facts?.st_ino else {
        throw .vanished(path: name)
      }
    }
    // With it goes the lock: only now may others take the name.
    try descriptor.close()
  }

  /// Writes all of the bytes and ends; a file that cannot be finished is removed.
  consuming func finish(writing bytes: [UInt8]) throws(FileError) {
    let code = write(bytes, to: bytes.count).code
    if code != 0 {
      let name = name
      discard()
      throw .system(call: "write", path: name, code: code)
    }
    try finish()
  }

  /// Removes the temporary file.
  consuming func discard() {
    if let place, place.folder.holds(descriptor, as: temporary) { place.folder.remove(temporary) }
  }
}
