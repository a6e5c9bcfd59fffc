import Testing
import Text

/// Widths as wcwidth(3) of glibc 2.41 gives them in a UTF-8 locale; emoji as terminals draw them.
@Suite struct ColumnsTests {
  @Test(arguments: [
    ("", 0), ("abc", 3), ("µs", 2), ("時計", 4), ("한국어", 6), ("ｆｕｌｌ", 8), ("e\u{301}", 1), ("e\u{301}x", 2),
    ("🕰️", 2),
    ("⏱", 1), ("⌚", 2), ("👩‍🔧", 2), ("−1.0", 4), ("…", 1), ("\u{200B}", 0),
  ])
  func `a text takes the columns that a terminal gives it`(text: String, columns: Int) {
    #expect(text.columns == columns)
  }

  @Test func `a text is cut before the character that does not fit whole`() {
    #expect("時計x".prefix(columns: 3) == "時")
    #expect("時計x".prefix(columns: 4) == "時計")
    #expect("時計x".prefix(columns: 99) == "時計x")
    #expect("ab".prefix(columns: 0) == "")
    #expect("e\u{301}\u{302}b".prefix(columns: 1) == "e\u{301}\u{302}")
  }
}
