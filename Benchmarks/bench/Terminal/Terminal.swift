import Foundation
import Results

/// Where the program prints: results to standard output, progress and notes to standard error.
struct Terminal: Sendable {
  /// Columns of standard output; 80 where it is not a terminal.
  let width: Int
  /// Whether results may be coloured: on a terminal, unless `NO_COLOR` is set.
  let color: Bool
  /// Whether a progress line may be drawn.
  let showsProgress: Bool

  init() {
    let environment = ProcessInfo.processInfo.environment
    let isTerminal = isatty(1) == 1
    width = isTerminal ? Terminal.columns(of: 1) ?? 80 : 80
    let noColor = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    color = isTerminal && !noColor && environment["TERM"] != "dumb"
    showsProgress = isatty(2) == 1 && environment["TERM"] != "dumb"
  }

  private static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// The columns of standard error, for the progress line.
  var progressWidth: Int { Terminal.columns(of: 2) ?? 80 }

  /// Writes a result to standard output.
  func write(_ text: String) throws(FileError) {
    try TextOutput.standardOutput.write(text)
  }

  /// Writes a line to standard error. An error there has nowhere to be reported.
  func note(_ line: String) {
    try? TextOutput.standardError.write(line + "\n")
  }

  /// Replaces the progress line; an empty text removes it.
  func progress(_ text: String) {
    try? TextOutput.standardError.write("\r\u{1B}[K" + String(text.prefix(max(progressWidth - 1, 0))))
  }
}
