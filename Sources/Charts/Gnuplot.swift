import CGnuplot
import Foundation
import Text

/// One gnuplot process, from its first command to its end.
enum Gnuplot {
  /// How it ended, with the end of what it printed as an error, on one line.
  enum Outcome: Equatable {
    case succeeded(message: String)
    case failed(ChartError.Reason)
  }

  /// Runs `commands` in a gnuplot that is killed when it takes longer than `limit`.
  /// - Parameter command: an executable's name or path; no shell reads it.
  static func run(_ commands: String, command: String, limit: Duration) -> Outcome {
    if let package = unsafe gnuplot_missing_package() {
      return .failed(.builtWithout(package: unsafe String(cString: package)))
    }
    let milliseconds = limit / .milliseconds(1)
    var process: OpaquePointer?
    let opening = unsafe gnuplot_open(command, Int32(clamping: milliseconds), &process)
    guard opening == 0, let process = unsafe process else {
      return .failed(
        opening == ENOENT ? .gnuplotMissing(command: command) : .gnuplotUnreachable(systemMessage(opening)))
    }
    let bytes = commands.utf8CString.dropLast()
    let sending = unsafe bytes.withUnsafeBufferPointer { buffer in
      guard let start = buffer.baseAddress else { return Int32(0) }
      return unsafe gnuplot_send(process, start, buffer.count)
    }
    var outcome = gnuplot_outcome()
    let closing = unsafe gnuplot_close(process, &outcome)
    guard closing == 0 else { return .failed(.gnuplotUnreachable(systemMessage(closing))) }
    let message = text(&outcome)
    if outcome.timed_out != 0 { return .failed(.timeUp(seconds: limit / .seconds(1))) }
    if outcome.signal != 0 { return .failed(.gnuplotCrashed(signal: Int(outcome.signal))) }
    guard outcome.status == 0 else {
      return .failed(.gnuplotFailed(status: Int(outcome.status), message: message))
    }
    // One that ends well without reading what it was told has drawn nothing, whatever it says.
    guard sending == 0 else { return .failed(.gnuplotUnreachable(systemMessage(sending))) }
    return .succeeded(message: message)
  }

  private static func text(_ outcome: inout gnuplot_outcome) -> String {
    let raw = unsafe withUnsafeBytes(of: &outcome.message) {
      unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    let lines = raw.split(whereSeparator: \.isNewline).map { $0.trimmingCharacters(in: .whitespaces) }
    return lines.filter { !$0.isEmpty && $0 != "^" }.suffix(3).joined(separator: " ").printable
  }
}

extension Int32 {
  fileprivate init(clamping value: Double) { self = Int32(Swift.max(0, Swift.min(value, 2e9))) }
}
