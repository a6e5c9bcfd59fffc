import Text
import Foundation
import Timing

/// The one owner of a file descriptor; closes it at the end unless it was only lent.
struct Descriptor: ~Copyable {
  /// The path or name that errors carry.
  let path: String
  let number: Int32
  private var owned: Bool

  /// Takes a descriptor that stays open at the end, such as standard output.
  init(lent number: Int32, path: String) {
    self.number = number
    self.path = path
    self.owned = false
  }

  /// Opens a file; never as descriptor 0, 1 or 2, which may be closed and yet be written to by name.
  /// - Parameters:
  ///   - mode: the permissions of a file that is made, less those that the umask takes.
  ///   - name: what errors call it.
  /// - Throws: ``FileError/system(call:path:code:kept:)``.
  init(opening path: String, _ flags: Int32, mode: mode_t = 0o666, named name: String? = nil)
    throws(FileError)
  {
    try self.init(at: AT_FDCWD, path, flags, mode, name ?? path)
  }

  /// Opens a file of a folder that is open, wherever that is now.
  /// - Throws: ``FileError/system(call:path:code:kept:)``.
  init(
    opening file: String, in folder: borrowing Descriptor, _ flags: Int32, mode: mode_t = 0o666,
    named name: String
  ) throws(FileError) {
    try self.init(at: folder.number, file, flags, mode, name)
  }

  private init(at folder: Int32, _ path: String, _ flags: Int32, _ mode: mode_t, _ name: String)
    throws(FileError)
  {
    self.path = name
    let bytes = path.systemPath
    var number: Int32
    repeat {
      number = unsafe openat(folder, bytes, flags | O_CLOEXEC, mode)
    } while number < 0 && errno == EINTR
    guard number >= 0 else { throw .system(call: "open", path: name, code: errno) }
    if number <= 2 {
      let high = fcntl(number, F_DUPFD_CLOEXEC, 3)
      let code = errno
      _ = Foundation.close(number)
      guard high >= 0 else { throw .system(call: "open", path: name, code: code) }
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

  /// Writes the bytes from `start` to `end`, however many calls it takes.
  /// - Parameter isWanted: whether to go on waiting for a reader of a pipe; asked while there is no room in it.
  /// - Returns: how many were written, and the error number of the call that stopped it, or 0.
  func write(
    _ bytes: some ContiguousBytes, from start: Int = 0, to end: Int, while isWanted: () -> Bool = { true }
  ) -> (count: Int, code: Int32) {
    let isPipe = isPipe
    var left = Descriptor.grace
    return unsafe bytes.withUnsafeBytes { buffer in
      var done = start
      while done < end {
        // A pipe that is ready takes so much without making the writer wait where nothing can end that.
        let piece = isPipe ? min(end - done, Int(PIPE_BUF)) : end - done
        if isPipe, !wait(for: POLLOUT, milliseconds: Descriptor.look) {
          if !isWanted() { left -= Descriptor.look }
          if left <= 0 { return (done - start, ETIMEDOUT) }
          continue
        }
        let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done..<done + piece])
        let written = unsafe Foundation.write(number, rest.baseAddress, rest.count)
        if written >= 0 {
          done += written
        } else if errno == EAGAIN || errno == EWOULDBLOCK {
          wait(for: POLLOUT)
        } else if errno != EINTR {
          return (done - start, errno)
        }
      }
      return (done - start, 0)
    }
  }

  /// How often a reader that does not read is looked at, in milliseconds, and how long it has once its writer is to end.
  private static let look: Int32 = 100
  private static let grace: Int32 = 2_000

  /// The size of a regular file; `nil` for anything else.
  var regularSize: Int? {
    var facts = stat()
    guard unsafe fstat(number, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int(facts.st_size)
  }

  /// Reads into `bytes` from `start` on, at most to its end.
  /// - Parameter place: where in the file; `nil` for what comes next.
  /// - Returns: how many bytes came; 0 at the end of the file.
  func read(into bytes: inout [UInt8], from start: Int, at place: Int? = nil) throws(FileError) -> Int {
    let (got, code) = unsafe bytes.withUnsafeMutableBytes { buffer -> (Int, Int32) in
      while true {
        let room = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[start...])
        let got =
          if let place {
            unsafe pread(number, room.baseAddress, room.count, off_t(place))
          } else {
            unsafe Foundation.read(number, room.baseAddress, room.count)
          }
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

  @discardableResult
  private func wait(for events: some BinaryInteger, milliseconds: Int32 = -1) -> Bool {
    var request = pollfd(fd: number, events: Int16(events), revents: 0)
    return unsafe poll(&request, 1, milliseconds) > 0
  }
}
