/// A CSV by RFC 4180 as gnuplot reads it.
///
/// gnuplot ends a text at a comma and splits a field at a doubled quote even where it is quoted, and takes a
/// backslash for an escape. Within a field a comma becomes `‚`, a quote `″`, a backslash `∖`, and what ends a line or
/// moves a terminal a space; every other character stays. Comments stay as they are.
package struct PlainTable: Hashable, Sendable {
  /// The text, each line ended by `\n`.
  package let text: String

  /// Rewrites `csv`, in which a record may go over several lines.
  package init(csv: String) {
    var reader = FieldReader()
    for scalar in csv.unicodeScalars { reader.take(scalar) }
    reader.endRecord()
    text = reader.text
  }
}

/// A character of a label as gnuplot can read it within a quoted field.
func plain(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
  switch scalar {
  case ",": "\u{201A}"
  case "\"": "\u{2033}"
  case "\\": "\u{2216}"
  default: isControl(scalar) ? " " : scalar
  }
}

/// The fields of a CSV, written again as they end.
private struct FieldReader {
  private(set) var text = ""
  private var field = String.UnicodeScalarView()
  private var isQuoted = false
  private var sawQuote = false
  private var isEmpty = true

  mutating func take(_ scalar: Unicode.Scalar) {
    if isComment {
      field.append(scalar)
      if scalar == "\n" { endComment() }
      return
    }
    if scalar == "\"" {
      // The second of two quotes is one of the field's own.
      if sawQuote { field.append(plain("\"")) }
      sawQuote = isQuoted && !sawQuote
      if !isQuoted {
        isQuoted = true
        isEmpty = false
      }
      return
    }
    if sawQuote {
      isQuoted = false
      sawQuote = false
    }
    switch scalar {
    case ",", "\n", "\r":
      if isQuoted {
        field.append(plain(scalar))
      } else if scalar == "," {
        endField()
        text += ","
        isEmpty = false
      } else {
        endRecord()
      }
    default:
      field.append(plain(scalar))
      isEmpty = false
    }
  }

  private var isComment: Bool {
    !isQuoted && field.first == "#" && (text.isEmpty || text.hasSuffix("\n"))
  }

  private mutating func endComment() {
    text += String(field)
    field = String.UnicodeScalarView()
    isEmpty = true
  }

  private mutating func endField() {
    let isPlain = field.allSatisfy {
      $0.isASCII && ($0.properties.isAlphabetic || "0123456789.+-_".unicodeScalars.contains($0))
    }
    text += isPlain ? String(field) : "\"\(String(field))\""
    field = String.UnicodeScalarView()
    isQuoted = false
    sawQuote = false
  }

  mutating func endRecord() {
    if isComment {
      endComment()
      return
    }
    guard !isEmpty else { return }
    endField()
    text += "\n"
    isEmpty = true
  }
}
