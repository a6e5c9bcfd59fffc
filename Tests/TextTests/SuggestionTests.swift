import Testing

@testable import Text

struct SuggestionTests {
  /// Distances from the literature: kitten and Saturday are the textbook's, CA/ABC tells this distance (3) from the
  /// unrestricted one (2).
  @Test(arguments: [
    ("kitten", "sitting", 3), ("saturday", "sunday", 3), ("ca", "abc", 3), ("ab", "ba", 1), ("", "abc", 3),
    ("x", "x", 0),
  ])
  func `the distance is that of the literature`(left: String, right: String, distance: Int) {
    #expect(editDistance(left, right) == distance)
    #expect(editDistance(right, left) == distance)
  }

  @Test(arguments: [
    ("dispach", "dispatch"), ("Runloop", "runloop"), ("runlop", "runloop"), ("dipsatch", "dispatch"),
    ("sundial", nil),
    ("", nil), ("run", nil),
  ])
  func `a name is suggested where one is near`(word: String, name: String?) {
    #expect(suggestion(for: word, among: ["runloop", "dispatch", "dispatch-strict", "spin"]) == name)
  }

  @Test func `of two that are equally near neither is meant`() {
    #expect(suggestion(for: "ba", among: ["bb", "bc"]) == nil)
  }
}
