import Foundation
import Text

/// A path that gnuplot takes for a file: one that begins with `<`, `|`, `-`, `+` or `~` means something else to it.
func absolute(_ path: String) -> String {
  path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
}

/// The path without symbolic links, for comparing.
func resolved(_ path: String) -> String {
  URL(filePath: path).resolvingSymlinksInPath().standardizedFileURL.path(percentEncoded: false)
}

/// The last part of a path.
func fileName(_ path: String) -> String {
  String(path.split(separator: "/").last ?? "")
}

private func lastError() -> String { systemMessage(errno) }

/// Why a path is not a file that can be read; `nil` when it is.
func problem(reading path: String) -> String? {
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else { return lastError() }
  defer { _ = close(descriptor) }
  var facts = stat()
  guard unsafe fstat(descriptor, &facts) == 0 else { return lastError() }
  return facts.st_mode & S_IFMT == S_IFREG ? nil : "not a file"
}

/// Why a file cannot be created or emptied; `nil` when it was.
func problem(creating path: String) -> String? {
  let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
  guard descriptor >= 0 else { return lastError() }
  _ = close(descriptor)
  return nil
}

/// Why a file cannot take another's name; `nil` when it did.
func problem(renaming old: String, to new: String) -> String? {
  unsafe rename(old, new) == 0 ? nil : lastError()
}

/// Whether the file begins and ends as its format does.
func isWhole(_ path: String, _ format: ChartFormat) -> Bool {
  guard let file = FileHandle(forReadingAtPath: path) else { return false }
  defer { try? file.close() }
  guard let head = try? file.read(upToCount: 64), let end = try? file.seekToEnd(), end > 0,
    (try? file.seek(toOffset: end > 64 ? end - 64 : 0)) != nil, let tail = try? file.readToEnd()
  else { return false }
  let (first, last) = (String(decoding: head, as: UTF8.self), String(decoding: tail, as: UTF8.self))
  return switch format {
  case .svg:
    first.hasPrefix("<?xml") && last.trimmingCharacters(in: .whitespacesAndNewlines).hasSuffix("</svg>")
  case .png: head.starts(with: [0x89, 0x50, 0x4e, 0x47]) && last.contains("IEND")
  case .pdf: first.hasPrefix("%PDF") && last.contains("%%EOF")
  }
}

/// Why a file cannot be written anew with what `change` makes of its text; `nil` when it was.
func problem(rewriting path: String, _ change: (String) -> String) -> String? {
  do {
    let file = URL(filePath: path)
    try Data(change(String(decoding: try Data(contentsOf: file), as: UTF8.self)).utf8).write(to: file)
    return nil
  } catch {
    return (error as? CocoaError)?.localizedDescription ?? "\(error)"
  }
}
