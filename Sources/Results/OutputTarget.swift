import Foundation

/// Where results go.
package enum OutputTarget: Hashable, Sendable {
  /// A file, written under a temporary name beside it and renamed when complete.
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
  /// Makes sure, before anything is measured, that the target can be written.
  ///
  /// Creates and removes the temporary file, because only that tells whether the folder takes one.
  /// - Parameters:
  ///   - force: whether an existing file may be replaced.
  ///   - createFolders: whether missing folders on the way are made.
  /// - Throws: ``FileError`` that says what is in the way.
  package func check(force: Bool = false, createFolders: Bool = false) throws(FileError) {
    switch self {
    case .descriptor(let number):
      if fcntl(number, F_GETFD) < 0 { throw .system(call: "write", path: name, code: errno) }
    case .file(let path):
      if createFolders { try Place.createFolders(above: path) }
      let place = try Place(path, force: force)
      guard let partial = place.partial else { return }
      try Descriptor(opening: partial, O_WRONLY | O_CREAT | O_EXCL, named: path).close()
      _ = unsafe unlink(partial)
    }
  }
}

/// A checked path: the file to make and the temporary name it is written under.
struct Place {
  /// The path as the user gave it.
  let path: String
  /// The file to make, links followed.
  let target: String
  /// The temporary name; `nil` for a device or pipe, which is written directly.
  let partial: String?
  private let force: Bool

  /// Looks at what is there; removes an older temporary file when forced.
  init(_ path: String, force: Bool) throws(FileError) {
    self.path = path
    self.force = force
    guard !path.isEmpty, !path.contains("\0") else { throw .noName(path: path) }
    guard let kind = try kindOfFile(path, followingLinks: false) else {
      guard !path.hasSuffix("/"), !path.hasSuffix("/.."), !path.hasSuffix("/.") else {
        throw .noName(path: path)
      }
      let folder = folder(of: path)
      switch try kindOfFile(folder, followingLinks: true) {
      case nil: throw .folderMissing(path: path, folder: folder)
      case S_IFDIR: break
      default: throw .system(call: "open", path: path, code: ENOTDIR)
      }
      self.target = path
      self.partial = path + ".partial"
      try clearPartial()
      return
    }
    guard let kind = kind == S_IFLNK ? try kindOfFile(path, followingLinks: true) : kind else {
      throw .danglingLink(path: path)
    }
    if kind == S_IFDIR { throw .isDirectory(path: path) }
    guard kind == S_IFREG else {
      self.target = path
      self.partial = nil
      return
    }
    guard force else { throw .exists(path: path) }
    let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
    self.target = resolved
    self.partial = resolved + ".partial"
    try clearPartial()
  }

  private func clearPartial() throws(FileError) {
    guard let partial, try kindOfFile(partial, followingLinks: false) != nil else { return }
    guard force else { throw .unfinished(path: path, partial: partial) }
    if unsafe unlink(partial) != 0, errno != ENOENT {
      throw .system(call: "unlink", path: partial, code: errno)
    }
  }

  /// Opens the temporary file, or the device itself.
  func open() throws(FileError) -> Descriptor {
    guard let partial else { return try Descriptor(opening: target, O_WRONLY, named: path) }
    return try Descriptor(opening: partial, O_WRONLY | O_CREAT | O_EXCL, named: path)
  }

  /// Gives the finished temporary file its name; without force never in place of another file.
  func commit() throws(FileError) {
    guard let partial else { return }
    if !force, unsafe link(partial, target) == 0 {
      _ = unsafe unlink(partial)
    } else {
      // File systems without hard links refuse `link`; what came there meanwhile is still looked for.
      if !force, try kindOfFile(target, followingLinks: false) != nil {
        throw .system(call: "rename", path: path, code: EEXIST, kept: partial)
      }
      guard try kindOfFile(partial, followingLinks: false) != nil else { throw .vanished(path: path) }
      guard unsafe rename(partial, target) == 0 else {
        throw .system(call: "rename", path: path, code: errno, kept: partial)
      }
    }
    try Descriptor(opening: folder(of: target), O_RDONLY, named: path).synchronize()
  }

  /// Removes the temporary file of a target that could not be finished.
  func discard() {
    if let partial { _ = unsafe unlink(partial) }
  }

  /// Makes the folders on the way to `path`.
  static func createFolders(above path: String) throws(FileError) {
    let folder = folder(of: path)
    guard try kindOfFile(folder, followingLinks: true) == nil else { return }
    try createFolders(above: folder)
    if unsafe mkdir(folder, 0o755) != 0, errno != EEXIST {
      throw .system(call: "mkdir", path: folder, code: errno)
    }
  }
}

/// The folder that a path names a file in.
private func folder(of path: String) -> String {
  var parts = path.split(separator: "/", omittingEmptySubsequences: true)
  if !parts.isEmpty { parts.removeLast() }
  let joined = parts.joined(separator: "/")
  return path.hasPrefix("/") ? "/" + joined : joined.isEmpty ? "." : joined
}

/// The `S_IFMT` bits of a file; `nil` where there is none.
private func kindOfFile(_ path: String, followingLinks: Bool) throws(FileError) -> mode_t? {
  var facts = stat()
  let result = followingLinks ? unsafe stat(path, &facts) : unsafe lstat(path, &facts)
  if result == 0 { return facts.st_mode & S_IFMT }
  if errno == ENOENT { return nil }
  throw .system(call: "stat", path: path, code: errno)
}
