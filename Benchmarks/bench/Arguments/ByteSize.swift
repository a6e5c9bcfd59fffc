import Timing

private let decimalUnits: KeyValuePairs<String, Int64> = [
  "TB": 1_000_000_000_000, "GB": 1_000_000_000, "MB": 1_000_000, "kB": 1_000,
]
private let binaryUnits: KeyValuePairs<String, Int64> = [
  "TiB": 1 << 40, "GiB": 1 << 30, "MiB": 1 << 20, "KiB": 1 << 10,
]

/// Parses a size in bytes: digits and a unit, such as `100MB` or `1GiB`.
/// - Throws: ``ParseError`` for anything else, and outside `range`.
func parseSize(_ text: String, _ range: ClosedRange<Int64>) throws(ParseError) -> Int64 {
  let digits = text.prefix { $0.isASCII && $0.isNumber }
  let units = Array(decimalUnits) + Array(binaryUnits)
  let bounds = "\(sizeText(range.lowerBound)) to \(sizeText(range.upperBound))"
  guard let unit = units.first(where: { $0.key == text.dropFirst(digits.count) }), !digits.isEmpty else {
    throw ParseError(
      "not a size: digits with a unit, \(units.map(\.key).joined(separator: ", ")) (range: \(bounds))")
  }
  guard let number = Int64(digits) else { throw ParseError("out of range: \(bounds)") }
  let (size, overflow) = number.multipliedReportingOverflow(by: unit.value)
  guard !overflow, range.contains(size) else { throw ParseError("out of range: \(bounds)") }
  return size
}

/// A size in the largest decimal unit that gives a whole number.
private func sizeText(_ bytes: Int64) -> String {
  guard let unit = decimalUnits.first(where: { bytes % $0.value == 0 }) else { return "\(bytes) bytes" }
  return "\(bytes / unit.value)\(unit.key)"
}
