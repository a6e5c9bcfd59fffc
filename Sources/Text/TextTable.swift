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
    /// Whether its texts are broken into lines where the table has no room for them; for one column, as a rule the last.
    package var wraps: Bool
    /// Whether a row's cell is to be noticed.
    package var isNotable: ((Int) -> Bool)?

    /// Creates a column.
    package init(
      title: String, cells: [String], narrow: (title: String, cells: [String])? = nil, expendability: Int = 0,
      alignsLeft: Bool = false, wraps: Bool = false, isNotable: ((Int) -> Bool)? = nil
    ) {
      (self.title, self.cells, self.narrow) = (title, cells, narrow)
      (self.expendability, self.alignsLeft, self.wraps) = (expendability, alignsLeft, wraps)
      self.isNotable = isNotable
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
  /// written out. Without any title there is no line of titles, and without rows nothing.
  package func text(width: Int, color: Bool) -> String {
    let columns = fitted(to: width)
    let widths = columns.map(Self.width)
    let style = Style(color: color)
    func line(_ cells: [String], _ styled: (Int, String) -> String) -> String {
      let padded = zip(cells.indices, cells).map { index, cell in
        let space = String(repeating: " ", count: max(0, widths[index] - cell.columns))
        let text = styled(index, cell)
        return columns[index].alignsLeft ? text + space : space + text
      }
      return padded.joined(separator: String(repeating: " ", count: gap)).trimmedEnd
    }
    var lines: [String] = []
    if columns.contains(where: { !$0.title.isEmpty }) {
      lines.append(line(columns.map(\.title)) { style.dim($1) })
    }
    for row in 0..<(columns.first?.cells.count ?? 0) {
      lines += headings.filter { $0.row == row }.map { style.bold($0.text.printable) }
      let cells = columns.map { $0.lines(ofRow: row) }
      for part in 0..<(cells.map(\.count).max() ?? 0) {
        lines.append(
          line(cells.map { part < $0.count ? $0[part] : "" }) { index, cell in
            columns[index].isNotable?(row) == true ? style.notable(cell) : cell
          })
      }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// How wide the table is with all of its columns in their usual form, without its headings.
  package var width: Int { Self.width(of: columns.map { FittedColumn($0) }, gap: gap) }

  private static func width(of columns: [FittedColumn], gap: Int) -> Int {
    columns.reduce(0) { $0 + width($1) } + gap * max(0, columns.count - 1)
  }

  private func fitted(to width: Int) -> [FittedColumn] {
    var columns = columns.map { FittedColumn($0) }
    func total() -> Int { Self.width(of: columns, gap: gap) }
    if let index = columns.firstIndex(where: \.wraps), total() > width {
      columns[index].room = max(Self.leastRoom, width - (total() - Self.width(columns[index])))
    }
    while total() > width, let index = columns.firstIndex(where: { $0.narrow != nil }) {
      columns[index].makeNarrow()
    }
    while total() > width, let most = columns.map(\.expendability).max(), most > 0 {
      columns.removeAll { $0.expendability == most }
    }
    return columns
  }

  /// What a column is left at least whose texts are broken.
  private static let leastRoom = 24

  private static func width(_ column: FittedColumn) -> Int {
    min(column.cells.reduce(column.title.columns) { max($0, $1.columns) }, column.room ?? .max)
  }
}

/// A column as it is shown: its control characters written out, in as much room as there is.
private struct FittedColumn {
  var title: String
  var cells: [String]
  var narrow: (title: String, cells: [String])?
  let expendability: Int
  let alignsLeft: Bool
  let wraps: Bool
  let isNotable: ((Int) -> Bool)?
  /// The width to which its texts are broken; `nil` where they are not.
  var room: Int?

  init(_ column: TextTable.Column) {
    title = column.title.printable
    cells = column.cells.map(\.printable)
    narrow = column.narrow.map { ($0.title.printable, $0.cells.map(\.printable)) }
    (expendability, alignsLeft, wraps) = (column.expendability, column.alignsLeft, column.wraps)
    isNotable = column.isNotable
  }

  mutating func makeNarrow() {
    if let narrow { (title, cells) = narrow }
    narrow = nil
  }

  /// The lines of a cell; what follows an arrow stands under the text behind it.
  func lines(ofRow row: Int) -> [String] {
    guard let room else { return [cells[row]] }
    let indent = ["-> ", "→ "].first { cells[row].hasPrefix($0) }?.count ?? 0
    return wrapped(cells[row], first: "", indent: indent, width: room)
  }
}
