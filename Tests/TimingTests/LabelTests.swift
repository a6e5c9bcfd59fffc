import Testing
import Timing

@Suite struct LabelTests {
  @Test(
    arguments: [
      ("build=nightly", "build", "nightly"), ("a=", "a", ""), ("k=a=b", "k", "a=b"), ("k= x ", "k", " x "),
      (
        "k=<img src=x onerror=alert(1)>,\"\n\u{1b}[2J\u{0}é", "k",
        "<img src=x onerror=alert(1)>,\"\n\u{1b}[2J\u{0}é"
      ),
    ])
  func `a label is everything after the first equals sign`(text: String, key: String, value: String) throws {
    let label = try Label(parsing: text)
    #expect(label.key == key && label.value == value)
    var environment = Environment()
    environment.set(label)
    #expect(environment.labels == [label])
    #expect(environment.label(key) == value)
  }

  @Test(arguments: [
    ("build", "KEY=VALUE"), ("=x", "key"), ("Build=x", "key"), ("a b=x", "key"), ("é=x", "key"),
    (String(repeating: "k", count: 65) + "=x", "key"), ("k=\u{10FFE9}", "UTF-8"),
    ("k=" + String(repeating: "x", count: 100_000), "4096 at most"),
  ])
  func `what is no label is refused with what is one`(text: String, words: String) {
    let error = #expect(throws: ParseError.self) { try Label(parsing: text) }
    #expect(error?.description.contains(words) == true, "\(String(describing: error))")
  }

  @Test func `labels say something to people and keep no recordings apart`() {
    #expect(Environment.role(of: "label_build") == .bookkeeping)
    #expect(Environment.role(of: "commit") == .bookkeeping)
    #expect(Environment.role(of: "foundation") == .condition)
    #expect(Environment.role(of: "a_fact_of_a_later_version") == nil)
  }
}
