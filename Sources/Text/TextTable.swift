/// Lays out columns of text to a width.
///
/// Where the width does not suffice, columns first take their narrow form, then go, the least important first.
package struct TextTable {
  /// A column of a table.
  package struct Column {
    package var title: String
    /// A cell of text for each row.
    package var cells: [String]
    /// A form of the column for want of room; its title and cells replace the others.
    package var narrow: (title: String, cells: [String])?
    /// 0 for a column that always stays; the highest goes first.
    package var expendability: Int
    package var alignsLeft: Bool
    /// Whether a row's cell is to be noticed.
    package var isNotable: ((Int) -> Bool)?

    /// Creates a column.
    package init(
      title: String, cells: [String], narrow: (title: String, cells: [String])? = nil, expendability: Int = 0,
      alignsLeft: Bool = false, isNotable: ((Int) -> Bool)? = nil
    ) {
      (self.title, self.cells, self.narrow) = (title, cells, narrow)
      (self.expendability, self.alignsLeft, self.isNotable) = (expendability, alignsLeft, isNotable)
    }
  }

  /// A line that stands before the row of its index.
  package struct Heading {
    package var row: Int
    package var text: String

    /// Creates a heading.
    package init(row: Int, text: String) { (self.row, self.text) = (row, text) }
  }

  package var columns: [Column]
  package var headings: [Heading]
  /// Spaces between columns.
  package var gap = 2

  /// Creates a table.
  package init(columns: [Column], headings: [Heading] = []) {
    (self.columns, self.headings) = (columns, headings)
  }

  /// The lines, none longer than `width` unless even the columns that always stay need more. Control characters are
  /// written out.
  package func text(width: Int, color: Bool) -> String {
    let columns = fitted(to: width)
    let widths = columns.map(Self.width)
    let style = Style(color: color)
    func line(_ cells: [String], _ styled: (Int, String) -> String) -> String {
      let padded = zip(cells.indices, cells).map { index, cell in
        let space = String(repeating: " ", count: max(0, widths[index] - cell.count))
        let text = styled(index, cell)
        return columns[index].alignsLeft ? text + space : space + text
      }
      return padded.joined(separator: String(repeating: " ", count: gap)).trimmedEnd
    }
    var lines = [line(columns.map(\.title)) { style.dim($1) }]
    let rows = columns.first?.cells.count ?? 0
    for row in 0..<rows {
      lines += headings.filter { $0.row == row }.map { style.bold($0.text.printable) }
      lines.append(
        line(columns.map { $0.cells[row] }) { index, cell in
          columns[index].isNotable?(row) == true ? style.notable(cell) : cell
        })
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// How wide the table is with all of its columns in their usual form, without its headings.
  package var width: Int {
    columns.reduce(0) { $0 + Self.width($1.printable) } + gap * max(0, columns.count - 1)
  }

  private func fitted(to width: Int) -> [Column] {
    var columns = columns.map(\.printable)
    func isTooWide() -> Bool {
      columns.reduce(0) { $0 + Self.width($1) } + gap * (columns.count - 1) > width
    }
    while isTooWide(), let index = columns.firstIndex(where: { $0.narrow != nil }) {
      if let narrow = columns[index].narrow { (columns[index].title, columns[index].cells) = narrow }
      columns[index].narrow = nil
    }
    while isTooWide(), let most = columns.map(\.expendability).max(), most > 0 {
      columns.removeAll { $0.expendability == most }
    }
    return columns
  }

  private static func width(_ column: Column) -> Int {
    column.cells.reduce(column.title.count) { max($0, $1.count) }
  }
}

extension TextTable.Column {
  fileprivate var printable: Self {
    var column = self
    column.title = title.printable
    column.cells = cells.map(\.printable)
    column.narrow = narrow.map { ($0.title.printable, $0.cells.map(\.printable)) }
    return column
  }
}
