import Foundation
import Testing

@testable import Charts

@Suite struct PlainTableTests {
  @Test(arguments: [
    ("a,b\n1,2\n", "a,b\n1,2\n"),
    ("# c \"x\", y\\z\na,b\r\n1,-2.5e+3\r\n", "# c \"x\", y\\z\na,b\n1,-2.5e+3\n"),
    ("a,b\n,\n", "a,b\n,\n"),
    ("\"say \"\"hi\"\", you\",2", "\"say ″hi″‚ you\",2\n"),
    ("\"two\nlines\",\"\"\n", "\"two lines\",\n"),
    ("\"#1\",x\n", "\"#1\",x\n"),
    ("back\\slash,tab\there\n", "\"back∖slash\",\"tab here\"\n"),
    ("\"\"\"\",1\n", "\"″\",1\n"),
    ("\u{1b}[2J,ünï\n", "\" [2J\",\"ünï\"\n"),
    ("10 ms,exec:a b\n", "\"10 ms\",\"exec:a b\"\n"),
    ("", ""),
    ("\"open,\nend", "\"open‚ end\"\n"),
  ])
  func `fields stay fields, and none holds what gnuplot takes for something else`(csv: String, text: String) {
    #expect(PlainTable(csv: csv).text == text)
  }
}
