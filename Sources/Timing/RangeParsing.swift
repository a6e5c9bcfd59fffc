extension Nanoseconds {
  /// Parses a duration within a range; the error names the range.
  /// - Parameter zero: whether none at all is allowed besides.
  package init(
    parsing text: some StringProtocol, in range: ClosedRange<Nanoseconds>, zero: Bool = false
  ) throws(ParseError) {
    let allowed = "\(zero ? "0, or " : "")\(range.words)"
    do throws(DurationError) {
      self = try Nanoseconds(parsing: text)
    } catch {
      throw ParseError("\(error) (range: \(allowed))")
    }
    guard range.contains(self) || (zero && self == .zero) else {
      throw ParseError("out of range: \(allowed)")
    }
  }
}

extension Leeway {
  /// Parses a leeway of at most the interval, or of ``Plan/leeways``.
  package init(asked text: String) throws(ParseError) {
    self =
      text.hasSuffix("%")
      ? try Leeway(parsing: text) : .fixed(try Nanoseconds(parsing: text, in: Plan.leeways))
  }
}

/// Parses a whole number within a range; the error names the range.
package func parseNumber(_ text: String, _ range: ClosedRange<Int>) throws(ParseError) -> Int {
  guard !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }), let value = Int(text),
    range.contains(value)
  else { throw ParseError("not a whole number from \(range.lowerBound) to \(range.upperBound)") }
  return value
}
