import Foundation

/// The one owner of a file descriptor; closes it at the end unless it was only lent.
struct Descriptor: ~Copyable {
  /// The path or name that errors carry.
  let path: String
  private let number: Int32
  private var owned: Bool

  /// Takes a descriptor that stays open at the end, such as standard output.
  init(lent number: Int32, path: String) {
    self.number = number
    self.path = path
    self.owned = false
  }

  /// Opens a file; never as descriptor 0, 1 or 2, which may be closed and yet be written to by name.
  /// - Throws: ``FileError/system(call:path:code:kept:)``.
  init(opening path: String, _ flags: Int32, named name: String? = nil) throws(FileError) {
    self.path = name ?? path
    var number: Int32
    repeat { number = unsafe open(path, flags | O_CLOEXEC, 0o644) } while number < 0 && errno == EINTR
    guard number >= 0 else { throw .system(call: "open", path: self.path, code: errno) }
    if number <= 2 {
      let high = fcntl(number, F_DUPFD_CLOEXEC, 3)
      let code = errno
      _ = Foundation.close(number)
      guard high >= 0 else { throw .system(call: "open", path: self.path, code: code) }
      number = high
    }
    self.number = number
    self.owned = true
  }

  /// Opens a file to read.
  /// - Throws: ``FileError``.
  init(reading path: String) throws(FileError) {
    guard !path.isEmpty, !path.contains("\0") else { throw .noName(path: path) }
    try self.init(opening: path, O_RDONLY)
  }

  deinit {
    if owned { _ = Foundation.close(number) }
  }

  /// Closes the descriptor and reports what the system only then says of earlier writes.
  consuming func close() throws(FileError) {
    guard owned else { return }
    owned = false
    guard Foundation.close(number) != 0, errno != EINTR else { return }
    throw .system(call: "close", path: path, code: errno)
  }

  /// Writes the first `count` bytes, however many calls it takes.
  /// - Returns: the error number of the call that stopped it, or 0.
  func write(_ bytes: some ContiguousBytes, count: Int) -> Int32 {
    unsafe bytes.withUnsafeBytes { buffer in
      var done = 0
      while done < count {
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done..<count])
        let written = unsafe Foundation.write(number, rest.baseAddress, rest.count)
        if written >= 0 {
          done += written
        } else if errno == EAGAIN || errno == EWOULDBLOCK {
          wait(for: POLLOUT)
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
  }

  /// Reads into `bytes` from `start` on, at most to its end.
  /// - Returns: how many bytes came; 0 at the end of the file.
  func read(into bytes: inout [UInt8], from start: Int) throws(FileError) -> Int {
    let (got, code) = unsafe bytes.withUnsafeMutableBytes { buffer -> (Int, Int32) in
      while true {
        let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
        let got = unsafe Foundation.read(number, room.baseAddress, room.count)
        if got >= 0 { return (got, 0) }
        if errno == EAGAIN || errno == EWOULDBLOCK {
          wait(for: POLLIN)
        } else if errno != EINTR {
          return (-1, errno)
        }
      }
    }
    if code == EISDIR { throw .isDirectory(path: path) }
    if got < 0 { throw .system(call: "read", path: path, code: code) }
    return got
  }

  /// Hands everything written to the disk; a pipe or terminal has none.
  func synchronize() throws(FileError) {
    if fsync(number) != 0, errno != EINVAL, errno != ENOTSUP, errno != EROFS {
      throw .system(call: "fsync", path: path, code: errno)
    }
  }

  private func wait(for events: some BinaryInteger) {
    var request = pollfd(fd: number, events: Int16(events), revents: 0)
    _ = unsafe poll(&request, 1, -1)
  }
}
