import Text
import Timing

extension LoadResponse {
  /// The response as JSON; `docs/json.md` describes it.
  var json: JSONValue {
    .object([
      ("interval_ns", .integer(interval.count)), ("timers", .integer(Int64(timers))),
      ("load", .string(kind.name)),
      (
        "lines",
        .array(
          lines.filter { $0.points.contains { $0.amount > 0 } }.map { line in
            .object([
              ("timer", .string(line.timer)), ("leeway_ns", .integer(line.leeway?.count)),
              ("holds_to", .number(line.holdsTo)), ("breaks_at", .number(line.breaksAt)),
            ])
          })
      ),
    ])
  }
}

/// Up to which load timers hold and from which on they break: a line a timer and leeway, under a heading for each
/// interval, kind of load and number of timers.
package struct LoadResponseTable {
  private struct Row {
    let heading: String
    let timer: String
    let holdsTo: String
    let breaksAt: String
  }

  private let rows: [Row]
  /// Whether any timer breaks.
  package let tellsOfBreaks: Bool

  /// A table of what can be told of `summaries`: loads that have an amount, and timers that were measured under them.
  package init(_ summaries: [CellSummary]) {
    let responses = LoadResponse.all(summaries)
    tellsOfBreaks = responses.contains { $0.lines.contains { $0.breaksAt != nil } }
    rows = responses.flatMap { response in
      let several = response.timers > 1 ? ", \(response.timers) timers" : ""
      let heading = "every \(response.interval), \(response.kind.name.printable)\(several)"
      return response.lines.filter { $0.holdsTo != nil || $0.breaksAt != nil }.map { line in
        let leeway = line.leeway.flatMap { $0.count > 0 ? " leeway \($0)" : nil } ?? ""
        return Row(
          heading: heading, timer: line.timer + leeway,
          holdsTo: line.holdsTo.map { response.kind.text($0) } ?? Numbers.unknown,
          breaksAt: line.breaksAt.map { response.kind.text($0) } ?? Numbers.unknown)
      }
    }
  }

  private var columns: [TextTable.Column] {
    [
      TextTable.Column(title: "under load", cells: rows.map { "  " + $0.timer }, alignsLeft: true),
      TextTable.Column(title: "holds to", cells: rows.map(\.holdsTo)),
      TextTable.Column(title: "breaks at", cells: rows.map(\.breaksAt)),
    ]
  }

  /// What breaking means.
  private static let legend =
    "broken: from there on more than \(Numbers.percent(LoadResponse.mostLeftOut)) of the deadlines are left out, missed "
    + "or merged"

  /// The lines for a terminal of `width` columns, after an empty one; nothing where nothing can be told.
  package func text(width: Int = 80, color: Bool = false) -> String {
    guard !rows.isEmpty else { return "" }
    var table = TextTable(columns: columns)
    for (index, row) in rows.enumerated() where index == 0 || row.heading != rows[index - 1].heading {
      table.headings.append(TextTable.Heading(row: index, text: row.heading))
    }
    return "\n" + table.text(width: width, color: color)
      + paragraph(Self.legend, first: "  ", indent: 4, width: width)
  }

  /// The table with its headings as a column.
  private var flat: TextTable {
    let conditions = TextTable.Column(title: "conditions", cells: rows.map(\.heading), alignsLeft: true)
    return TextTable(columns: [conditions] + columns)
  }

  /// The same for a page.
  var html: String { rows.isEmpty ? "" : HTML.table(flat, caption: "Loads that timers hold; \(Self.legend)") }

  /// The same as a Markdown table, after an empty line.
  package var markdown: String {
    guard !rows.isEmpty else { return "" }
    return "\n" + Markdown.table(flat)
      + "\n" + Markdown.escaped(Self.legend) + ".\n"
  }
}
