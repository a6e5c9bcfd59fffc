import Foundation
import Results
import Testing
import Timing

/// Runs that were not planned when the file began.
@Suite struct AddedRunTests {
  private let cell = Cell(timer: "dispatch", interval: .ms(1), leeway: .zero, load: "idle")

  private func run(_ index: Int) -> Run {
    let ticks = (0..<3).map { Tick(slot: $0, deadline: $0 * 1_000_000, callback: $0 * 1_000_000 + 5) }
    let facts = RunFacts(
      status: .complete, epoch: 1_000 + Int64(index), end: 2_000_005, slots: 3, fired: 3, missed: 0,
      pending: 0,
      callbacks: 3, warmup: 0, dropped: 0)
    return Run(planned: PlannedRun(index: index, cell: cell, repetition: index), ticks: ticks, facts: facts)
  }

  private func write(_ runs: [Run], planned: Int, to path: String, size: Int64? = nil) throws -> [String] {
    let writer = try RecordingWriter(
      to: .file(path), environment: Environment(), runs: runs.prefix(planned).map(\.planned), size: size)
    for run in runs {
      try writer.begin(run.planned)
      try writer.append(run.ticks)
      try writer.finish(#require(run.facts))
    }
    try writer.close(status: .complete)
    return writer.names
  }

  private func folder(_ body: (String) throws -> Void) throws {
    let root = NSTemporaryDirectory() + "added-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: root) }
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
    try body(root)
  }

  @Test func `a run that is added is listed before its rows, and read like the others`() throws {
    try folder { root in
      let runs = (0..<4).map(run)
      _ = try write(runs, planned: 2, to: root + "/x.csv")
      let lines = try String(contentsOfFile: root + "/x.csv", encoding: .utf8).split(separator: "\n")
      let header = try #require(lines.firstIndex { $0.hasPrefix("run,") })
      #expect(lines[..<header].count { $0.hasPrefix("# run ") } == 2)
      for index in 2...3 {
        let listed = try #require(lines.firstIndex { $0.hasPrefix("# run \(index): ") })
        let row = try #require(lines.firstIndex { $0.hasPrefix("\(index),dispatch") })
        #expect(listed == row - 1)
      }
      #expect(try Recording(contentsOf: root + "/x.csv").runs == runs)
    }
  }

  @Test func `the heads of later files list it too`() throws {
    try folder { root in
      let runs = (0..<40).map(run)
      let names = try write(runs, planned: 1, to: root + "/x.csv", size: 4_000)
      #expect(names.count > 1)
      var read: [Int] = []
      for name in names {
        read += try Recording(contentsOf: name).runs.filter { !$0.ticks.isEmpty }.map(\.planned.index)
      }
      #expect(read == Array(0..<40))
    }
  }
}
