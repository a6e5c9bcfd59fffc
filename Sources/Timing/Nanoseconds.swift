/// A length of time in whole nanoseconds, −2⁶³ … 2⁶³ − 1.
///
/// Parses and prints the durations of the command line: `1.5ms`, `10us`, `2h`.
package struct Nanoseconds: Hashable, Sendable {
  /// The number of nanoseconds.
  package var count: Int64

  /// Creates a length of `count` nanoseconds.
  package init(_ count: Int64) {
    self.count = count
  }

  /// No time at all.
  package static let zero = Nanoseconds(0)

  /// `count` nanoseconds; traps on overflow, so for constants only.
  package static func ns(_ count: Int64) -> Nanoseconds { Nanoseconds(count) }

  /// `count` microseconds; traps on overflow, so for constants only.
  package static func us(_ count: Int64) -> Nanoseconds { Nanoseconds(count * 1_000) }

  /// `count` milliseconds; traps on overflow, so for constants only.
  package static func ms(_ count: Int64) -> Nanoseconds { Nanoseconds(count * 1_000_000) }

  /// `count` seconds; traps on overflow, so for constants only.
  package static func s(_ count: Int64) -> Nanoseconds { Nanoseconds(count * 1_000_000_000) }

  /// The length in seconds, rounded to the nearest `Double`.
  package var seconds: Double { Double(count) / 1e9 }
}

extension Nanoseconds: Comparable {
  package static func < (left: Nanoseconds, right: Nanoseconds) -> Bool { left.count < right.count }
}

/// The units of the command line, longest last.
private let units: [(name: String, nanoseconds: Int64)] = [
  ("ns", 1), ("us", 1_000), ("ms", 1_000_000), ("s", 1_000_000_000),
  ("m", 60_000_000_000), ("h", 3_600_000_000_000),
]

extension Nanoseconds: CustomStringConvertible {
  /// The exact value in the largest unit up to seconds that needs no more than three decimals: `1.5ms`.
  package var description: String {
    guard count != 0 else { return "0ns" }
    let magnitude = count.magnitude
    let candidates = units.prefix { $0.name != "m" }
    let unit =
      candidates.last {
        magnitude >= UInt64($0.nanoseconds) && magnitude % UInt64(max($0.nanoseconds / 1000, 1)) == 0
      }
      ?? ("ns", 1)
    let scale = UInt64(unit.nanoseconds)
    let (whole, rest) = magnitude.quotientAndRemainder(dividingBy: scale)
    var text = (count < 0 ? "-" : "") + String(whole)
    if rest > 0 {
      var thousandths = String(rest / (scale / 1000))
      thousandths = String(repeating: "0", count: 3 - thousandths.count) + thousandths
      while thousandths.hasSuffix("0") { thousandths.removeLast() }
      text += "." + thousandths
    }
    return text + unit.name
  }
}

/// Why a text is not a duration.
package enum DurationError: Error, Equatable, Sendable {
  /// Not digits, an optional fraction and a unit.
  case malformed
  /// A bare number.
  case noUnit
  /// A unit that does not exist; the payload is what stood there.
  case unknownUnit(String)
  /// More than 2⁶³ − 1 ns.
  case tooLarge
  /// Not zero, but less than half a nanosecond.
  case roundsToZero
  /// Below zero.
  case negative
}

extension DurationError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .malformed: "not a duration: write digits and a unit, such as 1.5ms"
    case .noUnit: "a duration needs a unit: ns, us, ms, s, m or h"
    case .unknownUnit(let unit): "unknown unit '\(unit)': use ns, us, ms, s, m or h"
    case .tooLarge: "too long: the clock counts 9223372036 s at most"
    case .roundsToZero: "rounds to 0 ns"
    case .negative: "a duration cannot be negative"
    }
  }
}

extension Nanoseconds {
  /// Parses digits, an optional `.` fraction and a unit; rounds half up to a whole nanosecond.
  ///
  /// The arithmetic is on integers, so `1.5ms` is exactly 1,500,000 ns. `0` needs no unit.
  /// - Throws: ``DurationError``.
  package init(parsing text: some StringProtocol) throws(DurationError) {
    let text = Substring(text)
    if text.hasPrefix("-") { throw .negative }
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unitName = String(text.dropFirst(number.count))
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }) else { throw .malformed }
    if unitName.isEmpty {
      guard number.allSatisfy({ $0 == "0" || $0 == "." }) else { throw .noUnit }
      self = .zero
      return
    }
    // As reports write it: with the micro sign, or the Greek letter that looks alike.
    let spelled = unitName == "\u{B5}s" || unitName == "\u{3BC}s" ? "us" : unitName
    guard let unit = units.first(where: { $0.name == spelled }) else {
      throw unitName.allSatisfy { $0.isASCII && $0.isLetter } && !unitName.hasPrefix("e")
        ? .unknownUnit(unitName) : .malformed
    }
    self = try Nanoseconds(
      whole: parts[0], fraction: parts.count == 2 ? parts[1] : "0", unit: unit.nanoseconds)
  }

  private init(whole: Substring, fraction: Substring, unit: Int64) throws(DurationError) {
    guard let units = Int64(whole) else { throw .tooLarge }
    let (nanoseconds, overflow) = units.multipliedReportingOverflow(by: unit)
    guard !overflow else { throw .tooLarge }
    // The largest unit has 13 digits, so 15 decimals of it decide the rounding and fit 128 bits.
    let digits = fraction.prefix(15)
    let numerator = Int128(digits) ?? 0
    let denominator = digits.reduce(Int128(1)) { power, _ in power * 10 }
    let part = (numerator * Int128(unit) * 2 + denominator) / (denominator * 2)
    let (sum, carry) = nanoseconds.addingReportingOverflow(Int64(part))
    guard !carry else { throw .tooLarge }
    let isZero = units == 0 && fraction.allSatisfy { $0 == "0" }
    if sum == 0 && !isZero { throw .roundsToZero }
    self.init(sum)
  }
}
