/// A chart of which the table is made: all that is needed to draw it.
package struct Chart: Hashable, Sendable {
  /// The name, `[a-z]+`: of the script, the table and the image.
  package var name: String
  /// The text of its table.
  package var table: String
  /// What the picture is called and shows, for who cannot see it.
  package var text: PictureText

  /// Creates a chart.
  package init(name: String, table: String, text: PictureText) {
    (self.name, self.table, self.text) = (name, table, text)
  }
}

/// The format of an image.
package enum ChartFormat: String, Hashable, Sendable, CaseIterable {
  /// Scalable Vector Graphics; the default.
  case svg
  /// Portable Network Graphics, two pixels for each of the layout's.
  case png
  /// Portable Document Format, one page.
  case pdf
}
