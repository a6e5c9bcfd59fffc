/// Marks text for a terminal, or leaves it alone.
///
/// The marks are scalars that no text has (noncharacters of Unicode); ``Swift/String/forTerminal(color:)`` makes the
/// terminal's codes of them. So whatever else looks like a code is text, and is shown as text.
package struct Style: Sendable {
  /// Whether anything is marked.
  package let color: Bool

  package init(color: Bool) { self.color = color }

  package func bold(_ text: String) -> String { marked(text, .bold) }
  package func dim(_ text: String) -> String { marked(text, .dim) }
  package func notable(_ text: String) -> String { marked(text, .yellow) }
  package func bad(_ text: String) -> String { marked(text, .red) }

  private func marked(_ text: String, _ mark: Mark) -> String {
    color && !text.isEmpty ? mark.text + text + Mark.end.text : text
  }
}

private enum Mark: UInt32, CaseIterable {
  case end = 0xfdd0
  case bold, dim, yellow, red

  var text: String { Unicode.Scalar(rawValue).map { String($0) } ?? "" }

  var code: String {
    switch self {
    case .end: "\u{1B}[0m"
    case .bold: "\u{1B}[1m"
    case .dim: "\u{1B}[2m"
    case .yellow: "\u{1B}[33m"
    case .red: "\u{1B}[31m"
    }
  }
}

extension String {
  /// The text as a terminal may get it: control characters and bytes that are
  /// no text are written out, but for line ends, and marks of ``Style``
  /// become codes, or nothing where there is no `color`. The only door to a terminal.
  package func forTerminal(color: Bool) -> String {
    var text = ""
    for scalar in unicodeScalars {
      if scalar == "\n" {
        text.unicodeScalars.append(scalar)
      } else if let mark = Mark(rawValue: scalar.value) {
        if color { text += mark.code }
      } else {
        text += scalar.isControl || scalar.rawByte != nil ? String(scalar).printable : String(scalar)
      }
    }
    return text
  }

  /// The text without spaces at its end.
  package var trimmedEnd: String {
    var text = self
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }

  /// The text with spaces at its end, in so many columns of a terminal at least.
  package func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - columns))
  }
}
