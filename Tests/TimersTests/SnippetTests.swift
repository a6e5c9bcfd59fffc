import Foundation
import Testing

/// What the documentation shows of the library is compiled and run: it stands in the examples word for word.
@Suite struct SnippetTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test func `every snippet stands in the examples`() throws {
    let examples = try Self.texts(in: "Examples/Sources", "swift").values.joined(separator: "\n")
    var pages = try Self.texts(in: "Sources/Timers/Timers.docc", "md")
    pages["README.md"] = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    var count = 0
    for (page, text) in pages {
      for snippet in text.components(separatedBy: "```swift\n").dropFirst() {
        let code = snippet.components(separatedBy: "```")[0]
        count += 1
        #expect(examples.contains(code), "\(page)")
      }
    }
    #expect(count >= 8)
  }

  private static func texts(in folder: String, _ type: String) throws -> [String: String] {
    let base = root.appending(path: folder)
    let enumerator = try #require(FileManager.default.enumerator(atPath: base.path))
    var texts: [String: String] = [:]
    for case let path as String in enumerator where path.hasSuffix("." + type) && !path.contains(".build") {
      texts[path] = try String(contentsOf: base.appending(path: path), encoding: .utf8)
    }
    return texts
  }
}
