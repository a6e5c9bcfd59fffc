import Testing
import Text

@Suite struct StyleTests {
  @Test func `only our own marks become codes`() {
    let style = Style(color: true)
    let text = style.bold("a\u{1B}[31mb") + style.notable("c") + "\u{9b}2J\u{7}\n"
    #expect(
      text.forTerminal(color: true)
        == "\u{1B}[1ma\\u{1b}[31mb\u{1B}[0m\u{1B}[33mc\u{1B}[0m\\u{9b}2J\\u{7}\n")
    #expect(text.forTerminal(color: false) == "a\\u{1b}[31mbc\\u{9b}2J\\u{7}\n")
    #expect(Style(color: false).bad("x") == "x")
    // A text that has the mark itself cannot pass `printable` with it.
    let forged = Unicode.Scalar(0xfdd4 as UInt32).map { String($0) } ?? ""
    #expect((forged + "x").printable == "\\u{fdd4}x")
  }

  @Test func `a paragraph and a table have no line that a text began`() {
    #expect(paragraph("a\nb c", width: 80) == "a\\nb c\n")
    let table = TextTable(
      columns: [TextTable.Column(title: "t\u{1B}", cells: ["x\ny"])],
      headings: [TextTable.Heading(row: 0, text: "h\nz")])
    #expect(table.text(width: 80, color: false) == "t\\u{1b}\nh\\nz\n   x\\ny\n")
  }

  @Test(arguments: [
    ("a|b", "a\\|b"), ("x\ny", "x y"), ("\u{1B}[2J", "\\u{1b}\\[2J"), ("<b>", "\\<b\\>"),
    ("*_`", "\\*\\_\\`"),
  ])
  func `Markdown shows a text as it is`(text: String, escaped: String) {
    #expect(Markdown.escaped(text) == escaped)
    #expect(Markdown.code("a`b|c\n") == "`a'b\\|c\\n`")
  }
}
