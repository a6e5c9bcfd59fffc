/// How much a timer may be late to share a wakeup, as asked for.
package enum Leeway: Hashable, Sendable {
  /// A fixed length, zero or more.
  case fixed(Nanoseconds)
  /// Hundredths of a percent of the interval, 0 … 10,000.
  case share(basisPoints: Int64)

  /// The length for a timer of `interval`, rounded down to a whole nanosecond.
  package func resolved(for interval: Nanoseconds) -> Nanoseconds {
    switch self {
    case .fixed(let length): length
    case .share(let basisPoints):
      Nanoseconds(Int64(Int128(interval.count) * Int128(basisPoints) / 10_000))
    }
  }
}

extension Leeway {
  /// Parses `1ms`, `0` or `10%`.
  /// - Throws: ``ParseError`` naming what is wrong and the range.
  package init(parsing text: some StringProtocol) throws(ParseError) {
    if text.hasSuffix("%") {
      self = .share(basisPoints: try basisPoints(text, upTo: 100))
    } else {
      do throws(DurationError) {
        self = .fixed(try Nanoseconds(parsing: text))
      } catch {
        throw ParseError(String(describing: error))
      }
    }
  }
}

/// Parses `12.5%` into 1250 hundredths of a percent.
func basisPoints(
  _ text: some StringProtocol, upTo limit: Int64, above: String = ""
) throws(ParseError) -> Int64 {
  let parts = text.dropLast().split(separator: ".", omittingEmptySubsequences: false)
  let range = "\(above)0% to \(limit)%, with two decimals at most"
  guard (1...2).contains(parts.count), text.hasSuffix("%"),
    parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } }),
    parts.count == 1 || parts[1].count <= 2
  else { throw ParseError("not a percentage: write \(range)") }
  let fraction = parts.count == 2 ? (parts[1] + "0").prefix(2) : "00"
  guard parts[0].count <= 9, let value = Int64(parts[0] + fraction), value <= limit * 100 else {
    throw ParseError("out of range: \(range)")
  }
  return value
}

/// Prints 1250 hundredths of a percent as `12.5%`.
func percentage(_ basisPoints: Int64) -> String {
  let (whole, rest) = basisPoints.quotientAndRemainder(dividingBy: 100)
  if rest == 0 { return "\(whole)%" }
  return rest % 10 == 0 ? "\(whole).\(rest / 10)%" : "\(whole).\(rest < 10 ? "0" : "")\(rest)%"
}
