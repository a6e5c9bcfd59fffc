import Text
import Timing

/// Text as gnuplot's commands are written.
enum GnuplotText {
  /// An expression whose value is exactly `text`, whatever it holds.
  ///
  /// Between single quotes gnuplot takes everything as it stands, backquotes, `@` and `\` included ("help quotes"),
  /// except a line end and the quote itself; those are joined to the rest as octal escapes of double-quoted strings.
  /// A doubled quote would not do: where it comes first, gnuplot 5.4 reads an empty string and goes on behind it.
  static func literal(_ text: String) -> String {
    var parts: [String] = []
    var run = ""
    func flush() {
      if !run.isEmpty { parts.append("'\(run)'") }
      run = ""
    }
    for scalar in text.unicodeScalars {
      if scalar.value < 0x20 || scalar.value == 0x7f || scalar == "'" || scalar.rawByte != nil {
        flush()
        let octal = String(scalar.rawByte.map(UInt32.init) ?? scalar.value, radix: 8)
        parts.append("\"\\\(String(repeating: "0", count: 3 - octal.count))\(octal)\"")
      } else {
        run.unicodeScalars.append(scalar)
      }
    }
    flush()
    return parts.isEmpty ? "''" : parts.joined(separator: ".")
  }

  /// A line that sets a variable.
  static func assignment(_ name: String, _ value: String) -> String {
    "\(name) = \(literal(value))\n"
  }
}
