import Text
import Timing

/// What a chart shows, as a small CSV: a row a point, bar or segment, with everything decided but the look.
///
/// Each row has a `kind`, which says the columns that it fills. The first columns are the same in every chart:
/// `panel` and `series` number what belongs together, from 1, and rows of one panel and of one series follow each
/// other; `color` is a role (``ChartColor``), `label` a text that fits its place and is told from its neighbours',
/// `name` the whole of it. `docs/charts.md` describes the rest.
package struct ChartTable: Hashable, Sendable {
  /// The columns of every chart, before its own.
  static let sharedColumns = [
    "kind", "panel", "series", "color", "dash", "label", "note", "name", "row", "column",
  ]

  /// The chart's name, `[a-z]+`.
  package let chart: String
  /// What the chart leaves out, a sentence each; they stand on it too.
  package private(set) var omissions: [String] = []
  /// How many rows it has.
  package private(set) var count = 0

  private let columns: [String]
  private let head: ChartHead
  private var text = ""
  private var blank: [String]

  /// Begins the table of a chart whose own columns are `columns`.
  init(_ chart: String, head: ChartHead, columns: [String]) {
    self.chart = chart
    self.head = head
    self.columns = columns
    blank = Array(repeating: "", count: Self.sharedColumns.count + columns.count)
    add(ChartRow("title", label: head.title, name: head.description))
    add(ChartRow("source", label: head.source))
    add(ChartRow("machine", label: head.machine))
  }

  /// Adds a row; `values` are those of the chart's own columns, by their names.
  mutating func add(_ row: ChartRow, _ values: [(column: String, value: String)] = []) {
    var fields = blank
    fields[0] = row.kind
    fields[1] = row.panel.map { String($0) } ?? ""
    fields[2] = row.series.map { String($0) } ?? ""
    fields[3] = row.color?.role ?? ""
    fields[4] = row.dash.map { String($0) } ?? ""
    fields[5] = ChartText.field(row.label)
    fields[6] = ChartText.field(row.note)
    fields[7] = ChartText.field(row.name)
    fields[8] = row.place.map { String($0.row) } ?? ""
    fields[9] = row.place.map { String($0.column) } ?? ""
    for (name, value) in values {
      guard let index = columns.firstIndex(of: name) else { preconditionFailure("no column \(name)") }
      fields[Self.sharedColumns.count + index] = value
    }
    text += CSV.exactLine(fields)
    count += 1
  }

  /// Says on the chart, and to who draws it, what it leaves out.
  mutating func omit(_ sentence: String) {
    omissions.append(sentence)
    add(ChartRow("omission", label: sentence))
  }

  /// The table's text: RFC 4180, in which no field needs quotes, each line ended by `\n`.
  package var csv: String {
    "# timer-bench chart \(chart) 1\n" + CSV.exactLine(Self.sharedColumns + columns) + text
  }

  /// The picture's title, for who cannot see it.
  package var title: String { head.title + ": " + head.source }
  /// What the picture shows, for who cannot see it.
  package var description: String { [head.description, head.machine].joined(separator: " ") }
  /// The title without the recording's name.
  var heading: String { head.title }
  /// What the chart shows, in a sentence or two.
  var about: String { head.description }
  /// Of what, where and when.
  var origin: String { [head.source, head.machine].filter { !$0.isEmpty }.joined(separator: " · ") }
}

/// The shared columns of a row.
struct ChartRow {
  var kind: String
  var panel: Int?
  var series: Int?
  var color: ChartColor?
  var dash: Int?
  var label: String
  var note: String
  var name: String
  var place: (row: Int, column: Int)?

  init(
    _ kind: String, panel: Int? = nil, series: Int? = nil, color: ChartColor? = nil, dash: Int? = nil,
    label: String = "", note: String = "", name: String = "", place: (row: Int, column: Int)? = nil
  ) {
    (self.kind, self.panel, self.series, self.color, self.dash) = (kind, panel, series, color, dash)
    (self.label, self.note, self.name, self.place) = (label, note, name, place)
  }
}

/// Text and numbers as a chart table holds them.
enum ChartText {
  /// A text that gnuplot and every reader of CSV take whole, quotes or not: what either reads otherwise, a comma, a
  /// quote, a backslash, a space or an operator at an end, is written as `\` and three octal digits, which gnuplot reads
  /// back as the character. What moves a terminal or breaks a line is written out (``Swift/String/printable``).
  static func field(_ text: String) -> String {
    let scalars = Array(text.printable.unicodeScalars)
    var field = ""
    var isAfterOctal = false
    for (index, scalar) in scalars.enumerated() {
      let isEnd = index == 0 || index == scalars.count - 1
      // gnuplot takes every octal digit after a backslash for a part of the number.
      isAfterOctal =
        ",\"\\".unicodeScalars.contains(scalar) || isEnd && " =+-@#'".unicodeScalars.contains(scalar)
        || isAfterOctal && "01234567".unicodeScalars.contains(scalar)
      if isAfterOctal {
        let octal = String(scalar.value, radix: 8)
        field += "\\" + String(repeating: "0", count: 3 - octal.count) + octal
      } else {
        field.unicodeScalars.append(scalar)
      }
    }
    return field
  }

  /// Nanoseconds as seconds, to the last digit.
  static func seconds(_ nanoseconds: Int64) -> String {
    let (whole, rest) = nanoseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
    let sign = nanoseconds < 0 ? "-" : ""
    guard rest > 0 else { return "\(sign)\(whole)" }
    var decimals = String(String(rest + 1_000_000_000).dropFirst())
    while decimals.hasSuffix("0") { decimals.removeLast() }
    return "\(sign)\(whole).\(decimals)"
  }

  /// Texts cut in the middle to `room` characters, so that they still differ where they did.
  static func fitted(_ texts: [String], to room: Int) -> [String] {
    let cut = texts.map { cutInMiddle($0, to: room) }
    var whole: [String: Set<String>] = [:]
    for (short, text) in zip(cut, texts) { whole[short, default: []].insert(text) }
    var numbers: [String: Int] = [:]
    return zip(cut, texts).map { short, text in
      guard whole[short, default: []].count > 1 else { return short }
      let number = numbers[text] ?? numbers.count + 1
      numbers[text] = number
      let mark = " (\(number))"
      return cutInMiddle(text, to: room - mark.count) + mark
    }
  }

  private static func cutInMiddle(_ text: String, to room: Int) -> String {
    guard text.count > room else { return text }
    let tail = (room - 1) / 2
    return text.prefix(room - 1 - tail) + "…" + text.suffix(tail)
  }
}
