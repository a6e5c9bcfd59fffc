import Text
import Foundation
import Synchronization
import Timing

/// The folder for files that the program needs for a while: its own, in the temporary folder (`TMPDIR`), under a name
/// that nobody can guess, made when it is first needed. What a killed program left there goes when the next makes its own.
package enum ScratchFolder {
  private struct State: ~Copyable {
    var path: String?
    var name = ""
    var place: Descriptor?
    var held: Descriptor?
    var count = 0
    var isEnded = false
  }

  private static let state = Mutex(State())

  /// A new path in the folder, at which there is nothing yet.
  /// - Throws: ``FileError`` where the temporary folder takes none.
  package static func newPath(ending: String = "") throws(FileError) -> String {
    try state.withLock { state throws(FileError) in
      if state.path == nil { try make(&state) }
      state.count += 1
      return "\(state.path ?? "")/\(state.count)\(ending)"
    }
  }

  /// Removes a file of the folder, where there is one.
  package static func remove(_ path: String) {
    _ = unsafe unlink(path.systemPath)
  }

  /// Removes the folder with all its files: for the end of the program. None can be made any more.
  package static func end() {
    state.withLock { state in
      state.isEnded = true
      guard let held = state.held.take() else { return }
      for file in held.names { held.remove(file) }
      state.place?.remove(state.name, isFolder: true)
      state.path = nil
    }
  }

  /// The folder that the user's environment, else the system has for temporary files.
  static var parent: String {
    if let set = unsafe getenv("TMPDIR"), unsafe set.pointee != 0 {
      let bytes = unsafe UnsafeBufferPointer(start: set, count: strlen(set))
      return unsafe String(systemBytes: bytes.map { UInt8(bitPattern: $0) })
    }
    let standard = NSTemporaryDirectory()
    return standard.count > 1 && standard.hasSuffix("/") ? String(standard.dropLast()) : standard
  }

  private static func make(_ state: inout State) throws(FileError) {
    let parent = parent
    do throws(FileError) {
      if state.isEnded { throw .system(call: "mkdir", path: parent, code: ECANCELED) }
      let place = try Descriptor(opening: parent, O_RDONLY | O_DIRECTORY)
      Leftovers.folders.clear(place)
      while state.path == nil {
        let name = Leftovers.folders.newName()
        try place.makeFolder(name)
        let made = try Leftovers.open(name, in: place, named: parent, isFolder: true)
        // Another program may have taken it for one that was left, before it was locked.
        guard made.lock() != .taken, place.holds(made, as: name) else { continue }
        state.name = name
        state.path = (parent.hasPrefix("/") ? "" : currentFolder() + "/") + parent + "/" + name
        state.held = consume made
      }
      state.place = consume place
    } catch {
      guard case .system(_, _, let code, _) = error else { throw error }
      throw .noScratch(folder: parent, code: code)
    }
  }

  /// The folder that the program works in; `.` where that cannot be told.
  package static func currentFolder() -> String {
    guard let path = unsafe getcwd(nil, 0) else { return "." }
    defer { unsafe free(path) }
    let bytes = unsafe UnsafeBufferPointer(start: path, count: strlen(path))
    return unsafe String(systemBytes: bytes.map { UInt8(bitPattern: $0) })
  }
}
