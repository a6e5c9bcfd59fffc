import Analysis
import Foundation
import Results
import Text
import Timing

/// Where the program prints: results to standard output, progress and notes to standard error.
struct Terminal: Sendable {
  /// Columns for results; 80 where it is not a terminal.
  let width: Int
  /// Whether results are coloured.
  let color: Bool
  /// Whether a progress line may be drawn.
  let showsProgress: Bool
  /// The descriptor that results go to.
  private let output: Int32
  private let wish: ColorWish

  init() {
    self.init(output: 1, .auto)
  }

  /// The same terminal, for results while the CSV takes standard output.
  var onStandardError: Terminal { Terminal(output: 2, wish) }

  /// The same terminal with or without colours.
  func colored(_ wish: ColorWish) -> Terminal { Terminal(output: output, wish) }

  private init(output: Int32, _ wish: ColorWish) {
    self.output = output
    self.wish = wish
    let environment = ProcessInfo.processInfo.environment
    let isTerminal = isatty(output) == 1
    width = isTerminal ? Terminal.columns(of: output) ?? 80 : 80
    color = wish.isColored(isTerminal: isTerminal, environment: environment)
    showsProgress = isatty(2) == 1 && environment["TERM"] != "dumb"
  }

  private static func columns(of descriptor: Int32) -> Int? {
    var size = winsize()
    guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// The columns of standard error, for the progress line.
  var progressWidth: Int { Terminal.columns(of: 2) ?? 80 }

  /// Writes a result for people: nothing of it but our own marks can move the terminal.
  func write(_ text: String) throws(FileError) { try send(text.forTerminal(color: color)) }

  /// Writes a result for programs: as it is, but for a terminal, where people read it.
  func writeData(_ text: String) throws(FileError) {
    try send(isatty(output) == 1 ? text.forTerminal(color: false) : text)
  }

  /// Writes paths, a line each: for programs as the bytes that they are.
  func writePaths(_ paths: [String]) throws(FileError) {
    let text = paths.map { $0 + "\n" }.joined()
    try isatty(output) == 1 ? write(text) : send(text.systemBytes)
  }

  private func send(_ text: String) throws(FileError) { try send(Array(text.utf8)) }

  private func send(_ bytes: [UInt8]) throws(FileError) {
    guard !bytes.isEmpty else { return }
    do throws(FileError) {
      try (output == 1 ? TextOutput.standardOutput : TextOutput.standardError).write(bytes)
    } catch {
      // A reader that has seen enough, such as head, is no error.
      if case .system(_, _, EPIPE, _) = error { return }
      throw error
    }
  }

  /// Writes a line to standard error. An error there has nowhere to be reported.
  func note(_ line: String) {
    try? TextOutput.standardError.write(line.forTerminal(color: false) + "\n")
  }

  /// Writes a finding with its remedy to standard error, broken at 100 columns at most.
  func note(_ finding: Finding) {
    let lines = wrapped(finding.description, first: "", indent: 2, width: min(max(width, 40), 100))
    note(lines.joined(separator: "\n"))
  }

  /// Replaces the progress line; an empty text removes it.
  func progress(_ text: String) {
    try? TextOutput.standardError.write(
      "\r\u{1B}[K" + text.printable.prefix(columns: max(progressWidth - 1, 0)))
  }
}
