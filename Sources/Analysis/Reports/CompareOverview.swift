import Text
import Timing

/// The table of a comparison: a row a cell, a column for each other side, with ratio and verdict.
struct CompareOverview {
  /// How much a column of another side shows.
  enum Form: CaseIterable {
    /// Of each figure the base's value, and for each other the ratio and the verdict.
    case everyFigure
    /// The first figure's value and ratios, and the verdicts of all figures as marks.
    case firstFigure
    /// The verdicts as marks only.
    case marks
  }

  private let comparison: Comparison
  private let figures: [ComparedFigure]
  private let rows: [Cell]
  private let cells: [[Cell: CellComparison]]

  init(_ comparison: Comparison) {
    self.comparison = comparison
    figures = comparison.policy.figures
    cells = comparison.columns.map { column in
      Dictionary(column.cells.map { ($0.cell, $0) }, uniquingKeysWith: { first, _ in first })
    }
    rows = Set(cells.flatMap(\.keys)).sorted()
  }

  /// The mark of a verdict.
  static func mark(_ verdict: ComparisonVerdict) -> String {
    switch verdict {
    case .worse: "▲"
    case .better: "▼"
    case .same: "="
    case .undecided: "·"
    }
  }
}

extension CompareOverview {
  /// The lines for a terminal of `width` columns: as much as has room, and where not even the marks have, tables below
  /// each other.
  func text(width: Int, color: Bool) -> String {
    guard !rows.isEmpty else { return "" }
    let all = Array(cells.indices)
    let form = Form.allCases.first { table(all, $0).width <= width } ?? .firstFigure
    var pages = [all]
    if table(all, form).width > width { pages = Self.pages(all) { table($0, form).width <= width } }
    let texts = pages.map { table($0, form).text(width: width, color: color) }
    let style = Style(color: color)
    return texts.joined(separator: "\n")
      + legend(form).flatMap { wrapped($0, width: width) }.map { style.dim($0) + "\n" }.joined()
  }

  /// The table as Markdown, with full names.
  var markdown: String {
    guard !rows.isEmpty else { return "" }
    let form = comparison.columns.count <= 3 ? Form.everyFigure : .firstFigure
    var table = table(Array(cells.indices), form, isNumbered: false)
    table.columns.removeAll { $0.title == "leeway" }
    table.columns[0] = TextTable.Column(title: "cell", cells: rows.map(\.description), alignsLeft: true)
    return Markdown.table(table) + "\n" + legend(form).map { Markdown.escaped($0) + "\n" }.joined()
  }

  /// As many others a page as have room, at least one.
  private static func pages(_ others: [Int], fits: ([Int]) -> Bool) -> [[Int]] {
    var pages: [[Int]] = []
    for other in others {
      if let last = pages.last, fits(last + [other]) {
        pages[pages.count - 1].append(other)
      } else {
        pages.append([other])
      }
    }
    return pages
  }

  private func table(_ others: [Int], _ form: Form, isNumbered: Bool = true) -> TextTable {
    var columns = [TextTable.Column(title: "timer", cells: rows.map { "  " + $0.timer }, alignsLeft: true)]
    if rows.contains(where: { ($0.leeway?.count ?? 0) > 0 }) {
      columns.append(
        TextTable.Column(
          title: "leeway",
          cells: rows.map { $0.leeway.map { $0.count == 0 ? "0" : Numbers.time($0.count) } ?? "" }))
    }
    let titles = isNumbered ? shortTitles(form) : comparison.columns.map(\.label)
    switch form {
    case .everyFigure:
      for (index, figure) in figures.enumerated() {
        columns.append(baseColumn(index, title: figure.description))
        columns += others.map { other in
          column(titles[other], other) {
            "\($0.figures[index].shown) \(Self.mark($0.figures[index].verdict))"
          }
        }
      }
    case .firstFigure:
      columns.append(baseColumn(0, title: figures[0].description))
      let blank = String(repeating: " ", count: figures.count)
      columns += others.map { other in
        column(titles[other], other) { $0.figures[0].shown + Self.marks($0, alone: blank) }
      }
    case .marks:
      columns += others.map { other in
        column(titles[other], other) {
          Self.marks($0, alone: "·" + String(repeating: " ", count: figures.count - 1))
        }
      }
    }
    var table = TextTable(columns: columns)
    table.gap = form == .everyFigure ? 2 : 1
    for (row, cell) in rows.enumerated() {
      let heading = OverviewTable.heading(cell)
      if row == 0 || heading != OverviewTable.heading(rows[row - 1]) {
        table.headings.append(TextTable.Heading(row: row, text: heading))
      }
    }
    return table
  }

  /// The marks of all figures; `alone` where nothing is decided, which leaves the table to what is.
  private static func marks(_ cell: CellComparison, alone: String) -> String {
    let marks = cell.figures.map { mark($0.verdict) }
    return marks.allSatisfy { $0 == "·" } ? alone : marks.joined()
  }

  private func baseColumn(_ index: Int, title: String) -> TextTable.Column {
    TextTable.Column(
      title: title,
      cells: rows.map { row in
        let compared = cells.lazy.compactMap { $0[row] }.first
        return compared.map { CellRows.value($0.figures[index].base, figures[index]) } ?? ""
      })
  }

  private func column(_ title: String, _ other: Int, _ text: (CellComparison) -> String) -> TextTable.Column {
    let compared = rows.map { cells[other][$0] }
    var column = TextTable.Column(title: title, cells: compared.map { $0.map(text) ?? "" })
    column.isNotable = { row in compared[row]?.figures.contains { $0.verdict.isDifference } ?? false }
    return column
  }

  /// The others' names where they have room, else numbers, which the legend explains.
  private func shortTitles(_ form: Form) -> [String] {
    let labels = comparison.columns.map(\.label)
    let room =
      switch form {
      case .everyFigure: 12
      case .firstFigure: 4 + figures.count
      case .marks: max(3, figures.count)
      }
    if labels.allSatisfy({ $0.printable.columns <= room }) { return labels }
    return labels.count == 1 ? ["other"] : labels.indices.map { "\($0 + 1)" }
  }

  private func legend(_ form: Form) -> [String] {
    let labels = comparison.columns.map(\.label)
    var legend: [String] = []
    if labels.count > 1, shortTitles(form) != labels {
      legend.append(labels.enumerated().map { "\($0 + 1) \($1)" }.joined(separator: ", "))
    }
    let names = figures.map(\.description).joined(separator: ", ")
    let marks = "▲ worse, ▼ better, = the same, · undecided"
    switch form {
    case .everyFigure: legend.append("Beside the base's values, other ÷ base: \(marks).")
    case .firstFigure:
      legend.append(
        "\(figures[0]) of the base, then other ÷ base"
          + (figures.count > 1 ? ", with marks for \(names): " : ": ")
          + "\(marks), as is what has no mark.")
    case .marks: legend.append("Marks for \(names): \(marks).")
    }
    return legend
  }
}

extension FigureComparison {
  /// The ratio in four characters, or else the other side's value.
  fileprivate var shown: String {
    guard let ratio, figure.isTime else { return CellRows.value(other, figure) }
    switch ratio {
    case ..<9.995: return Numbers.fixed(ratio, 2)
    case ..<99.95: return Numbers.fixed(ratio, 1)
    case ..<999.5: return Numbers.fixed(ratio, 0)
    default: return ">999"
    }
  }
}
