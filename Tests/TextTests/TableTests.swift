import Testing

@testable import Text

@Suite struct TableTests {
  private func table(_ texts: [String]) -> TextTable {
    TextTable(columns: [
      TextTable.Column(title: "", cells: texts.indices.map { "\($0)" }),
      TextTable.Column(title: "", cells: texts, alignsLeft: true, wraps: true),
    ])
  }

  @Test func `a text without room goes on under itself, and what follows an arrow under what it points to`() {
    let text = table(["one two three four five six seven", "-> eight nine ten eleven twelve"])
      .text(width: 27, color: false)
    #expect(
      text == """
        0  one two three four five
           six seven
        1  -> eight nine ten eleven
              twelve

        """)
  }

  @Test func `with room for all of it a text stays on its line, and no titles are no line`() {
    #expect(
      table(["one two three four five six seven"]).text(width: 80, color: false).count { $0 == "\n" } == 1)
    #expect(TextTable(columns: []).text(width: 80, color: false).isEmpty)
  }

  @Test func `wide characters count as the columns that they take`() {
    let text = TextTable(columns: [
      TextTable.Column(title: "t", cells: ["測定", "ab"], alignsLeft: true),
      TextTable.Column(title: "n", cells: ["1", "2"]),
    ]).text(width: 80, color: false)
    #expect(text == "t     n\n測定  1\nab    2\n")
  }
}
