#if os(Linux)
  import Foundation
  import Testing
  import Timing

  @testable import Results

  private let planned = PlannedRun(
    index: 0, cell: Cell(timer: "runloop", interval: .ms(1), leeway: nil, load: "idle"), repetition: 0)

  private func ticks(_ slots: Range<Int64>) -> [Tick] {
    slots.map { Tick(slot: $0, deadline: $0 * 1_000_000, callback: $0 * 1_000_000 + 9) }
  }

  extension RecordingWriter {
    /// As a run does: second by second.
    fileprivate func append(_ slots: Range<Int64>, step: Int64) throws(FileError) {
      for start in stride(from: slots.lowerBound, to: slots.upperBound, by: Int(step)) {
        try append(ticks(start..<min(start + step, slots.upperBound)))
      }
    }
  }

  /// A small disk of its own; for root only.
  private final class SmallDisk {
    let folder: TemporaryFolder
    var path: String { folder.path("disk/x.csv") }

    init(bytes: Int) throws {
      folder = try TemporaryFolder()
      let place = folder.path("disk")
      try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
      let options = Array("size=\(bytes)".utf8) + [0]
      let code = unsafe options.withUnsafeBytes { unsafe mount("tmpfs", place, "tmpfs", 0, $0.baseAddress) }
      try #require(code == 0, "no disk of its own")
    }

    /// Leaves so much room.
    func fill(leaving bytes: Int) throws {
      var facts = statvfs()
      try #require(unsafe statvfs(folder.path("disk"), &facts) == 0)
      let free = Int(facts.f_bavail) * Int(facts.f_frsize)
      try Data(count: max(0, free - bytes)).write(to: URL(fileURLWithPath: folder.path("disk/fill")))
    }

    func free() throws { try FileManager.default.removeItem(atPath: folder.path("disk/fill")) }

    deinit { _ = unsafe umount2(folder.path("disk"), Int32(MNT_DETACH)) }

    /// Whether one can be had here.
    static var isThere: Bool { geteuid() == 0 && (try? SmallDisk(bytes: 65_536)) != nil }
  }

  @Suite(.enabled(if: SmallDisk.isThere, "only root can mount a small disk")) struct FullDiskTests {
    @Test func `a disk that is full for a while costs nothing`() throws {
      let disk = try SmallDisk(bytes: 4 << 20)
      let writer = try RecordingWriter(to: .file(disk.path), environment: Environment(), runs: [planned])
      try writer.begin(planned)
      try writer.append(ticks(0..<10))
      #expect(!writer.isHeldUp)
      try disk.fill(leaving: 8_192)
      try writer.append(10..<10_010, step: 1_000)
      #expect(writer.isHeldUp && !writer.isLosing)
      try disk.free()
      try writer.append(ticks(10_010..<10_011))
      #expect(!writer.isHeldUp)
      try writer.finish(
        RunFacts(
          status: .complete, epoch: 0, end: 10_010_000_009, slots: 10_011, fired: 10_011, missed: 0,
          pending: 0,
          callbacks: 10_011, warmup: 0, dropped: 0))
      try writer.close(status: .complete)
      let read = try Recording(contentsOf: disk.path)
      #expect(read.status == .complete)
      #expect(read.runs[0].ticks.map(\.slot) == Array(0..<10_011))
      #expect(writer.losses.isEmpty)
    }

    @Test func `what memory has no room for either is lost, counted, and every slot accounted for`() throws {
      let disk = try SmallDisk(bytes: 4 << 20)
      let writer = try RecordingWriter(
        to: .file(disk.path), environment: Environment(), runs: [planned], room: 50_000)
      try writer.begin(planned)
      try writer.append(ticks(0..<10))
      try disk.fill(leaving: 0)
      try writer.append(10..<5_000, step: 500)
      #expect(writer.isHeldUp && writer.isLosing)
      try disk.free()
      try writer.append(5_000..<6_000, step: 500)
      try writer.finish(
        RunFacts(
          status: .complete, epoch: 0, end: 5_999_000_009, slots: 6_000, fired: 6_000, missed: 0, pending: 0,
          callbacks: 6_000, warmup: 0, dropped: 0))
      try writer.close(status: .complete)
      let run = try Recording(contentsOf: disk.path).runs[0]
      let facts = try #require(run.facts)
      let lost = try #require(writer.losses.first?.rows)
      #expect(lost.rows > 1_000 && lost.rows == 6_000 - Int64(run.ticks.count))
      #expect(run.ticks.suffix(1_000).map(\.slot) == Array(5_000..<6_000))
      // The lost rows are those of one stretch, named by its first and last callback.
      let gap = try #require(zip(run.ticks, run.ticks.dropFirst()).first { $1.slot - $0.slot > 1 })
      #expect(lost.first == gap.0.callback + 1_000_000 && lost.last == gap.1.callback - 1_000_000)
      #expect(facts.dropped == lost.rows && facts.lost == lost.rows)
      #expect(facts.fired == Int64(run.ticks.count) && facts.callbacks == facts.fired)
      #expect(facts.fired + facts.missed + facts.pending + (facts.lost ?? 0) == facts.slots)
    }

    @Test func `a recording in parts waits for room too, and no part is lost`() throws {
      let disk = try SmallDisk(bytes: 4 << 20)
      let writer = try RecordingWriter(
        to: .file(disk.path), environment: Environment(), runs: [planned], size: 20_000)
      try writer.begin(planned)
      try writer.append(ticks(0..<200))
      try disk.fill(leaving: 12_288)
      try writer.append(200..<2_200, step: 200)
      #expect(writer.isHeldUp)
      try disk.free()
      try writer.append(2_200..<3_200, step: 200)
      try writer.close(status: .complete)
      #expect(writer.names.count > 2)
      let parts = try writer.names.map { try Recording(contentsOf: $0) }
      #expect(parts.map(\.status).allSatisfy { $0 == .complete })
      #expect(parts.flatMap(\.runs).flatMap(\.ticks).map(\.slot) == Array(0..<3_200))
    }

    @Test func `a disk that stays full to the end is an error that counts, and what fitted is kept`() throws {
      let disk = try SmallDisk(bytes: 1 << 20)
      let writer = try TickWriter(to: .file(disk.path), environment: Environment(), runs: [planned])
      try writer.begin(planned)
      try disk.fill(leaving: 0)
      try writer.append(ticks(0..<1_000))
      let error = try #require(throws: FileError.self) { try writer.close(status: .complete) }
      guard case .diskFull(disk.path, disk.path + ".partial", let lines) = error else {
        Issue.record("\(error)")
        return
      }
      let kept = try Recording(contentsOf: disk.path + ".partial")
      #expect(kept.status == .truncated)
      // All rows and the last line, less what the file's last page had room for.
      let written = kept.runs.reduce(0) { $0 + $1.ticks.count }
      #expect((1_000...1_002).contains(lines + written))
    }

    @Test func `a head that finds no room leaves nothing`() throws {
      let disk = try SmallDisk(bytes: 1 << 20)
      try disk.fill(leaving: 0)
      let full = FileError.system(call: "write", path: disk.path, code: ENOSPC)
      #expect(throws: full) {
        try TickWriter(to: .file(disk.path), environment: Environment(), runs: [planned])
      }
      #expect(throws: full) { try OutputTarget.file(disk.path).write("text") }
      #expect(try FileManager.default.contentsOfDirectory(atPath: disk.folder.path("disk")) == ["fill"])
    }
  }
#endif
