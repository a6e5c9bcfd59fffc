import Testing

@testable import Text

private func problem(_ json: String) -> String? {
  do throws(JSONError) {
    _ = try JSONTree(parsing: Array(json.utf8))
    return nil
  } catch {
    return "\(error.position): \(error.problem)"
  }
}

struct JSONTreeTests {
  /// Texts of RFC 8259 (its examples and its grammar); each has to be accepted.
  @Test(arguments: [
    "\"Hello world!\"", "42", "true", "null", " [116, 943, 234, 38793] ", "-0.5e+3", "[]", "{}",
    "\"\\u20AC \\uD834\\uDD1E\"",
    #"{"Image": {"Width": 800, "IDs": [116, 943]}, "Title": "View \"from\" 15th\/Floor"}"#, "\u{FEFF}7",
  ])
  func `what the standard allows is read`(json: String) {
    #expect(problem(json) == nil)
  }

  @Test(arguments: [
    ("", "line 1, column 1: the text ends where a value is missing"),
    ("{\n  \"a\": 1,\n  \"é\": 2 \"b\": 3\n}", "line 3, column 10: a comma or } is missing"),
    ("{\"a\": 1,}", "line 1, column 9: nothing follows the comma"),
    ("[1 2]", "line 1, column 4: a comma or ] is missing"),
    ("{\"a\" 1}", "line 1, column 6: a colon is missing"),
    ("{a: 1}", "line 1, column 2: a key in quotes is missing"),
    ("{\"a\": 1,\n \"b\": 2,\n \"a\": 3}", "line 3, column 2: the key 'a' stands there twice"),
    ("[01]", "line 1, column 2: that is no number"), ("[1.]", "line 1, column 2: that is no number"),
    ("[+1]", "line 1, column 2: no value begins so: write a text in quotes, a number, a list or an object"),
    ("[NaN]", "line 1, column 2: no value begins so: write a text in quotes, a number, a list or an object"),
    ("7 8", "line 1, column 3: more follows after the end"),
    ("\"a", "line 1, column 3: the text ends where a quote is missing"),
    ("\"a\nb\"", "line 1, column 3: a text ends on its line: write \\n for a line break"),
    (#"["\x"]"#, "line 1, column 3: no such escape"), (#"["\uD834"]"#, "line 1, column 3: half a character"),
    ("[1", "line 1, column 3: the text ends where a ] is missing"),
  ])
  func `what it does not allow is refused where it stands`(json: String, expected: String) {
    #expect(problem(json) == expected)
  }

  @Test func `a text that nests without end is refused`() {
    #expect(
      problem(String(repeating: "[", count: 100_000)) == "line 1, column 101: nested more than 100 deep")
  }

  @Test func `escapes are characters, and keys keep their order`() throws {
    let tree = try JSONTree(parsing: Array(#"{"b": "\u20AC\uD834\uDD1E\n", "a": [1.50]}"#.utf8))
    guard case .object(let members) = tree.content, case .text(let text) = members[0].value.content,
      case .list(let items) = members[1].value.content, case .number(let number) = items[0].content
    else {
      Issue.record("another shape")
      return
    }
    #expect(members.map(\.key) == ["b", "a"])
    #expect(text == "€\u{1D11E}\n")
    #expect(number == "1.50")
    #expect(items[0].offset == 36)
  }
}
