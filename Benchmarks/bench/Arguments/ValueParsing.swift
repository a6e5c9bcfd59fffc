import Text
import Timing

/// Splits a list at commas and parses each part, which may have blanks around it; an error names the part.
func parseList<Value>(
  _ text: String, _ parse: (String) throws(ParseError) -> Value
) throws(ParseError) -> [Value] {
  try parseItems(items(of: text), parse)
}

/// Splits a list of sizes, in which `A..B` stands for A, twice that, and so on below B, then B.
func parseSizes<Size: Comparable>(
  _ text: String, twice: (Size) -> Size, _ parse: (String) throws(ParseError) -> Size
) throws(ParseError) -> [Size] {
  try parseList(text) { item throws(ParseError) in
    guard let dots = item.firstRange(of: "..") else { return [try parse(item)] }
    let (first, last) = (
      try parse(String(item[..<dots.lowerBound])), try parse(String(item[dots.upperBound...]))
    )
    guard first < last else { throw ParseError("not a range: write the smaller end first, as in 1..8") }
    var sizes = [first]
    while let size = sizes.last, twice(size) < last { sizes.append(twice(size)) }
    return sizes + [last]
  }.flatMap(\.self)
}

private func items(of text: String) -> [String] {
  text.split(separator: ",", omittingEmptySubsequences: false).map(withoutBlanks)
}

private func withoutBlanks(_ text: Substring) -> String {
  String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
}

/// Splits a list of loads: the command of `exec:` may hold commas, and therefore ends the list.
func parseLoads(_ text: String) throws(ParseError) -> [Load] {
  var items: [String] = []
  var rest = Substring(text)
  while true {
    rest = rest.drop { $0 == " " }
    guard !rest.hasPrefix("exec:"), let comma = rest.firstIndex(of: ",") else { break }
    items.append(withoutBlanks(rest[..<comma]))
    rest = rest[rest.index(after: comma)...]
  }
  items.append(rest.hasPrefix("exec:") ? String(rest) : withoutBlanks(rest))
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

/// Parses one of the cases of an enumeration by its raw value; the error lists them.
func parseChoice<Choice: RawRepresentable & CaseIterable>(
  _ text: String
) throws(ParseError) -> Choice where Choice.RawValue == String {
  guard let choice = Choice(rawValue: text) else {
    let names = Choice.allCases.map(\.rawValue)
    throw ParseError("use one of " + names.joined(separator: ", ") + didYouMean(text, among: names))
  }
  return choice
}
