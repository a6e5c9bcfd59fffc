import Timing

/// Parses a size in bytes: digits and a unit, such as `100MB` or `1GiB`.
/// - Throws: ``ParseError`` for anything else, and outside `range`.
func parseSize(_ text: String, _ range: ClosedRange<Int64>) throws(ParseError) -> Int64 {
  let digits = text.prefix { $0.isASCII && $0.isNumber }
  let units: [String: Int64] = [
    "kB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000, "TB": 1_000_000_000_000, "KiB": 1 << 10,
    "MiB": 1 << 20,
    "GiB": 1 << 30, "TiB": 1 << 40,
  ]
  guard let unit = units[String(text.dropFirst(digits.count))], let number = Int64(digits) else {
    throw ParseError("not a size: digits with a unit, kB, MB, GB, KiB, MiB or GiB")
  }
  let (size, overflow) = number.multipliedReportingOverflow(by: unit)
  guard !overflow, range.contains(size) else { throw ParseError("100kB to 1TB") }
  return size
}
