import Text
import Foundation
import Timing

extension Descriptor {
  /// Which file it is, and what may be known of it; `nil` where the system does not say.
  var facts: stat? {
    var facts = stat()
    return unsafe fstat(number, &facts) == 0 ? facts : nil
  }

  /// Whether what is written waits for a reader.
  var isPipe: Bool {
    guard let kind = facts?.st_mode else { return false }
    return kind & S_IFMT == S_IFIFO || kind & S_IFMT == S_IFSOCK
  }

  /// What is under a name in this folder, links not followed; `nil` for nothing.
  /// - Throws: ``FileError``.
  func look(at file: String, named name: String) throws(FileError) -> stat? {
    var facts = stat()
    if unsafe fstatat(number, file.systemPath, &facts, AT_SYMLINK_NOFOLLOW) == 0 { return facts }
    if errno == ENOENT { return nil }
    throw .system(call: "stat", path: name, code: errno)
  }

  /// Whether a file of this folder is the one that is open.
  func holds(_ file: borrowing Descriptor, as name: String) -> Bool {
    guard let open = file.facts, let there = try? look(at: name, named: name) else { return false }
    return open.st_ino == there.st_ino && open.st_dev == there.st_dev
  }

  /// Gives a file of this folder another name there; without `replacing` never that of another file.
  /// - Returns: 0 or an error number.
  func rename(_ old: String, to new: String, replacing: Bool) -> Int32 {
    let (old, new) = (old.systemPath, new.systemPath)
    if replacing { return unsafe renameat(number, old, number, new) == 0 ? 0 : errno }
    if unsafe linkat(number, old, number, new, 0) == 0 {
      _ = unsafe unlinkat(number, old, 0)
      return 0
    }
    guard errno != EEXIST, errno != ENOENT else { return errno }
    // File systems without hard links refuse `linkat`; what came there meanwhile is still looked for.
    var facts = stat()
    if unsafe fstatat(number, new, &facts, AT_SYMLINK_NOFOLLOW) == 0 { return EEXIST }
    return unsafe renameat(number, old, number, new) == 0 ? 0 : errno
  }

  /// Removes a file of this folder, or a folder that is empty; never what a link names.
  /// - Returns: 0 or an error number.
  @discardableResult
  func remove(_ file: String, isFolder: Bool = false) -> Int32 {
    unsafe unlinkat(number, file.systemPath, isFolder ? AT_REMOVEDIR : 0) == 0 ? 0 : errno
  }

  /// The names in this folder.
  var names: [String] {
    let copy = unsafe openat(number, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0 else { return [] }
    guard let stream = unsafe fdopendir(copy) else {
      _ = Foundation.close(copy)
      return []
    }
    defer { _ = unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let bytes = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) }
      let name = String(systemBytes: bytes)
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Makes a folder in this one that only its user may enter.
  func makeFolder(_ name: String) throws(FileError) {
    if unsafe mkdirat(number, name.systemPath, 0o700) != 0 {
      throw .system(call: "mkdir", path: path, code: errno)
    }
  }

  /// What came of asking for a file's lock.
  enum Lock {
    /// It is this descriptor's until that is closed, however its program ends.
    case held
    /// Somebody else has it.
    case taken
    /// The file system has none.
    case unknown
  }

  /// Asks for the advisory lock by which a file that somebody works on is told from one that was left behind.
  func lock() -> Lock {
    while flock(number, LOCK_EX | LOCK_NB) != 0 {
      if errno == EWOULDBLOCK { return .taken }
      if errno != EINTR { return .unknown }
    }
    return .held
  }

  /// Gives the file the mode and owner of another. What a group may that cannot be kept is taken away.
  /// - Throws: ``FileError`` where the owner cannot be kept.
  func adopt(_ other: stat) throws(FileError) {
    var mode = other.st_mode & 0o777
    if let own = facts, own.st_uid != other.st_uid || own.st_gid != other.st_gid {
      if own.st_uid != other.st_uid, fchown(number, other.st_uid, gid_t.max) != 0 {
        throw .system(call: "chown", path: path, code: errno)
      }
      if own.st_gid != other.st_gid, fchown(number, uid_t.max, other.st_gid) != 0 { mode &= ~0o070 }
    }
    if fchmod(number, mode) != 0 { throw .system(call: "chmod", path: path, code: errno) }
  }
}
