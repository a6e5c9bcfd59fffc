import Foundation
import Testing
import Timing

@testable import Results

private let planned = PlannedRun(
  index: 0, cell: Cell(timer: "runloop", interval: .ms(1), leeway: nil, load: "idle"), repetition: 0)

/// Recordings in several files, and the files beside them.
@Suite struct PartsTests {
  let folder: TemporaryFolder
  let target: OutputTarget

  init() throws {
    folder = try TemporaryFolder()
    target = .file(folder.path("x.csv"))
  }

  private func put(_ text: String, _ name: String) throws {
    try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path(name)))
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOfFile: folder.path(name), encoding: .utf8)
  }

  private var names: Set<String> {
    get throws { Set(try FileManager.default.contentsOfDirectory(atPath: folder.root.path)) }
  }

  /// Writes rows of some 60 bytes into parts of 20 kB.
  @discardableResult
  private func record(force: Bool = false, rows: Int64 = 2_000) throws -> RecordingWriter {
    let writer = try RecordingWriter(
      to: target, environment: Environment(), runs: [planned], force: force, size: 20_000)
    try writer.begin(planned)
    try writer.append(
      (0..<rows).map { Tick(slot: $0, deadline: $0 * 1_000_000, callback: $0 * 1_000_000 + 9) })
    try writer.close(status: .complete)
    return writer
  }

  @Test func `parts are little larger than the limit and hold all rows`() throws {
    let names = try record().names
    #expect(names.count > 3)
    #expect(names[1] == folder.path("x.2.csv"))
    var rows = 0
    for (index, name) in names.enumerated() {
      // 128 rows of some 60 bytes are looked at together.
      let bytes = try Data(contentsOf: URL(fileURLWithPath: name)).count
      #expect(bytes < 20_000 + 128 * 60 + 200, "\(name)")
      let part = try Recording(contentsOf: name)
      #expect(part.environment["part"] == "\(index + 1)")
      rows += part.runs.reduce(0) { $0 + $1.ticks.count }
    }
    #expect(rows == 2_000)
  }

  @Test func `parts of an older recording are refused, and with force removed and named`() throws {
    let older = try record()
    try FileManager.default.removeItem(atPath: folder.path("x.csv"))
    #expect(throws: FileError.exists(path: folder.path("x.2.csv"))) { try record() }
    #expect(try !names.contains("x.csv"))
    let newer = try record(force: true, rows: 10)
    #expect(newer.removed == Array(older.names.dropFirst()))
    #expect(try names == ["x.csv"])
  }

  @Test(arguments: [20_000, nil] as [Int64?])
  func `a recording whose parts are being written is not replaced`(size: Int64?) throws {
    let writer = try RecordingWriter(
      to: target, environment: Environment(), runs: [planned], size: 20_000)
    try writer.begin(planned)
    try writer.append((0..<500).map { Tick(slot: $0, deadline: $0 * 1_000_000, callback: $0 * 1_000_000) })
    #expect(writer.names.count == 2)
    let next = folder.path("x.2.csv")
    #expect(throws: FileError.inUse(path: next, partial: next + ".partial")) {
      try RecordingWriter(to: target, environment: Environment(), runs: [planned], force: true, size: size)
    }
    try writer.close(status: .complete)
    #expect(try Recording(contentsOf: folder.path("x.csv")).runs[0].ticks.count > 100)
  }

  @Test func `files that do not say that they are parts are left alone, and their names passed over`() throws
  {
    let others = [
      "x.2024.csv": "precious", "x.7.csv": "# timer-bench ticks 1\n", "x.2.csv": "# part: 2\n",
      "x.3.csv.partial": "# timer-bench ticks 1\n# part: 1\n", "x.03.csv": "", "y.2.csv": "", "x.2.txt": "",
    ]
    for (name, text) in others { try put(text, name) }
    let names = try record(force: true).names
    for (name, content) in others { #expect(try text(name) == content, "\(name)") }
    #expect(names[1] == folder.path("x.4.csv"))
    #expect(try Recording(contentsOf: names[1]).environment["part"] == "2")
  }
}
