import Timing

/// Splits a list at commas and parses each part; an error names the part.
func parseList<Value>(
  _ text: String, _ parse: (String) throws(ParseError) -> Value
) throws(ParseError) -> [Value] {
  let items = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  return try parseItems(items, parse)
}

/// Splits a list of loads: the command of `exec:` may hold commas, and therefore ends the list.
func parseLoads(_ text: String) throws(ParseError) -> [Load] {
  var items: [String] = []
  var rest = Substring(text)
  while !rest.hasPrefix("exec:"), let comma = rest.firstIndex(of: ",") {
    items.append(String(rest[..<comma]))
    rest = rest[rest.index(after: comma)...]
  }
  items.append(String(rest))
  return try parseItems(items) { item throws(ParseError) in try Load(parsing: item) }
}

private func parseItems<Value>(
  _ items: [String], _ parse: (String) throws(ParseError) -> Value
) throws(ParseError) -> [Value] {
  var values: [Value] = []
  for item in items {
    do throws(ParseError) {
      values.append(try parse(item))
    } catch {
      throw items.count > 1 ? ParseError("'\(item)' in the list: \(error)") : error
    }
  }
  return values
}

/// Parses a duration within a range; the error names the range.
func parseDuration(
  _ text: String, _ range: ClosedRange<Nanoseconds>, zero: Bool = false
) throws(ParseError) -> Nanoseconds {
  let allowed = "\(zero ? "0, or " : "")\(range.words)"
  let value: Nanoseconds
  do throws(DurationError) {
    value = try Nanoseconds(parsing: text)
  } catch {
    throw ParseError("\(error) (range: \(allowed))")
  }
  guard range.contains(value) || (zero && value == .zero) else {
    throw ParseError("out of range: \(allowed)")
  }
  return value
}

/// Parses a whole number within a range; the error names the range.
func parseNumber(_ text: String, _ range: ClosedRange<Int>) throws(ParseError) -> Int {
  guard !text.isEmpty, text.allSatisfy({ $0.isASCII && $0.isNumber }), let value = Int(text),
    range.contains(value)
  else { throw ParseError("not a whole number from \(range.lowerBound) to \(range.upperBound)") }
  return value
}

/// Parses one of the cases of an enumeration by its raw value; the error lists them.
func parseChoice<Choice: RawRepresentable & CaseIterable>(
  _ text: String
) throws(ParseError) -> Choice where Choice.RawValue == String {
  guard let choice = Choice(rawValue: text) else {
    throw ParseError("use one of " + Choice.allCases.map(\.rawValue).joined(separator: ", "))
  }
  return choice
}
