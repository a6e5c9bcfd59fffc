import Foundation
import Testing

/// The folders of the module, read from its sources.
private struct Folders {
  /// Which folders each folder uses, and by which names.
  var uses: [String: [String: Set<String>]] = [:]

  init(_ root: URL) throws {
    var sources: [(folder: String, text: String)] = []
    let files = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter {
      $0.hasSuffix(".swift")
    }
    for file in files {
      let text = try String(contentsOf: root.appendingPathComponent(file), encoding: .utf8)
      let code = text.replacing(#/"(?:[^"\\\n]|\\.)*"/#, with: "").replacing(#/\/\/[^\n]*/#, with: "")
      sources.append((file.split(separator: "/").first.map { String($0) } ?? "", code))
    }
    var homes: [String: Set<String>] = [:]
    for (folder, text) in sources {
      for match in text.matches(
        of: #/(?m)^(?:package )?(?:final )?(?:struct|enum|class|protocol|func) (\w+)/#)
      {
        homes[String(match.1), default: []].insert(folder)
      }
    }
    for (folder, text) in sources {
      for word in Set(text.split { !($0.isLetter || $0.isNumber || $0 == "_") }).map({ String($0) }) {
        guard let home = homes[word], !home.contains(folder) else { continue }
        for other in home { uses[folder, default: [:]][other, default: []].insert(word) }
      }
    }
  }

  /// Takes away what uses nothing that is left, again and again: what stays is in a circle or uses one.
  var tangled: [String: [String: Set<String>]] {
    var rest = uses
    while let layer = rest.first(where: { $0.value.keys.allSatisfy { rest[$0] == nil } }) {
      rest[layer.key] = nil
    }
    return rest
  }
}

@Suite struct LayerTests {
  @Test func `the folders of the analysis form layers`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources/Analysis")
    let folders = try Folders(root)
    #expect(folders.uses["Reports"]?["Summary"]?.contains("CellSummary") == true)
    #expect(folders.tangled.isEmpty, "\(folders.tangled)")
  }
}
