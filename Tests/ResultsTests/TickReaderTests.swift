import Foundation
import Testing
import Timing

@testable import Results

/// A whole file of two runs, with every kind of line and a label that needs all the quoting there is.
let whole = #"""
  # timer-bench ticks 1
  # os: Debian 13
  # governor:
  # command: "bench\nrun"
  # run 0: {"interval_ns":10000000,"leeway_ns":1000000,"load":"mix:\"a,b\" # c\n","repetition":0,"run":0,"timer":"dispatch","timers":1}
  # run 1: {"interval_ns":1000000,"load":"idle","repetition":3,"run":1,"timer":"nanosleep","timers":2}
  run,timer,interval_ns,leeway_ns,load,repetition,source,warmup,slot,deadline_ns,callback_ns,lateness_ns,handler_ns,fired,missed,blocked_ns
  0,dispatch,10000000,1000000,"mix:""a,b"" # c
  ",0,0,1,0,0,-12,-12,0,1,0,0
  0,dispatch,10000000,1000000,"mix:""a,b"" # c
  ",0,0,0,1,10000000,10061234,61234,9,2,0,100
  0,dispatch,10000000,1000000,"mix:""a,b"" # c
  ",0,0,2,4,40000000,40000001,1,0,1,1,0
  # done 0: {"callbacks":3,"dropped":0,"end_ns":40000002,"epoch_monotonic_ns":7,"fired":4,"missed":1,"pending":0,"slots":5,"status":"complete","warmup":1}
  1,nanosleep,1000000,,idle,3,0,0,0,0,55,55,0,1,0,0
  1,nanosleep,1000000,,idle,3,1,0,0,500000,500055,55,0,1,0,0
  1,nanosleep,1000000,,idle,3,0,0,1,1000000,1000050,50,0,1,0,0
  # done 1: {"callbacks":3,"dropped":0,"end_ns":1000060,"epoch_monotonic_ns":7,"fired":3,"missed":0,"pending":0,"slots":3,"status":"failed","problem":"no","warmup":0}
  # end rows=6 status=failed

  """#

/// The header before the column `timers` was added.
let header = Column.all.filter { $0.presence == .always }.map(\.name).joined(separator: ",")
let row = "0,runloop,1000,,idle,0,0,0,0,0,5,5,0,1,0,0"

private func expectedRecording() -> Recording {
  var environment = Environment()
  environment["os"] = "Debian 13"
  environment["governor"] = nil
  environment["command"] = "bench\nrun"
  let label = "mix:\"a,b\" # c\n"
  let dispatch = Run(
    planned: PlannedRun(
      index: 0, cell: Cell(timer: "dispatch", interval: .ms(10), leeway: .ms(1), load: label), repetition: 0),
    ticks: [
      Tick(warmup: true, slot: 0, deadline: 0, callback: -12),
      Tick(slot: 1, deadline: 10_000_000, callback: 10_061_234, handler: 9, fired: 2, blocked: 100),
      Tick(event: true, slot: 4, deadline: 40_000_000, callback: 40_000_001, missed: 1),
    ],
    facts: RunFacts(
      status: .complete, epoch: 7, end: 40_000_002, slots: 5, fired: 4, missed: 1, pending: 0, callbacks: 3,
      warmup: 1, dropped: 0))
  let floor = Run(
    planned: PlannedRun(
      index: 1, cell: Cell(timer: "nanosleep", interval: .ms(1), leeway: nil, load: "idle", timers: 2),
      repetition: 3),
    ticks: [
      Tick(slot: 0, deadline: 0, callback: 55),
      Tick(source: 1, slot: 0, deadline: 500_000, callback: 500_055),
      Tick(slot: 1, deadline: 1_000_000, callback: 1_000_050),
    ],
    facts: RunFacts(
      status: .failed, problem: "no", epoch: 7, end: 1_000_060, slots: 3, fired: 3, missed: 0, pending: 0,
      callbacks: 3, warmup: 0, dropped: 0))
  return Recording(environment: environment, runs: [dispatch, floor], status: .failed)
}

private func read(_ text: String, chunkSize: Int = 1 << 20) throws -> Recording {
  try Recording(reading: TickReader(bytes: Array(text.utf8), name: "x.csv", chunkSize: chunkSize))
}

private func cutLine(_ text: String) throws -> Int? {
  var cut: CutLine?
  try TickReader(bytes: Array(text.utf8), name: "x.csv").read { event in
    if case .end(_, let line) = event { cut = line }
  }
  return cut?.line
}

@Suite struct TickReaderTests {
  @Test func `a file reads the same in pieces of any size`() throws {
    let expected = expectedRecording()
    for size in Array(1...300) + [whole.utf8.count - 1, whole.utf8.count, 1 << 20] {
      #expect(try read(whole, chunkSize: size) == expected, "\(size) bytes at a time")
    }
  }

  @Test func `what is written is read back`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("trip.csv")
    var recording = expectedRecording()
    recording.environment["edge"] = " \"spaces\" "
    recording.environment["empty"] = ""
    recording.environment["unit"] = "µs\u{7F}\0"
    let many = (0..<20_000).map { slot in
      Tick(
        slot: slot, deadline: slot * 1_000, callback: slot * 1_000 + slot % 700 - 3,
        blocked: max(0, min(slot % 11, slot % 700 - 3)))
    }
    recording.runs.append(
      Run(
        planned: PlannedRun(
          index: 2, cell: Cell(timer: "run\"loop", interval: .us(1), leeway: .zero, load: "#"), repetition: 0),
        ticks: many,
        facts: RunFacts(
          status: .complete, epoch: 7, end: 20_000_000, slots: 20_001, fired: 20_000, missed: 0, pending: 1,
          callbacks: 20_000, warmup: 0, dropped: 0)))
    let writer = try TickWriter(
      to: .file(path), environment: recording.environment, runs: recording.runs.map(\.planned))
    for run in recording.runs {
      try writer.begin(run.planned)
      try writer.append(run.ticks)
      if let facts = run.facts { try writer.finish(facts) }
    }
    try writer.close(status: .failed)
    #expect(try Recording(contentsOf: path) == recording)
  }

  @Test(arguments: [
    ("line ends of Windows", whole.replacingOccurrences(of: "idle,3", with: "idle,3"), true),
    ("a byte order mark", "\u{FEFF}" + whole, false),
    ("no last newline", String(whole.dropLast()), false),
    (
      "blank lines and remarks", whole.replacingOccurrences(of: "\n1,nano", with: "\n\n# note: x\n#\n1,nano"),
      false
    ),
    ("newlines after the end", whole + "\n\n# thanks\n", false),
  ])
  func `other hands' habits change nothing`(habit: String, text: String, windows: Bool) throws {
    var expected = expectedRecording()
    var text = text
    if windows {
      text = text.replacingOccurrences(of: "\n", with: "\r\n")
      // The label's own newline changes with the others, so its run line has to say so.
      text = text.replacingOccurrences(of: #"c\n","rep"#, with: #"c\r\n","rep"#)
      expected.runs[0].planned.cell.load = "mix:\"a,b\" # c\r\n"
    }
    for size in [1, 7, 1 << 20] {
      #expect(try read(text, chunkSize: size) == expected)
    }
  }

  @Test func `columns are found by name, in any order, among others, quoted or not`() throws {
    let order = header.split(separator: ",").reversed().map(String.init) + ["armed_ns", "note"]
    let rows = [(0, 5), (2, 2_007)].map { slot, callback in
      let fields = [
        "run": "7", "timer": "runloop", "interval_ns": "1000", "leeway_ns": "", "load": "\"idle\"",
        "repetition": "0", "source": "\(slot)", "warmup": "0", "slot": "\(slot)",
        "deadline_ns": "\(slot * 1000)", "callback_ns": "\(callback)",
        "lateness_ns": "\"\(callback - slot * 1000)\"", "handler_ns": "0", "fired": "1", "missed": "0",
        "blocked_ns": "0", "armed_ns": "", "note": "\"a\nb\"",
      ]
      return order.compactMap { fields[$0] }.joined(separator: ",")
    }
    let recording = try read(order.joined(separator: ",") + "\n" + rows.joined(separator: "\n"))
    let cell = Cell(timer: "runloop", interval: .us(1), leeway: nil, load: "idle", timers: 3)
    #expect(
      recording.runs == [
        Run(
          planned: PlannedRun(index: 7, cell: cell, repetition: 0),
          ticks: [
            Tick(slot: 0, deadline: 0, callback: 5),
            Tick(source: 2, slot: 2, deadline: 2_000, callback: 2_007),
          ], facts: nil)
      ])
    #expect(recording.status == .truncated)
  }

  @Test func `further columns are skipped on every row`() throws {
    let rows = (0..<500).map {
      "0,runloop,1000,,idle,0,0,0,\($0),\($0 * 1000),\($0 * 1000 + 7),7,0,1,0,0,\($0 % 3 == 0 ? "" : "12"),\($0 % 5 == 0 ? "\"x,\"" : "x")"
    }
    let recording = try read("\(header),woken_ns,who\n" + rows.joined(separator: "\n") + "\n")
    #expect(recording.runs.map(\.ticks.count) == [500])
    #expect(recording.runs[0].ticks.allSatisfy { $0.lateness == 7 && $0.blocked == 0 })
  }

  @Test func `a file that breaks off anywhere is read up to there and called truncated`() throws {
    let bytes = Array(whole.utf8)
    let full = expectedRecording()
    let start = "# timer-bench ticks 1\n".utf8.count
    for length in start..<bytes.count - 1 {
      let text = String(decoding: bytes.prefix(length), as: UTF8.self)
      let part = try read(text)
      #expect(part.status == .truncated, "\(length)")
      for (run, original) in zip(part.runs, full.runs) {
        #expect(original.ticks.starts(with: run.ticks), "\(length)")
        #expect(run.facts == nil || run.facts == original.facts, "\(length)")
      }
      // A line of JSON is whole once its brace is there.
      let isCut = !text.hasSuffix("\n") && !text.hasSuffix("}") || text.hasSuffix("# c\n")
      #expect((try cutLine(text) != nil) == isCut, "\(length)")
    }
  }

  @Test(arguments: refusals)
  func `a file that is not right is refused with the place and what to do`(refusal: Refusal) {
    for size in [1, 5, 1 << 20] {
      let error = #expect(throws: DataError.self) { try read(refusal.text, chunkSize: size) }
      #expect(error.map { "\($0)" } == refusal.message)
    }
  }

  @Test func `labels that are not text are refused`() throws {
    let bytes = Array("\(header)\n0,".utf8) + [0xFF, 0xFE] + Array(row.dropFirst(9).utf8) + [0x0A]
    let error = #expect(throws: DataError.self) {
      try Recording(reading: TickReader(bytes: bytes, name: "x.csv"))
    }
    #expect(error?.problem == .notUTF8(column: "timer"))
  }

  @Test(
    arguments: [
      ("gzip", [0x1F, 0x8B, 8, 0]), ("zstd", [0x28, 0xB5, 0x2F, 0xFD]),
      ("xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]),
      ("ZIP", [0x50, 0x4B, 3, 4]), ("UTF-16", [0xFF, 0xFE, 0x23, 0]), ("UTF-16", [0xFE, 0xFF, 0, 0x23]),
    ] as [(String, [UInt8])])
  func `a file that is packed is called what it is`(name: String, start: [UInt8]) throws {
    for size in [1, 1 << 20] {
      let error = #expect(throws: DataError.self) {
        try Recording(reading: TickReader(bytes: start + Array(whole.utf8), name: "x", chunkSize: size))
      }
      #expect(error.map { "\($0)" }?.hasPrefix("x:1:1: this is ") == true)
      #expect(error.map { "\($0)" }?.contains(name) == true)
    }
  }

  @Test func `a field or line without end does not fill the memory`() {
    for start in ["\(header)\n\"", "\(header)\n", "# timer-bench ticks 1\n# a: ", "", "\""] {
      let text = start + String(repeating: "x", count: 3 << 20)
      #expect(throws: DataError.self) { try read(text, chunkSize: 4_096) }
    }
  }

  @Test func `a directory and a missing file are named`() throws {
    let folder = try TemporaryFolder()
    #expect(throws: FileError.isDirectory(path: folder.root.path)) {
      try Recording(contentsOf: folder.root.path)
    }
    let missing = folder.path("none.csv")
    #expect(throws: FileError.system(call: "open", path: missing, code: ENOENT)) {
      try Recording(contentsOf: missing)
    }
  }
}
