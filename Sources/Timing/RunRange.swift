/// What may be asked of a run: the one home of ranges, for the command line and for suites.
package enum RunRange {
  /// Distances between deadlines.
  package static let interval: ClosedRange<Nanoseconds> = .us(1)...(.s(24 * 3_600))
  /// Leeways that are lengths.
  package static let leeway: ClosedRange<Nanoseconds> = .zero...(.s(24 * 3_600))
  /// How long a run is measured.
  package static let duration: ClosedRange<Nanoseconds> = .us(1)...(.s(30 * 24 * 3_600))
  /// How long a run goes before its callbacks count.
  package static let warmup: ClosedRange<Nanoseconds> = .zero...(.s(3_600))
  /// How many callbacks a run measures.
  package static let callbacks = 1...1_000_000_000
  /// How often each combination is measured.
  package static let repetitions = 1...10_000
  /// How many timers run at once.
  package static let timers = 1...10_000
  /// How many runs an invocation makes: more than anyone waits for.
  package static let runs = 1...1_000_000
}

extension Nanoseconds {
  /// Parses a duration within a range; the error names the range.
  /// - Parameter zero: whether none at all is allowed besides.
  package init(
    parsing text: some StringProtocol, in range: ClosedRange<Nanoseconds>, zero: Bool = false
  ) throws(ParseError) {
    let allowed = Nanoseconds.words(for: range, zero: zero)
    do throws(DurationError) {
      self = try Nanoseconds(parsing: text)
    } catch {
      throw ParseError("\(error) (range: \(allowed))")
    }
    guard range.contains(self) || (zero && self == .zero) else {
      throw ParseError("out of range: \(allowed)")
    }
  }

  /// `0, or 10ms to 1h`.
  package static func words(for range: ClosedRange<Nanoseconds>, zero: Bool = false) -> String {
    let least = range.lowerBound == .zero ? "0" : "\(range.lowerBound)"
    return "\(zero ? "0, or " : "")\(least) to \(longWords(range.upperBound))"
  }

  private static func longWords(_ length: Nanoseconds) -> String {
    let hour: Int64 = 3_600_000_000_000
    return length.count >= hour && length.count % hour == 0 ? "\(length.count / hour)h" : "\(length)"
  }
}

extension Leeway {
  /// Parses a leeway of at most the interval, or of ``RunRange/leeway``.
  package init(asked text: String) throws(ParseError) {
    self =
      text.hasSuffix("%")
      ? try Leeway(parsing: text) : .fixed(try Nanoseconds(parsing: text, in: RunRange.leeway))
  }
}

/// Parses a whole number within a range; the error names the range.
package func parseNumber(_ text: String, _ range: ClosedRange<Int>) throws(ParseError) -> Int {
  guard !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }), let value = Int(text),
    range.contains(value)
  else { throw ParseError("not a whole number from \(range.lowerBound) to \(range.upperBound)") }
  return value
}
