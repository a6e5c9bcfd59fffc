import Text
import Foundation
import Timing

/// A checked path of a file to make: its folder, held open, and what has the name now.
///
/// No link is followed at the name itself: what it leads to was not named by the user, and may be another's choice.
/// Links on the way to the folder are.
struct Place: ~Copyable {
  /// The path as the user gave it.
  let path: String
  /// The file's name in the folder.
  let file: String
  let folder: Descriptor
  /// The file that is to be replaced; `nil` where there is none.
  let replaced: stat?
  let force: Bool

  /// What a path leads to.
  enum Kind: ~Copyable {
    /// A file that is made there.
    case file(Place)
    /// A device, pipe or socket, which is written directly.
    case stream

    init(of path: String, force: Bool) throws(FileError) {
      guard !path.isEmpty, !path.contains("\0") else { throw .noName(path: path) }
      let (folder, file) = Place.split(path)
      if file.isEmpty || file == "." || file == ".." {
        if try kindOfFile(path) == S_IFDIR { throw .isDirectory(path: path) }
        throw .noName(path: path)
      }
      switch try kindOfFile(folder) {
      case nil: throw .folderMissing(path: path, folder: folder)
      case S_IFDIR: break
      default: throw .system(call: "open", path: path, code: ENOTDIR)
      }
      let held = try Descriptor(opening: folder, O_RDONLY | O_DIRECTORY, named: path)
      let there = try held.look(at: file, named: path)
      switch there.map({ $0.st_mode & S_IFMT }) {
      case S_IFDIR?: throw .isDirectory(path: path)
      case S_IFLNK?:
        switch try kindOfFile(path) {
        case nil: throw .danglingLink(path: path)
        case S_IFDIR?: throw .isDirectory(path: path)
        case S_IFREG?: throw .link(path: path)
        default: self = .stream
        }
      case nil, S_IFREG?:
        if there != nil, !force { throw .exists(path: path) }
        self = .file(Place(path: path, file: file, folder: held, replaced: there, force: force))
      default: self = .stream
      }
    }
  }

  /// The folder that a path names a file in, and the file's name.
  static func split(_ path: String) -> (folder: String, file: String) {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
    let folder = path[..<slash]
    return (folder.isEmpty ? "/" : String(folder), String(path[path.index(after: slash)...]))
  }

  /// Makes a folder and those on the way to it.
  static func createFolders(_ folder: String) throws(FileError) {
    switch try kindOfFile(folder) {
    case nil: break
    case S_IFDIR: return
    default: throw .system(call: "mkdir", path: folder, code: ENOTDIR)
    }
    let parts = split(folder)
    if parts.folder != folder { try createFolders(parts.folder) }
    if unsafe mkdir(folder.systemPath, 0o777) != 0, errno != EEXIST {
      throw .system(call: "mkdir", path: folder, code: errno)
    }
  }
}

extension Place {
  /// The name that a file has until it is complete.
  enum Temporary {
    /// The file's own with `.partial` at its end: where a recording is looked for after a crash. It tells others that
    /// the name is taken.
    case partial
    /// One that nobody can guess, for what is written at once.
    case unguessable
  }

  /// A temporary file, open and locked.
  struct Made: ~Copyable {
    let name: String
    let file: Descriptor
  }

  /// Makes the temporary file, for this process alone, and locks it.
  /// - Throws: ``FileError/inUse(path:partial:)`` where another program makes a file of the same name, else what is in
  ///   the way.
  func make(_ temporary: Temporary) throws(FileError) -> Made {
    if temporary == .unguessable { Leftovers.files.clear(folder) }
    for _ in 0..<100 {
      let name = temporary == .partial ? file + ".partial" : Leftovers.files.newName()
      do throws(FileError) {
        // What takes the place of a private file is private from the start.
        let made = try Descriptor(
          opening: name, in: folder, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
          mode: replaced == nil ? 0o666 : 0o600, named: path)
        if made.lock() != .taken, folder.holds(made, as: name) {
          do throws(FileError) {
            if let replaced { try made.adopt(replaced) }
          } catch {
            folder.remove(name)
            throw error
          }
          return Made(name: name, file: made)
        }
      } catch {
        guard case .system("open", _, EEXIST, _) = error else { throw error }
        try clear(name)
      }
      // Somebody who clears what was left behind took it for that before it was locked.
      usleep(1_000)
    }
    throw .inUse(path: path, partial: Place.split(path).folder + "/" + file + ".partial")
  }

  /// Removes a temporary file that nobody works on any more.
  private func clear(_ name: String) throws(FileError) {
    let partial = path + ".partial"
    guard let there = try folder.look(at: name, named: partial) else { return }
    if there.st_mode & S_IFMT == S_IFREG, let left = try? Leftovers.open(name, in: folder, named: partial) {
      if left.lock() == .taken { throw .inUse(path: path, partial: partial) }
      guard force else { throw .unfinished(path: path, partial: partial) }
      guard folder.holds(left, as: name) else { return }
    }
    guard force else { throw .unfinished(path: path, partial: partial) }
    let code = folder.remove(name)
    if code != 0, code != ENOENT { throw .system(call: "unlink", path: partial, code: code) }
  }
}

/// The `S_IFMT` bits of what a path leads to; `nil` for nothing.
private func kindOfFile(_ path: String) throws(FileError) -> mode_t? {
  var facts = stat()
  if unsafe stat(path.systemPath, &facts) == 0 { return facts.st_mode & S_IFMT }
  if errno == ENOENT { return nil }
  throw .system(call: "stat", path: path, code: errno)
}
