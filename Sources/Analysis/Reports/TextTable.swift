/// Lays out columns of text to a width.
///
/// Where the width does not suffice, columns first take their narrow form, then go, the least important first.
struct TextTable {
  /// A column of a table.
  struct Column {
    var title: String
    /// A cell of text for each row.
    var cells: [String]
    /// A form of the column for want of room; its title and cells replace the others.
    var narrow: (title: String, cells: [String])?
    /// 0 for a column that always stays; the highest goes first.
    var expendability = 0
    var alignsLeft = false
    /// Whether a row's cell is to be noticed.
    var isNotable: ((Int) -> Bool)?
  }

  /// A line that stands before the row of its index.
  struct Heading {
    var row: Int
    var text: String
  }

  var columns: [Column]
  var headings: [Heading] = []
  var gap = 2

  /// The lines, none longer than `width` unless even the columns that always stay need more.
  func text(width: Int, color: Bool) -> String {
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
      lines += headings.filter { $0.row == row }.map { style.bold($0.text) }
      lines.append(
        line(columns.map { $0.cells[row] }) { index, cell in
          columns[index].isNotable?(row) == true ? style.notable(cell) : cell
        })
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func fitted(to width: Int) -> [Column] {
    var columns = columns
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

/// Marks text for a terminal, or leaves it alone.
struct Style {
  var color: Bool

  func bold(_ text: String) -> String { wrap(text, "1") }
  func dim(_ text: String) -> String { wrap(text, "2") }
  func notable(_ text: String) -> String { wrap(text, "33") }
  func bad(_ text: String) -> String { wrap(text, "31") }
  func good(_ text: String) -> String { wrap(text, "32") }

  private func wrap(_ text: String, _ code: String) -> String {
    color && !text.isEmpty ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}

extension String {
  /// The text without spaces at its end.
  var trimmedEnd: String {
    var text = self
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }
}
