import Foundation
import Timing

/// Temporary files and folders under names that say what they are, and that nobody can guess. One whose lock is free
/// was left by a program that was killed; the next one removes it.
struct Leftovers {
  private let ending: String
  private let isFolder: Bool

  /// Files beside the one that they become.
  static let files = Leftovers(ending: ".partial", isFolder: false)
  /// Folders for what is needed for a while.
  static let folders = Leftovers(ending: ".scratch", isFolder: true)

  private static let start = ".timer-bench-"

  /// A name of 64 random bits.
  func newName() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return Leftovers.start + String(repeating: "0", count: 16 - digits.count) + digits + ending
  }

  private func isOne(_ name: String) -> Bool {
    name.utf8.count == Leftovers.start.utf8.count + 16 + ending.utf8.count && name.hasPrefix(Leftovers.start)
      && name.hasSuffix(ending)
      && name.dropFirst(Leftovers.start.count).dropLast(ending.count).allSatisfy(\.isHexDigit)
  }

  /// Removes from a folder what this user's killed programs left there.
  func clear(_ folder: borrowing Descriptor) {
    for name in folder.names where isOne(name) {
      guard let there = try? folder.look(at: name, named: name), there.st_uid == geteuid(),
        there.st_mode & S_IFMT == (isFolder ? S_IFDIR : S_IFREG),
        let left = try? Leftovers.open(name, in: folder, named: name, isFolder: isFolder),
        left.lock() == .held, folder.holds(left, as: name)
      else { continue }
      if isFolder { for file in left.names { left.remove(file) } }
      folder.remove(name, isFolder: isFolder)
    }
  }

  /// Opens a file that may be locked, and never what a link names.
  static func open(
    _ name: String, in folder: borrowing Descriptor, named path: String, isFolder: Bool = false
  ) throws(FileError) -> Descriptor {
    if isFolder {
      return try Descriptor(opening: name, in: folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, named: path)
    }
    do throws(FileError) {
      // Some network file systems lock only what may be written.
      return try Descriptor(opening: name, in: folder, O_RDWR | O_NOFOLLOW | O_NONBLOCK, named: path)
    } catch {
      return try Descriptor(opening: name, in: folder, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, named: path)
    }
  }
}
