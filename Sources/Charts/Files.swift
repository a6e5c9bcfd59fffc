import Foundation
import Results
import Text

/// A path that gnuplot takes for a file: one that begins with `<`, `|`, `-`, `+` or `~` means something else to it.
func absolute(_ path: String) -> String {
  path.hasPrefix("/") ? path : ScratchFolder.currentFolder() + "/" + path
}

/// Whether two paths lead to the same file, by whatever names.
func areSame(_ path: String, _ other: String) -> Bool {
  var (one, two) = (stat(), stat())
  guard unsafe stat(path.systemPath, &one) == 0, unsafe stat(other.systemPath, &two) == 0 else {
    return path == other
  }
  return one.st_dev == two.st_dev && one.st_ino == two.st_ino
}

private func lastError() -> String { systemMessage(errno) }

/// Why a path is not a file that can be read; `nil` when it is.
func problem(reading path: String) -> String? {
  let descriptor = unsafe open(path.systemPath, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
  guard descriptor >= 0 else { return lastError() }
  defer { _ = close(descriptor) }
  var facts = stat()
  guard unsafe fstat(descriptor, &facts) == 0 else { return lastError() }
  return facts.st_mode & S_IFMT == S_IFREG ? nil : "not a file"
}

/// Whether an image begins and ends as its format does.
func isWhole(_ image: [UInt8], _ format: ChartFormat) -> Bool {
  let (first, last) = (
    String(decoding: image.prefix(64), as: UTF8.self), String(decoding: image.suffix(64), as: UTF8.self)
  )
  return switch format {
  case .svg:
    first.hasPrefix("<?xml") && last.trimmingCharacters(in: .whitespacesAndNewlines).hasSuffix("</svg>")
  case .png: image.starts(with: [0x89, 0x50, 0x4e, 0x47]) && last.contains("IEND")
  case .pdf: first.hasPrefix("%PDF") && last.contains("%%EOF")
  }
}
