import Testing
import Text

@Suite struct CSVTests {
  @Test(arguments: [
    ("a,b", "\"a,b\""), ("say \"x\"", "\"say \"\"x\"\"\""), ("#1", "\"#1\""), ("a\nb", "\"a\nb\""),
    ("plain µ", "plain µ"), ("", ""),
  ])
  func `a field is quoted where RFC 4180 asks for it, and where it could be a comment`(
    text: String, field: String
  ) {
    #expect(CSV.line([text, "1"]) == field + ",1\n")
  }

  /// What OWASP's "CSV injection" lists.
  @Test(arguments: [
    "=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(1)", "\tx", "\rx", "=", "-", "+inf-like",
  ])
  func `what a spreadsheet takes for a formula is shown as text`(text: String) throws {
    var rows = CSVRows(CSV.line([text, "x"]))
    #expect(try rows.next()?.fields == ["'" + text, "x"])
    rows = CSVRows(CSV.exactLine([text, "x"]))
    #expect(try rows.next()?.fields == [text, "x"])
  }

  @Test(arguments: ["-12", "-0.5", "+3", "1e-9", "a-b", "loop:50%", "µ=1"])
  func `numbers and other text stay as they are`(text: String) {
    #expect(CSV.line([text]) == text + "\n")
  }

  @Test func `an unknown number is an empty field, and there is no NaN`() {
    #expect(CSV.line([CSV.integer(nil), CSV.number(nil), CSV.number(.nan), CSV.number(0.1)]) == ",,,0.1\n")
  }

  @Test func `a quoted field that does not end is an error with its line`() throws {
    var rows = CSVRows("a,b\n1,\"2\n")
    #expect(try rows.next()?.fields == ["a", "b"])
    #expect { try rows.next() } throws: { ($0 as? UnendedField)?.line == 2 }
  }
}
