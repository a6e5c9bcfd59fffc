import Testing
import Text

@Suite struct PrintableTests {
  @Test(arguments: [
    ("plain ü 📈", "plain ü 📈"), ("a\nb\r\tc", "a\\nb\\r\\tc"), ("\u{1b}[31m", "\\u{1b}[31m"),
    ("a\u{202e}b\u{2066}c\u{200f}d\u{61c}", "a\\u{202e}b\\u{2066}c\\u{200f}d\\u{61c}"),
    ("\u{2028}", "\\u{2028}"),
  ])
  func `what moves the terminal or turns the text around is written out`(text: String, expected: String) {
    #expect(text.printable == expected)
  }

  @Test func `lines are broken at spaces, and a long word has one of its own`() {
    #expect(wrapped("aa bb cc", width: 5) == ["aa bb", "cc"])
    #expect(wrapped("aa bb cc", first: "- ", indent: 2, width: 7) == ["- aa bb", "  cc"])
    #expect(wrapped("a muchlongerword b", width: 6) == ["a", "muchlongerword", "b"])
    #expect(wrapped("", first: "x") == ["x"])
    #expect(paragraph("aa bb cc", width: 5) == "aa bb\ncc\n")
  }
}
