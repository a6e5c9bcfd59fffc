/// Breaks a text at spaces into lines of at most `width` columns; a longer word has a line of its own. Control characters
/// are written out, so that a text cannot begin a line itself.
/// - Parameters:
///   - first: what stands before the text on the first line; as a rule the indent.
///   - indent: how many spaces stand before it on the others.
package func wrapped(_ text: String, first: String? = nil, indent: Int = 0, width: Int = 80) -> [String] {
  let margin = String(repeating: " ", count: indent)
  var lines: [String] = []
  var line = first ?? margin
  var isEmpty = true
  for word in text.printable.split(separator: " ") {
    if !isEmpty, line.columns + 1 + word.columns > width {
      lines.append(line)
      line = margin
      isEmpty = true
    }
    line += isEmpty ? String(word) : " " + word
    isEmpty = false
  }
  return lines + [line]
}

/// The same as one text that ends in a newline.
package func paragraph(_ text: String, first: String? = nil, indent: Int = 0, width: Int = 80) -> String {
  wrapped(text, first: first, indent: indent, width: width).joined(separator: "\n") + "\n"
}
