import Foundation
import Testing
import Text

@Suite struct HTMLTests {
  @Test(arguments: [
    ("<img src=x onerror=alert(1)>", "&lt;img src=x onerror=alert(1)&gt;"), ("a & b", "a &amp; b"),
    ("\"quoted\" 'so'", "&quot;quoted&quot; &#39;so&#39;"),
    ("two\nlines\u{1b}[31m", "two\\nlines\\u{1b}[31m"),
    ("µs ×4", "µs ×4"), ("&amp;", "&amp;amp;"),
  ])
  func `text is shown as it is, whatever it looks like`(text: String, html: String) {
    #expect(HTML.text(text) == html)
  }

  @Test func `an attribute cannot end early`() {
    #expect(HTML.element("a", ["title": "\"><script>"], "x") == "<a title=\"&quot;&gt;&lt;script&gt;\">x</a>")
  }

  @Test func `nothing in data ends it, and JSON reads it back`() throws {
    let json = "{\"label\": \"</script><!-- <img>\"}"
    let data = HTML.data(json, id: "d")
    let body = try #require(
      data.firstMatch(of: /<script type="application\/json" id="d">(.*)<\/script>\n/)?.1)
    #expect(!body.contains("<"))
    let read = try JSONDecoder().decode([String: String].self, from: Data(body.utf8))
    #expect(read == ["label": "</script><!-- <img>"])
  }

  @Test func `a table has a row for each of its cells, and a narrow page scrolls it`() {
    let table = TextTable(columns: [
      TextTable.Column(title: "a", cells: ["  <1>", "2"], alignsLeft: true),
      TextTable.Column(title: "b", cells: ["3", "4"], isNotable: { $0 == 1 }),
    ])
    let html = HTML.table(table, caption: "c")
    #expect(html.contains("<th scope=\"row\">&lt;1&gt;</th><td class=\"number\">3</td>"))
    #expect(html.contains("<td class=\"number notable\">4</td>"))
    #expect(html.contains("role=\"region\" aria-label=\"c\" tabindex=\"0\""))
  }
}
