/// Breaks a text at spaces so that no line is longer than the width, words that are longer apart.
package func wrapped(_ text: String, indent: Int, first: String? = nil, width: Int = 80) -> [String] {
  let margin = String(repeating: " ", count: indent)
  var lines: [String] = []
  var line = first ?? margin
  var isEmpty = true
  for word in text.split(separator: " ") {
    if !isEmpty, line.count + 1 + word.count > width {
      lines.append(line)
      line = margin
      isEmpty = true
    }
    line += isEmpty ? String(word) : " " + word
    isEmpty = false
  }
  return lines + [line]
}
