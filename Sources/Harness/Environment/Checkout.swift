import Foundation
import Text

/// What a folder has checked out of git, read from its files alone: nothing of git is run, so no hook, alias or setting of a
/// folder that somebody else made can do anything.
package enum Checkout {
  /// The commit that the nearest checkout at or above a folder has, as 40 or 64 hexadecimal digits; `nil` where there is none
  /// or it cannot be told (gitrepository-layout(5)).
  package static func commit(of folder: String) -> String? {
    var folder = folder[...]
    while true {
      if let git = gitFolder(at: "\(folder)/.git", beside: String(folder)) { return commit(inGitFolder: git) }
      guard let slash = folder.lastIndex(of: "/") else { return nil }
      folder = folder[..<slash]
    }
  }

  /// The folder that `.git` is, or that it names where the checkout is one of several of a repository.
  private static func gitFolder(at path: String, beside folder: String) -> String? {
    var facts = stat()
    guard unsafe stat(path.systemPath, &facts) == 0 else { return nil }
    if facts.st_mode & S_IFMT == S_IFDIR { return path }
    return firstLine(of: path).flatMap { line in
      line.hasPrefix("gitdir: ") ? absolute(String(line.dropFirst(8)), in: folder) : nil
    }
  }

  private static func commit(inGitFolder git: String) -> String? {
    guard let head = firstLine(of: git + "/HEAD") else { return nil }
    guard head.hasPrefix("ref: ") else { return hash(head) }
    let name = String(head.dropFirst(5))
    // gitglossary(7): a branch's name lies under refs/, and no part of it is `..`.
    guard name.hasPrefix("refs/"), !name.split(separator: "/").contains("..") else { return nil }
    let common = firstLine(of: git + "/commondir").map { absolute($0, in: git) } ?? git
    for folder in [git, common] {
      if let line = firstLine(of: "\(folder)/\(name)") { return hash(line) }
    }
    let packed = text(of: common + "/packed-refs", limit: 1 << 24) ?? ""
    for line in packed.split(separator: "\n") where line.hasSuffix(" " + name) {
      if let hash = hash(String(line.dropLast(name.utf8.count + 1))) { return hash }
    }
    return nil
  }

  /// The text, where it is the name of a commit and nothing else: no other text of these files gets any further.
  private static func hash(_ text: String) -> String? {
    let isHash =
      [40, 64].contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    return isHash ? text : nil
  }

  private static func absolute(_ path: String, in folder: String) -> String {
    path.hasPrefix("/") ? path : folder + "/" + path
  }

  private static func firstLine(of path: String) -> String? {
    text(of: path, limit: 1 << 13)?.split(separator: "\n", omittingEmptySubsequences: false).first
      .map { String($0) }
  }

  /// The text of a regular file, `limit` bytes at most: a pipe or device of that name is not waited for.
  private static func text(of path: String, limit: Int) -> String? {
    let descriptor = unsafe open(path.systemPath, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var facts = stat()
    guard unsafe fstat(descriptor, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
      let bytes = try? file.read(upToCount: limit)
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}
