/// A name as the part of a path: what is not a letter, digit, dot, dash or underscore becomes a dash.
func fileName(_ name: String) -> String {
  let safe = name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "-" }
  let text = String(safe.prefix(120))
  return text.allSatisfy { $0 == "." } ? "machine" : text
}
