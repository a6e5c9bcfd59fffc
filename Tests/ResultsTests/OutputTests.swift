import Foundation
import Testing
import Timing

@testable import Results

private let planned = PlannedRun(
  index: 0, cell: Cell(timer: "runloop", interval: .ms(1), leeway: nil, load: "idle"), repetition: 0)

private func content(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

@Suite struct OutputTests {
  @Test func `a target that exists is refused, and replaced only when forced and complete`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("x.csv")
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    let target = OutputTarget.file(path)
    #expect(throws: FileError.exists(path: path)) { try target.check() }
    #expect(throws: FileError.exists(path: path)) {
      try TickWriter(to: target, environment: Environment(), runs: [])
    }
    try target.check(force: true)
    let writer = try TickWriter(to: target, environment: Environment(), runs: [planned], force: true)
    #expect(try content(path) == "old")
    try writer.close(status: .complete)
    #expect(try content(path).hasSuffix("# end rows=0 status=complete\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.root.path) == ["x.csv"])
  }

  @Test func `a target that came into being meanwhile is not replaced`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("x.csv")
    let writer = try TickWriter(to: .file(path), environment: Environment(), runs: [])
    try Data("other".utf8).write(to: URL(fileURLWithPath: path))
    #expect(throws: FileError.system(call: "rename", path: path, code: EEXIST, kept: path + ".partial")) {
      try writer.close(status: .complete)
    }
    #expect(try content(path) == "other")
    #expect(try Recording(contentsOf: path + ".partial").status == .complete)
  }

  @Test func `checking leaves nothing behind and names what is in the way`() throws {
    let folder = try TemporaryFolder()
    try OutputTarget.file(folder.path("new.csv")).check()
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.root.path).isEmpty)
    #expect(throws: FileError.isDirectory(path: folder.root.path)) {
      try OutputTarget.file(folder.root.path).check(force: true)
    }
    let deep = folder.path("a/b/x.csv")
    #expect(throws: FileError.folderMissing(path: deep, folder: folder.path("a/b"))) {
      try OutputTarget.file(deep).check()
    }
    try OutputTarget.file(deep).createFolders()
    try OutputTarget.file(deep).check()
    #expect(FileManager.default.fileExists(atPath: folder.path("a/b")))
    #expect(throws: FileError.noName(path: "")) { try OutputTarget.file("").check() }
    #expect(throws: FileError.noName(path: folder.path("c") + "/")) {
      try OutputTarget.file(folder.path("c") + "/").check()
    }
    let link = folder.path("link.csv")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path("none"))
    #expect(throws: FileError.danglingLink(path: link)) { try OutputTarget.file(link).check(force: true) }
    #expect(throws: FileError.self) { try OutputTarget.descriptor(12_345).check() }
  }

  @Test func `what an interrupted program left is not overwritten unasked`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("x.csv")
    var writer: TickWriter? = try TickWriter(to: .file(path), environment: Environment(), runs: [planned])
    try writer?.begin(planned)
    try writer?.append(Tick(slot: 0, deadline: 0, callback: 3))
    try writer?.flush()
    writer = nil
    let left = try Recording(contentsOf: path + ".partial")
    #expect(left.status == .truncated && left.runs.map(\.ticks.count) == [1])
    #expect(throws: FileError.unfinished(path: path, partial: path + ".partial")) {
      try OutputTarget.file(path).check(asRecording: true)
    }
    try OutputTarget.file(path).check(force: true, asRecording: true)
  }

  @Test func `what a link names is never replaced`() throws {
    let folder = try TemporaryFolder()
    let (path, link) = (folder.path("x.csv"), folder.path("link.csv"))
    try Data("old".utf8).write(to: URL(fileURLWithPath: path))
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(throws: FileError.link(path: link)) { try OutputTarget.file(link).write("new", force: true) }
    #expect(try content(path) == "old")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == path)
    // A temporary name that is a link is taken away, and what it names stays.
    let guessed = folder.path("y.csv.partial")
    try FileManager.default.createSymbolicLink(atPath: guessed, withDestinationPath: path)
    let writer = try TickWriter(
      to: .file(folder.path("y.csv")), environment: Environment(), runs: [planned], force: true)
    try writer.close(status: .complete)
    #expect(try content(path) == "old")
    #expect(try content(folder.path("y.csv")).hasSuffix("status=complete\n"))
  }

  @Test func `a link to a folder on the way is followed`() throws {
    let folder = try TemporaryFolder()
    let inner = OutputTarget.file(folder.path("a/x.csv"))
    try inner.createFolders()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("b"), withDestinationPath: folder.path("a"))
    try OutputTarget.file(folder.path("b/x.csv")).write("text")
    #expect(try content(folder.path("a/x.csv")) == "text")
  }

  #if os(Linux)
    @Test func `a full disk is an error, and every call after it is the same`() throws {
      let full = FileError.system(call: "write", path: "/dev/full", code: ENOSPC)
      #expect(throws: full) { try OutputTarget.file("/dev/full").write("text") }
      #expect(throws: full) {
        try TickWriter(to: .file("/dev/full"), environment: Environment(), runs: [])
      }
      let descriptor = unsafe open("/dev/full", O_WRONLY)
      defer { close(descriptor) }
      #expect(throws: FileError.self) {
        try TickWriter(to: .descriptor(descriptor), environment: Environment(), runs: [])
      }
      try OutputTarget.file("/dev/null").write("text")
    }
  #endif

  @Test func `a stream gets the same bytes as a file`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("x.csv")
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    let descriptor = unsafe open(path, O_WRONLY)
    let writer = try TickWriter(to: .descriptor(descriptor), environment: Environment(), runs: [planned])
    try writer.begin(planned)
    try writer.append((0..<10_000).map { Tick(slot: $0, deadline: $0 * 1_000_000, callback: $0 * 1_000_000) })
    try writer.finish(
      RunFacts(
        status: .interrupted, epoch: 0, end: 9_999_000_000, slots: 10_000, fired: 10_000, missed: 0,
        pending: 0,
        callbacks: 10_000, warmup: 0, dropped: 0))
    try writer.close(status: .interrupted)
    #expect(close(descriptor) == 0, "a descriptor that was lent stays open")
    let read = try Recording(contentsOf: path)
    #expect(read.status == .interrupted && read.runs.map(\.ticks.count) == [10_000])
  }
}
