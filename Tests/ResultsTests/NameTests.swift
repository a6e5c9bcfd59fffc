import Foundation
import Text
import Testing
import Timing

@testable import Results

private let planned = PlannedRun(
  index: 0, cell: Cell(timer: "runloop", interval: .ms(1), leeway: nil, load: "idle"), repetition: 0)

private func facts(_ path: String) throws -> stat {
  var facts = stat()
  try #require(unsafe lstat(path.systemPath, &facts) == 0, "\(path)")
  return facts
}

/// Whose a name is, while it is written and after a crash.
@Suite struct NameTests {
  let folder: TemporaryFolder
  let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path("x.csv")
  }

  private func writer(force: Bool = false) throws -> TickWriter {
    try TickWriter(to: .file(path), environment: Environment(), runs: [planned], force: force)
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.root.path).sorted() }
  }

  @Test func `a name that somebody writes is not taken from them, forced or not`() throws {
    let first = try writer()
    for force in [false, true] {
      #expect(throws: FileError.inUse(path: path, partial: path + ".partial")) { try writer(force: force) }
    }
    try first.begin(planned)
    try first.append(Tick(slot: 0, deadline: 0, callback: 3))
    try first.finish(
      RunFacts(
        status: .complete, epoch: 0, end: 3, slots: 1, fired: 1, missed: 0, pending: 0, callbacks: 1,
        warmup: 0,
        dropped: 0))
    try first.close(status: .complete)
    #expect(try Recording(contentsOf: path).runs[0].ticks.count == 1)
    try writer(force: true).close(status: .interrupted)
    #expect(try Recording(contentsOf: path).runs.allSatisfy(\.ticks.isEmpty))
  }

  @Test func `what is published is what was written, not what took its name meanwhile`() throws {
    let first = try writer()
    try FileManager.default.removeItem(atPath: path + ".partial")
    try Data("another's".utf8).write(to: URL(fileURLWithPath: path + ".partial"))
    #expect(throws: FileError.vanished(path: path)) { try first.close(status: .complete) }
    #expect(try names == ["x.csv.partial"])
  }

  @Test(arguments: [0o600, 0o640, 0o444, 0o755] as [mode_t])
  func `a file that is replaced keeps its mode, and what replaces it is never more open`(mode: mode_t) throws
  {
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    #expect(unsafe chmod(path, mode) == 0)
    let writer = try writer(force: true)
    #expect(try facts(path + ".partial").st_mode & 0o777 == mode)
    try writer.close(status: .complete)
    #expect(try facts(path).st_mode & 0o777 == mode)
    try OutputTarget.file(path).write("text", force: true)
    #expect(try facts(path).st_mode & 0o777 == mode)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can give files away"))
  func `a file that root replaces keeps its owner`() throws {
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    #expect(unsafe chown(path, 65_534, 65_533) == 0)
    try OutputTarget.file(path).write("new", force: true)
    let after = try facts(path)
    #expect(after.st_uid == 65_534 && after.st_gid == 65_533)
  }

  @Test func `a new file is as the umask wants it`() throws {
    try OutputTarget.file(path).write("text")
    let old = umask(0)
    umask(old)
    #expect(try facts(path).st_mode & 0o777 == 0o666 & ~old)
  }

  @Test(
    arguments: [
      [0x6c, 0x61, 0x74, 0xe9, 0x6e], [0xff, 0xfe], [0xc3, 0xa9], [0x80, 0xc3],
      [0xf4, 0x8f, 0xbf, 0xa9, 0xe9], [0xed, 0xa0, 0x80],
    ] as [[UInt8]])
  func `a name is bytes, whatever they are`(bytes: [UInt8]) throws {
    let text = String(systemBytes: bytes)
    #expect(text.systemBytes == bytes)
    #expect(text.systemPath.map { UInt8(bitPattern: $0) } == bytes + [0])
    let target = OutputTarget.file(folder.root.path + "/" + text)
    try target.write("content")
    // Looked up by the system's own calls.
    guard let entries = unsafe opendir(folder.root.path) else {
      Issue.record("\(folder.root.path)")
      return
    }
    defer { unsafe _ = closedir(entries) }
    var found: [[UInt8]] = []
    while let next = unsafe readdir(entries) {
      found.append(unsafe withUnsafeBytes(of: &next.pointee.d_name) { unsafe Array($0.prefix { $0 != 0 }) })
    }
    #expect(found.filter { $0 != [0x2e] && $0 != [0x2e, 0x2e] } == [bytes])
    #expect(try OutputTarget.contents(of: target.name) == Array("content".utf8))
  }

  @Test func `bytes that are no text are shown, and quoted for a shell, by their numbers`() {
    let name = String(systemBytes: [0x61, 0xe9, 0x62])
    #expect(name.printable == #"a\xe9b"#)
    #expect(shellQuoted(name) == #"'a'$'\xe9''b'"#)
    #expect(shellQuoted("it's") == #"'it'\''s'"#)
  }

  @Test func `temporary files of killed programs go, those of others stay`() throws {
    let place = try Descriptor(opening: folder.root.path, O_RDONLY | O_DIRECTORY)
    let (dead, alive) = (Leftovers.files.newName(), Leftovers.files.newName())
    let similar = String(dead.dropLast()) + "x"
    for name in [dead, alive, similar] { try Data().write(to: URL(fileURLWithPath: folder.path(name))) }
    let held = try Leftovers.open(alive, in: place, named: alive)
    #expect(held.lock() == .held)
    try OutputTarget.file(path).write("text")
    #expect(try names == [alive, similar, "x.csv"].sorted())
  }
}
