import Foundation
import Results
import Testing
import Timing

/// What goes wrong around the program: each a message and an exit code, and nothing lost that was measured.
@Suite(.serialized, .enabled(if: Program.canProvokeFaults)) struct FaultTests {
  /// A short measurement, as a line of shell may use it; ended by force should it hang.
  static let run =
    "timeout -k 1 20 \"$0\" run --timer dispatch --interval 1ms --duration 200ms --repetitions 1 --no-plot --quiet"

  private func outcome(_ line: String, in folder: Program.Folder) throws -> Program.Outcome {
    try Program.shell("SWIFT_BACKTRACE=enable=no; export SWIFT_BACKTRACE; " + line, in: folder.path)
  }

  @Test(arguments: [
    ("-o /dev/full", 74, "No space left"),
    ("-o x.csv >/dev/full", 74, "standard output: write: No space left"),
    ("-o x.csv >&-", 74, "standard output: write: Bad file descriptor"),
    ("-o /proc/1/x.csv", 74, "/proc/1/x.csv"), ("-o missing/x.csv", 74, "there is no folder missing"),
    ("-o x.csv </dev/null <&-", 0, ""), ("-o x.csv 2>/dev/full", 0, ""), ("-o x.csv 2>&-", 0, ""),
  ])
  func `an output that fails is named, and the file beside it is whole`(
    _ arguments: String, _ status: Int32, _ message: String
  ) throws {
    let folder = try Program.Folder()
    let outcome = try outcome("\(Self.run) \(arguments)", in: folder)
    #expect(outcome.status == status, "\(outcome.errors)")
    #expect(message.isEmpty || outcome.errors.contains(message), "\(outcome.errors)")
    guard arguments.contains("-o x.csv") else { return }
    let recording = try Recording(contentsOf: folder.file("x.csv"))
    #expect(recording.status == .complete)
    #expect(!recording.runs[0].ticks.isEmpty)
  }

  @Test func `a reader that ends early costs neither the figures nor a signal`() throws {
    let folder = try Program.Folder()
    let outcome = try outcome("{ \(Self.run) -o -; echo code $? >&2; } | head -c 10 >/dev/null", in: folder)
    #expect(outcome.errors.contains("code 74"), "\(outcome.errors)")
    #expect(outcome.errors.contains("Broken pipe"))
    #expect(outcome.errors.contains("dispatch"))
  }

  @Test func `a pipe by a name is read as a file is`() throws {
    let folder = try Program.Folder()
    let line = "\(Self.run) -o x.csv && cat x.csv | bench summary /dev/stdin --format csv"
    let outcome = try outcome(line, in: folder)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains(",dispatch,1000000,"))
  }

  @Test func `a run whose reader has ended does not go on for nobody`() throws {
    let folder = try Program.Folder()
    let endless = Self.run.replacing("--duration 200ms", with: "--duration 1h")
    let outcome = try outcome("{ \(endless) -o -; echo code $? >&2; } | head -c 10 >/dev/null", in: folder)
    // The time limit would have ended it with 124.
    #expect(outcome.errors.contains("code 74"), "\(outcome.errors)")
    #expect(outcome.errors.contains("dispatch"))
  }

  @Test func `what fitted below the file size limit is kept, and reads as truncated`() throws {
    let folder = try Program.Folder()
    let outcome = try outcome("ulimit -f 8; \(Self.run) -o x.csv", in: folder)
    #expect(outcome.status == 74)
    #expect(outcome.errors.contains("File too large"))
    #expect(outcome.errors.contains("x.csv.partial"))
    #expect(outcome.output.contains("dispatch"))
    #expect(try Recording(contentsOf: folder.file("x.csv.partial")).status == .truncated)
  }

  @Test func `a folder that vanishes is named, and the figures are printed`() throws {
    let folder = try Program.Folder()
    let outcome = try outcome(
      "mkdir d; \(Self.run.replacing("200ms", with: "2s")) -o d/x.csv & p=$!; "
        + "for i in 1 2 3 4 5 6 7 8 9 10; do sleep 0.1; [ -e d/x.csv.partial ] && break; done; "
        + "rm -r d; wait $p", in: folder)
    #expect(outcome.status == 74)
    #expect(outcome.errors.contains("d/x.csv"))
    #expect(outcome.errors.contains("lost"), "\(outcome.errors)")
    #expect(outcome.output.contains("dispatch"))
  }

  @Test(arguments: [("-n 6", "descriptors"), ("-v 150000", "memory")])
  func `a run that the system has not enough for fails with the limit to raise`(limit: String, what: String)
    throws
  {
    let folder = try Program.Folder()
    let line = Self.run.replacing("1ms", with: "10us") + " --timers 1000"
    let outcome = try outcome("ulimit \(limit); \(line) -o x.csv", in: folder)
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains(what), "\(outcome.errors)")
    #expect(outcome.errors.contains("ulimit"))
    #expect(try Recording(contentsOf: folder.file("x.csv")).status == .failed)
  }

  @Test func `a gnuplot that crashes, or draws nothing, costs no measurement`() throws {
    let folder = try Program.Folder()
    let line = Self.run.replacing("--no-plot", with: "")
    for gnuplot in ["/bin/false", "/bin/true", "/nonexistent/gnuplot"] {
      let outcome = try outcome("BENCH_GNUPLOT=\(gnuplot) \(line) --force -o x.csv", in: folder)
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try Recording(contentsOf: folder.file("x.csv")).status == .complete)
    }
  }

  @Test func `a signal while charts are drawn ends gnuplot's whole group, and leaves no partial image`()
    throws
  {
    let folder = try Program.Folder()
    try "#!/bin/sh\nsleep 300 &\necho $! >> \"\(folder.file("pids"))\"\nwait\n".write(
      toFile: folder.file("gnuplot"), atomically: true, encoding: .utf8)
    let line = Self.run.replacing("timeout -k 1 20 ", with: "").replacing("--no-plot", with: "")
    let outcome = try outcome(
      "chmod +x gnuplot; BENCH_GNUPLOT=./gnuplot \(line) -o x.csv & p=$!; "
        + "for i in $(seq 100); do sleep 0.1; [ -s pids ] && break; done; kill -TERM $p; wait $p", in: folder)
    #expect(outcome.status == 143)
    let pids = try folder.contents(of: "pids").split(separator: "\n")
    #expect(!pids.isEmpty)
    for pid in pids {
      let stat = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
      #expect(stat == nil || stat?.contains(") Z ") == true)
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.file("x.charts"))
    // Tables are whole; a picture, or a part of one, is none.
    #expect(left.allSatisfy { $0.hasSuffix(".csv") }, "\(left)")
    #expect(try Recording(contentsOf: folder.file("x.csv")).status == .complete)
  }

  @Test(arguments: 0..<5)
  func `a signal that comes twice at once is one wish to end in order`(attempt: Int) throws {
    let folder = try Program.Folder()
    let line = Self.run.replacing("200ms", with: "20s").replacing("timeout -k 1 20 ", with: "")
    // As timeout(1) does: the process, then its group.
    let outcome = try outcome(
      "\(line) -o x.csv & p=$!; for i in $(seq 200); do sleep 0.05; grep -q ^0, x.csv.partial && break; done; "
        + "kill -TERM $p; i=0; while [ $i -lt \(500 << attempt) ]; do i=$((i + 1)); done; kill -TERM $p; wait $p",
      in: folder)
    #expect(outcome.status == 143, "\(outcome.errors)")
    #expect(outcome.output.contains("dispatch"))
    let recording = try Recording(contentsOf: folder.file("x.csv"))
    #expect(recording.status == .interrupted)
    #expect(recording.runs[0].ticks.count > 1)
  }

  @Test func `an analysis that takes long ends at a signal, after what was measured is saved`() throws {
    let folder = try Program.Folder()
    // A thousand timers that are 100,000 deadlines behind each: minutes of work for a debug build.
    let outcome = try outcome(
      "\"$0\" run --timer spin --interval 1us --timers 1000 --duration 500ms --repetitions 1 --no-plot --quiet -o x.csv & p=$!; "
        + "for i in $(seq 200); do sleep 0.1; [ -e x.csv ] && break; done; kill -TERM $p; "
        + "for i in $(seq 80); do sleep 0.1; kill -0 $p 2>/dev/null || break; done; "
        + "kill -KILL $p 2>/dev/null && echo hung; wait $p; echo code $?", in: folder)
    #expect(!outcome.output.contains("hung"))
    #expect(outcome.output.contains("code "), "\(outcome.output)")
    // On a busy machine a thousand such timers may get no callback; that fails the run, and is saved as well.
    #expect(try Recording(contentsOf: folder.file("x.csv")).status != .truncated)
  }

  @Test(arguments: ["doctor", "behaviors"])
  func `a signal ends a command that holds nothing at once`(command: String) throws {
    let folder = try Program.Folder()
    let outcome = try outcome(
      "\"$0\" \(command) & p=$!; sleep 0.4; kill -HUP $p; sleep 0.2; kill -KILL $p; wait $p", in: folder)
    #expect(outcome.status == 129)
  }

  @Test func `after a kill the rows but for the last second are there, and read as truncated`() throws {
    let folder = try Program.Folder()
    _ = try outcome(
      "\(Self.run.replacing("200ms", with: "15s").replacing("timeout -k 1 20 ", with: "")) -o x.csv & p=$!; "
        + "sleep 2.5; kill -KILL $p; wait $p", in: folder)
    let recording = try Recording(contentsOf: folder.file("x.csv.partial"))
    #expect(recording.status == .truncated)
    // One drain at least lies before; 1 s of it is 1,000 slots, many of which may have been missed or merged.
    #expect(recording.runs[0].ticks.count > 50)
  }

  @Test func `a process that was stopped says so`() throws {
    let folder = try Program.Folder()
    let outcome = try outcome(
      "\(Self.run.replacing("200ms", with: "2s").replacing("timeout -k 1 20 ", with: "").replacing("--quiet", with: "")) -o x.csv & p=$!; "
        + "sleep 1; kill -STOP $p; sleep 0.5; kill -CONT $p; wait $p", in: folder)
    #expect(outcome.status == 0)
    let facts = try #require(try Recording(contentsOf: folder.file("x.csv")).runs[0].facts)
    let pause = try #require(facts.pauses?.first)
    #expect(pause.kind == .stopped)
    // The shell may be slow to continue the process, but not fast.
    #expect(pause.length >= 400_000_000)
    #expect(outcome.errors.contains("was stopped"))
  }

  @Test func `a clock that goes backwards in a file is named by line`() throws {
    let folder = try Program.Folder()
    _ = try outcome("\(Self.run) -o x.csv", in: folder)
    var lines = try folder.contents(of: "x.csv").split(separator: "\n", omittingEmptySubsequences: false)
    let rows = lines.indices.filter { lines[$0].first?.isNumber == true }
    lines.swapAt(rows[2], rows[3])
    try lines.joined(separator: "\n").write(toFile: folder.file("y.csv"), atomically: true, encoding: .utf8)
    let outcome = try outcome("timeout -k 1 20 \"$0\" summary y.csv", in: folder)
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("y.csv:\(rows[3] + 1):"))
  }

  @Test(arguments: ["list", "--help", "--version"])
  func `a report that cannot be printed is an error`(arguments: String) throws {
    let folder = try Program.Folder()
    let outcome = try outcome("timeout -k 1 20 \"$0\" \(arguments) >/dev/full", in: folder)
    #expect(outcome.status == 74)
    #expect(outcome.errors.contains("No space left"))
  }
}

/// Long runs: what is kept of them, and in how many files.
@Suite(.serialized, .enabled(if: Program.canProvokeFaults)) struct SoakTests {
  @Test func `only the worst rows are written, and the summary is that of all callbacks`() throws {
    let folder = try Program.Folder()
    let run = try Program.run([
      "run", "--timer", "dispatch", "--interval", "500us", "--count", "2000", "--no-plot", "--summary-only",
      "-o",
      folder.file("x.csv"),
    ])
    #expect(run.status == 0, "\(run.errors)")
    let recording = try Recording(contentsOf: folder.file("x.csv"))
    #expect(recording.runs[0].ticks.count <= 700)
    #expect(recording.runs[0].facts?.callbacks == 2_000)
    #expect(recording.environment["rows_kept"] != nil)
    let summary = try Program.run(["summary", folder.file("x.csv"), "--format", "json"])
    #expect(summary.status == 0)
    #expect(
      summary.output.contains("\"from_histogram\": true")
        || summary.output.contains("\"from_histogram\":true"))
    #expect(summary.output.contains("2000"))
    #expect(summary.errors.contains("holds only the 100 latest callbacks"))
  }

  @Test func `a set of files is read as the one recording it is`() throws {
    let folder = try Program.Folder()
    let run = try Program.run([
      "run", "--timer", "dispatch", "--interval", "100us", "--duration", "3s", "--repetitions", "1",
      "--no-plot", "--rotate",
      "100kB",
      "-o", folder.file("x.csv"),
    ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(FileManager.default.fileExists(atPath: folder.file("x.2.csv")))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".csv")
    }
    var rows = 0
    var facts: RunFacts?
    for file in files {
      let part = try Recording(contentsOf: folder.file(file))
      #expect(part.status == .complete)
      rows += part.runs.reduce(0) { $0 + $1.ticks.count }
      facts = facts ?? part.runs.last?.facts
    }
    #expect(facts?.callbacks == Int64(rows))
    let measured = rows - Int(facts?.warmup ?? 0)
    let summary = try Program.run(["summary", "--format", "csv"] + files.map { folder.file($0) }.reversed())
    #expect(summary.status == 0)
    // label, timer, interval, leeway, load, timers, view, runs, n
    let line = try #require(summary.output.split(separator: "\n").first { $0.contains(",callbacks,") })
    #expect(line.contains(",callbacks,1,\(measured),"), "\(line)")
    let some = try Program.run(["summary", folder.file("x.2.csv")])
    #expect(some.errors.contains("Give all of them"))
  }

  @Test(arguments: [
    (["--rotate", "5"], "not a size"), (["--rotate", "1kB"], "100kB to 1TB"),
    (["--rotate", "1MB", "-o", "-"], "only files are split"),
  ])
  func `a size that has no meaning is refused`(arguments: [String], reason: String) throws {
    let outcome = try Program.run(["run"] + arguments)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
  }
}
