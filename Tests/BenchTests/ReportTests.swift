import Foundation
import Testing

/// A small recording as text: one cell, 200 callbacks a run.
struct SmallRecording {
  var facts: [(String, String)] = [("machine", "box"), ("build", "release")]
  var planned = 3
  var measured = 3
  var failed: Set<Int> = []
  var problem = "the load ended"
  var lateness: (Int) -> Int = { 50_000 + $0 * 7_919 % 1_000 }
  var end: String? = "complete"

  /// The file.
  var text: String {
    var text = "# timer-bench ticks 1\n" + facts.map { "# \($0): \($1)\n" }.joined()
    for run in 0..<planned {
      text +=
        "# run \(run): {\"interval_ns\":10000000,\"leeway_ns\":0,\"load\":\"idle\",\"repetition\":\(run),"
      text += "\"run\":\(run),\"timer\":\"dispatch\",\"timers\":1}\n"
    }
    text += "run,timer,interval_ns,leeway_ns,load,repetition,source,warmup,slot,deadline_ns,callback_ns,"
    text += "lateness_ns,handler_ns,fired,missed,blocked_ns\n"
    for run in 0..<measured {
      for slot in 0..<200 {
        let late = lateness(run * 200 + slot)
        text += "\(run),dispatch,10000000,0,idle,\(run),0,0,\(slot),\(slot * 10_000_000),"
        text += "\(slot * 10_000_000 + late),\(late),0,1,0,0\n"
      }
      if end == nil, run == measured - 1 { return text }
      text += "# done \(run): {\"callbacks\":200,\"dropped\":0,\"end_ns\":1999999999,"
      text += "\"epoch_monotonic_ns\":\(run * 5_000_000_000),\"fired\":200,\"missed\":0,\"pending\":0,"
      text += failed.contains(run) ? "\"problem\":\"\(problem)\"," : ""
      text += "\"slots\":200,\"status\":\"\(failed.contains(run) ? "failed" : "complete")\",\"warmup\":0}\n"
    }
    return text + (end.map { "# end rows=\(measured * 200) status=\($0)\n" } ?? "")
  }

  func write(to path: String) throws { try Data(text.utf8).write(to: URL(fileURLWithPath: path)) }
}

/// What the reports of the whole program say, and with which status.
@Suite struct ReportTests {
  @Test
  func `recordings made otherwise are sections of their own with the fact named, and a copy is refused`()
    throws
  {
    let folder = try Program.Folder()
    var recording = SmallRecording()
    try recording.write(to: folder.file("a.csv"))
    try recording.write(to: folder.file("copy.csv"))
    recording.facts.append(("realtime", "SCHED_FIFO 80"))
    recording.lateness = { 20_000 + $0 }
    try recording.write(to: folder.file("b.csv"))
    let apart = try Program.run(["summary", "--details", folder.file("a.csv"), folder.file("b.csv")])
    #expect(apart.status == 0 && apart.output.components(separatedBy: "3 runs\n").count == 3)
    #expect(apart.output.contains("realtime: unknown | SCHED_FIFO 80"))
    let copied = try Program.run(["summary", folder.file("a.csv"), folder.file("copy.csv")])
    #expect(copied.status == 64 && copied.errors.contains("a copy is no repetition"))
  }

  #if os(Linux)
    /// `script` gives the program a terminal; `xterm` has colours.
    @Test func `what a file holds cannot move a terminal, in colour or not, in any format`() throws {
      let folder = try Program.Folder()
      var recording = SmallRecording()
      let attack = "\u{1B}]0;PWN\u{7}\u{9b}2J"
      let keys = [
        "cpu_governor", "virtualization", "cgroup_cpu_max", "clock", "clock_source", "swift_version",
      ]
      recording.facts =
        [("machine", "box\(attack)"), ("build", "release\(attack)")] + keys.map { ($0, attack) }
      (recording.failed, recording.end) = ([2], "failed")
      recording.problem = "the load\\u001b]0;PWN\\u0007 ended"
      try recording.write(to: folder.file("x.csv"))
      recording = SmallRecording()
      try recording.write(to: folder.file("base.csv"))
      for command in ["summary x.csv", "compare base.csv x.csv"] {
        for format in ["table", "markdown", "json", "csv"] {
          let line = "\(try Program.url.path) \(command) --format \(format)"
          let shown = try Program.shell("TERM=xterm script -qec '\(line)' /dev/null", in: folder.path)
          #expect(shown.output.contains("PWN"), "\(command) \(format)")
          #expect(
            !shown.output.contains("\u{1B}]") && !shown.output.contains("\u{9b}"), "\(command) \(format)")
          #expect(!shown.output.contains("\u{7}"), "\(command) \(format)")
        }
      }
      let piped = try Program.run(["summary", folder.file("x.csv"), "--format", "markdown"])
      #expect(!piped.output.contains("\u{1B}"))
    }
  #endif

  @Test(arguments: ["failed", "never begun", "truncated", "whole"])
  func `a limit over what is not all there is not met`(kind: String) throws {
    let folder = try Program.Folder()
    var recording = SmallRecording()
    try recording.write(to: folder.file("base.csv"))
    switch kind {
    case "failed": (recording.failed, recording.end) = ([2], "failed")
    case "never begun": (recording.measured, recording.end) = (2, "interrupted")
    case "truncated": recording.end = nil
    default: break
    }
    recording.lateness = { 50_000 + $0 * 7_907 % 1_000 }
    try recording.write(to: folder.file("x.csv"))
    let status: Int32 = kind == "whole" ? 0 : 2
    let summary = ["summary", folder.file("x.csv"), "--budget", "p99<1ms"]
    let compared = ["compare", folder.file("base.csv"), folder.file("x.csv"), "--max-regression", "p99=10%"]
    for command in [summary, compared] {
      #expect(try Program.run(command).status == status, "\(command[0])")
      // What failed or is not there is nothing that is undecided.
      #expect(try Program.run(command + ["--allow-undecided"]).status == status, "\(command[0])")
    }
  }

  @Test func `with one run a side a regression limit is undecided, and a comparison of more is not`() throws {
    let folder = try Program.Folder()
    for runs in [1, 2] {
      var recording = SmallRecording(planned: runs, measured: runs)
      try recording.write(to: folder.file("base\(runs).csv"))
      recording.lateness = { 500_000 + $0 * 7_907 % 1_000 }
      try recording.write(to: folder.file("new\(runs).csv"))
    }
    func compare(_ runs: Int, _ options: String...) throws -> Int32 {
      let files = [folder.file("base\(runs).csv"), folder.file("new\(runs).csv")]
      return try Program.run(["compare"] + files + options).status
    }
    for limit in ["p99=10%", "p99=100000%"] {
      #expect(try compare(1, "--max-regression", limit) == 2)
      #expect(try compare(1, "--max-regression", limit, "--allow-undecided") == 0)
    }
    #expect(try compare(2, "--max-regression", "p99=10%", "--allow-undecided") == 2)
    #expect(try compare(2, "--max-regression", "p99=100000%") == 0)
  }
}
