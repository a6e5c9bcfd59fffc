import Timing

/// A limit on a figure: `p99<2ms`, `missed=0`, `early<=0.1%`, `drift<5ppm`.
package struct Budget: Hashable, Sendable {
  /// How the figure must stand to the limit.
  package enum Relation: String, Hashable, Sendable {
    case below = "<"
    case atMost = "<="
    case equal = "="

    func holds<Value: Comparable>(_ value: Value, _ limit: Value) -> Bool {
      switch self {
      case .below: value < limit
      case .atMost: value <= limit
      case .equal: value == limit
      }
    }
  }

  /// What the figure is held against.
  package enum Limit: Hashable, Sendable {
    /// A length of time.
    case time(Nanoseconds)
    /// A number of slots or callbacks.
    case count(Int64)
    /// A share of them in millionths of a percent, 0 … 100,000,000.
    case share(Int64)
    /// Millionths of a part per million.
    case drift(Int64)
  }

  /// Which figure.
  package let metric: Metric
  /// How it must stand.
  package let relation: Relation
  /// To what.
  package let limit: Limit
  /// The text it was read from.
  package let text: String
}

extension Budget: CustomStringConvertible {
  package var description: String { text }
}

extension Budget {
  /// Parses `METRIC<VALUE`, `METRIC<=VALUE` or `METRIC=VALUE`.
  /// - Throws: ``ParseError`` that names what is wrong, and what is allowed.
  package init(parsing text: some StringProtocol) throws(ParseError) {
    let text = String(text.filter { $0 != " " })
    let name = text.prefix { $0 != "<" && $0 != "=" && $0 != ">" }
    let rest = text.dropFirst(name.count)
    guard let relation = ["<=", "<", "="].first(where: { rest.hasPrefix($0) }) else {
      throw ParseError(
        "'\(text)' is no limit: write METRIC<VALUE, METRIC<=VALUE or METRIC=VALUE, as in p99<2ms")
    }
    let metric = try Metric(parsing: name, of: Metric.all)
    self.metric = metric
    self.relation = Relation(rawValue: relation) ?? .below
    self.limit = try Self.limit(rest.dropFirst(relation.count), for: metric)
    self.text = text
  }

  private static func limit(_ value: Substring, for metric: Metric) throws(ParseError) -> Limit {
    let problem: String
    switch metric.kind {
    case .time:
      do throws(DurationError) {
        return .time(try Nanoseconds(parsing: value))
      } catch {
        problem = error.description
      }
    case .count:
      if value.hasSuffix("%") {
        if let share = millionths(value.dropLast()), share <= 100_000_000 { return .share(share) }
      } else if !value.isEmpty, value.allSatisfy({ $0.isASCII && $0.isNumber }), let count = Int64(value) {
        return .count(count)
      }
      problem = "write a whole number, or a share from 0% to 100%"
    case .drift:
      if value.hasSuffix("ppm"), let drift = millionths(value.dropLast(3)) { return .drift(drift) }
      problem = "write parts per million, as in 5ppm"
    }
    throw ParseError("'\(value)' is no value for \(metric): \(problem)")
  }
}

/// Parses digits and an optional fraction into millionths; `nil` for anything else, beyond 10⁹ or six decimals.
func millionths(_ text: some StringProtocol) -> Int64? {
  let parts = text.split(separator: ".", omittingEmptySubsequences: false)
  guard (1...2).contains(parts.count), parts[0].count <= 9,
    parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { $0.isASCII && $0.isNumber } })
  else { return nil }
  let decimals = parts.count == 2 ? String(parts[1]) : ""
  guard decimals.count <= 6 else { return nil }
  return Int64(parts[0] + decimals + String(repeating: "0", count: 6 - decimals.count))
}
