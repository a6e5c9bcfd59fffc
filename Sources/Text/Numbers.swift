/// Numbers as text for people: ASCII digits, a point, never NaN; what is unknown is a dash.
package enum Numbers {
  /// What stands for an unknown value.
  package static let unknown = "–"

  /// A number with `decimals` places, halves away from zero.
  package static func fixed(_ value: Double, _ decimals: Int) -> String {
    guard value.isFinite else { return unknown }
    let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
    let scaled = (abs(value) * scale).rounded()
    guard scaled < 9e15 else { return "\(value)" }
    let digits = String(Int64(scaled))
    let padded = String(repeating: "0", count: max(0, decimals + 1 - digits.count)) + digits
    let sign = value < 0 && scaled > 0 ? "-" : ""
    return sign + (decimals == 0 ? padded : "\(padded.dropLast(decimals)).\(padded.suffix(decimals))")
  }

  /// A number with `decimals` places at most: `1.5` and not `1.50`.
  package static func short(_ value: Double, _ decimals: Int) -> String {
    var text = fixed(value, decimals)
    guard text.contains("."), !text.contains("e") else { return text }
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  /// A number with as many digits as tell it from every other.
  package static func shortest(_ value: Double) -> String {
    let text = "\(value)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// A number with three significant digits: `0`, `0.0123`, `1.23`, `123`, `12300`.
  package static func significant(_ value: Double) -> String {
    guard value.isFinite else { return unknown }
    var decimals = 2
    var magnitude = abs(value)
    if magnitude == 0 { return "0" }
    while magnitude < 0.9995, decimals < 6 {
      magnitude *= 10
      decimals += 1
    }
    while magnitude >= 9.995, decimals > 0 {
      magnitude /= 10
      decimals -= 1
    }
    return fixed(value, decimals)
  }

  /// A time in nanoseconds with three significant digits in the unit that fits: `850ns`, `62.1µs`, `1.24ms`, `20.0s`.
  package static func time(_ nanoseconds: Double) -> String {
    guard nanoseconds.isFinite else { return unknown }
    let magnitude = abs(nanoseconds)
    if magnitude == 0 { return "0" }
    if magnitude < 999.5 {
      return
        (magnitude < 99.95 && magnitude != magnitude.rounded()
        ? significant(nanoseconds) : fixed(nanoseconds, 0))
        + "ns"
    }
    let units = [(1e3, "µs"), (1e6, "ms"), (1e9, "s")]
    let unit = units.first { magnitude < 999.5 * $0.0 } ?? (1e9, "s")
    return significant(nanoseconds / unit.0) + unit.1
  }

  /// A time in the same units to the nanosecond, for sums that have to come out: `126.598µs`, `1.000002000s`.
  package static func exactTime(_ nanoseconds: Int64) -> String {
    let value = Double(nanoseconds)
    return switch nanoseconds.magnitude {
    case 0: "0"
    case ..<1_000: "\(nanoseconds)ns"
    case ..<1_000_000: fixed(value / 1e3, 3) + "µs"
    case ..<1_000_000_000: fixed(value / 1e6, 6) + "ms"
    default: fixed(value / 1e9, 9) + "s"
    }
  }

  package static func time(_ nanoseconds: Int64?) -> String {
    nanoseconds.map { time(Double($0)) } ?? unknown
  }

  package static func time(_ nanoseconds: Double?) -> String {
    nanoseconds.map { time($0) } ?? unknown
  }

  /// A share as a percentage with three significant digits.
  package static func percent(_ share: Double?) -> String {
    share.map { significant($0 * 100) + "%" } ?? unknown
  }

  /// A whole number in groups of three: `1,234,567`.
  package static func count(_ value: Int64) -> String {
    var digits = String(value.magnitude)
    var groups: [String] = []
    while digits.count > 3 {
      groups.append(String(digits.suffix(3)))
      digits.removeLast(3)
    }
    return (value < 0 ? "-" : "") + ([digits] + groups.reversed()).joined(separator: ",")
  }

  /// A count with its noun: `1 callback`, `1,200 callbacks`.
  /// - Parameter many: the noun of several; by default with an `s`.
  package static func counted(_ count: some BinaryInteger, _ one: String, _ many: String? = nil) -> String {
    "\(self.count(Int64(clamping: count))) \(count == 1 ? one : many ?? one + "s")"
  }

  /// Parts per million: two decimals below ten, one below a hundred.
  package static func ppm(_ value: Double) -> String {
    fixed(value, abs(value) < 9.995 ? 2 : abs(value) < 99.95 ? 1 : 0)
  }
}
