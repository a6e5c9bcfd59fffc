import Foundation
import Results
import Testing
import Timing
import UnderTest

/// Real timers through the whole program, judged by counts, order and slots only.
@Suite(.serialized) struct RunTests {
  /// Measures into a file and reads it back; the reader checks every row's accounting.
  func record(_ arguments: [String], status: Int32 = 0) throws -> Recording {
    let folder = try Program.Folder()
    let outcome = try Program.run(["run", "--no-plot", "-o", folder.file("x.csv")] + arguments)
    #expect(outcome.status == status, "\(outcome.errors)")
    return try Recording(contentsOf: folder.file("x.csv"))
  }

  @Test func `every slot of every kind of timer is accounted for once`() throws {
    let kinds = TimerKind.all
    let recording = try record([
      "--timer", kinds.map(\.id).joined(separator: ","), "--interval", "2ms", "--leeway", "0,10%", "--timers",
      "1,3", "--duration", "100ms",
      "--repetitions", "1",
      "--warmup", "10ms", "--seed", "1",
    ])
    #expect(recording.status == .complete)
    // Two numbers of timers, and two leeways where one is taken.
    #expect(recording.runs.count == kinds.reduce(0) { $0 + ($1.traits.takesLeeway ? 4 : 2) })
    #expect(Set(recording.runs.map(\.planned.cell.timer)) == Set(kinds.map(\.id)))
    for run in recording.runs {
      let facts = try #require(run.facts)
      #expect(facts.fired + facts.missed + facts.pending == facts.slots, "\(run.planned.cell)")
      #expect(run.ticks.reduce(0) { $0 + $1.fired } == facts.fired)
      #expect(run.ticks.reduce(0) { $0 + $1.missed } == facts.missed)
      #expect(facts.dropped == 0)
      // Ten milliseconds are five slots a timer, and so many rows at most are warm-up.
      #expect(facts.warmup <= 5 * Int64(run.planned.cell.timers))
      #expect(run.ticks.contains { !$0.warmup })
      #expect(Set(run.ticks.map(\.source)).count <= run.planned.cell.timers)
    }
  }

  @Test func `a recording states what the doctor finds`() throws {
    let recording = try record(["--timer", "nanosleep", "--interval", "1ms", "--count", "3"])
    let stated = recording.environment.facts.filter { $0.key.hasPrefix("finding_") }.compactMap(\.value)
    let doctor = try Program.run(["doctor", "--duration", "0", "--format", "json"])
    let document = try JSONSerialization.jsonObject(with: Data(doctor.output.utf8)) as? [String: Any]
    let findings = try #require(document?["findings"] as? [[String: Any]]).filter {
      $0["severity"] as? String != "ok"
    }
    // The machine's load, the processor time it lost and who traces it can change from one program to the next.
    let passing: Set = [
      "load", "steal", "clock source", "heat", "throttling", "swap", "tracing", "other timers",
    ]
    let topics = findings.compactMap { $0["topic"] as? String }.filter { !passing.contains($0) }
    #expect(!topics.isEmpty)
    for topic in topics {
      #expect(stated.contains { $0.contains(": \(topic): ") }, "\(topic) in \(stated)")
    }
  }

  @Test(arguments: [(option: [], probed: false), (["--noise-probe", "20ms"], true)])
  func `a noise probe before the runs is stated, whatever it finds`(option: [String], probed: Bool) throws {
    let recording = try record(["--timer", "nanosleep", "--interval", "1ms", "--count", "3"] + option)
    let stated = recording.environment.facts.filter { $0.key.hasPrefix("finding_") }.compactMap(\.value)
    #expect(stated.contains { $0.contains(": interruptions: ") } == probed, "\(stated)")
  }

  @Test(arguments: [1, 2, 7, 100])
  func `a count gives exactly so many rows a run`(count: Int) throws {
    let recording = try record([
      "--timer", "runloop,dispatch,nanosleep", "--interval", "1ms", "--count", "\(count)",
    ])
    #expect(recording.runs.map(\.ticks.count) == [count, count, count])
  }

  @Test func `a handler of 35 ms makes Dispatch merge and a run loop miss, and neither leaves the grid`()
    throws
  {
    let recording = try record([
      "--timer", "runloop,dispatch", "--interval", "10ms", "--load", "handler:35ms", "--count", "6",
    ])
    for run in recording.runs {
      #expect(run.ticks.allSatisfy { $0.handler >= 35_000_000 })
      #expect(run.facts?.requestedOccupancy == 3.5)
      let later = run.ticks.dropFirst()
      if run.planned.cell.timer == "dispatch" {
        #expect(later.allSatisfy { $0.fired >= 3 && $0.missed == 0 }, "\(run.ticks)")
      } else {
        #expect(later.allSatisfy { $0.fired == 1 && $0.missed >= 3 }, "\(run.ticks)")
      }
      // The earlier handler accounts for the merged callback's lateness: it is blocked time.
      for (tick, before) in zip(later, run.ticks) where tick.deadline < before.callback + before.handler {
        #expect(tick.blocked > 0)
        #expect(tick.blocked <= tick.lateness)
      }
    }
  }

  @Test func `blocks of work on the loop are recorded, and their share is written beside the one asked for`()
    throws
  {
    let recording = try record([
      "--timer", "runloop,runloop-main,dispatch", "--interval", "5ms", "--load", "loop:60%/1ms",
      "--repetitions", "1", "--duration",
      "300ms",
    ])
    for run in recording.runs {
      let facts = try #require(run.facts)
      #expect(facts.requestedOccupancy == 0.6)
      #expect(try #require(facts.achievedOccupancy) > 0.1)
      #expect(run.ticks.contains { $0.blocked > 0 }, "\(run.planned.cell)")
      #expect(run.ticks.allSatisfy { $0.blocked <= max($0.lateness, 0) })
    }
  }

  @Test func `other timers, spinning threads and commands load a run and are verified`() throws {
    let recording = try record([
      "--timer", "dispatch", "--interval", "5ms", "--load", "timers:4,cpu:1,exec:sleep 30", "--repetitions",
      "1", "--duration",
      "200ms",
    ])
    #expect(recording.runs.count == 3)
    for run in recording.runs {
      let facts = try #require(run.facts)
      #expect(facts.loadProblem == nil)
      switch run.planned.cell.load {
      case "timers:4":
        #expect(facts.requestedOccupancy == 4)
        #expect(try #require(facts.achievedOccupancy) > 0)
      case "cpu:1": #expect(try #require(facts.achievedOccupancy) > 0)
      default: #expect(facts.requestedOccupancy == nil)
      }
    }
  }

  @Test func `a command that cannot start fails its run, and one that dies early is reported`() throws {
    let missing = try record(
      ["--timer", "dispatch", "--count", "3", "--load", "exec:/nonexistent/command"], status: 1)
    #expect(missing.status == .failed)
    #expect(missing.runs[0].facts?.problem?.contains("could not start") == true)
    let brief = try record(["--timer", "dispatch", "--count", "3", "--load", "exec:true"])
    #expect(brief.runs[0].facts?.loadProblem?.contains("ended by itself with status 0") == true)
  }

  @Test func `the whole process group of a command is ended with the run`() throws {
    let folder = try Program.Folder()
    let pidFile = folder.file("pid")
    _ = try record([
      "--timer", "dispatch", "--count", "3", "--load",
      "exec:sleep 300 & echo $! > \(pidFile); trap '' TERM; wait; sleep 300",
    ])
    let pid = try #require(
      pid_t(try folder.contents(of: "pid").trimmingCharacters(in: .whitespacesAndNewlines)))
    let state = try Program.shell("ps -o stat= -p \(pid)").output
    #expect(state.isEmpty || state.hasPrefix("Z"))
  }

  @Test func `a run shorter than its interval has no callbacks, says so and fails`() throws {
    let folder = try Program.Folder()
    let outcome = try Program.run([
      "run", "--interval", "1s", "--duration", "100ms", "--repetitions", "1", "--no-plot", "-o",
      folder.file("x.csv"),
    ])
    #expect(outcome.status == 1)
    #expect((outcome.output + outcome.errors).contains("no callback came"))
    #expect(!(outcome.output + outcome.errors).lowercased().contains("nan"))
    #expect(try Recording(contentsOf: folder.file("x.csv")).status == .failed)
  }

  @Test func `the CSV on standard output is nothing but the CSV`() throws {
    let outcome = try Program.run([
      "run", "--timer", "dispatch", "--interval", "1ms", "--count", "5", "-o", "-",
    ])
    #expect(outcome.status == 0)
    let recording = try Recording(
      reading: TickReader(bytes: Array(outcome.output.utf8), name: "standard output"))
    #expect(recording.runs[0].ticks.count == 5)
    #expect(outcome.errors.contains("dispatch"))
  }

  @Test func `an existing file is refused before anything is measured, and replaced with --force`() throws {
    let folder = try Program.Folder()
    let path = folder.file("x.csv")
    try "precious".write(toFile: path, atomically: true, encoding: .utf8)
    let refused = try Program.run(["run", "--duration", "20s", "-o", path])
    #expect(refused.status == 74)
    #expect(refused.errors.contains("--force"))
    #expect(try folder.contents(of: "x.csv") == "precious")
    let forced = try Program.run([
      "run", "--timer", "dispatch", "--count", "2", "--force", "--no-plot", "-o", path,
    ])
    #expect(forced.status == 0)
    #expect(try Recording(contentsOf: path).runs[0].ticks.count == 2)
  }

  @Test(arguments: [("INT", 130), ("TERM", 143), ("HUP", 129)] as [(String, Int32)])
  func `a signal ends the run, and what was measured is saved and marked`(name: String, status: Int32) throws
  {
    let folder = try Program.Folder()
    let outcome = try Program.shell(
      "\"$0\" run --timer dispatch --interval 5ms --duration 20s --repetitions 1 --no-plot -o x.csv & pid=$!; "
        + "sleep 0.5; kill -\(name) $pid; wait $pid", in: folder.path)
    #expect(outcome.status == status)
    let recording = try Recording(contentsOf: folder.file("x.csv"))
    #expect(recording.status == .interrupted)
    #expect(recording.runs[0].facts?.status == .interrupted)
    #expect(!recording.runs[0].ticks.isEmpty)
  }

  @Test func `what has no meaning for the floor is left out and said`() throws {
    let folder = try Program.Folder()
    let outcome = try Program.run([
      "run", "--timer", "nanosleep", "--interval", "1ms", "--leeway", "0,10%", "--load", "idle,loop:50%",
      "--count", "2", "--no-plot", "-o", folder.file("x.csv"),
    ])
    #expect(outcome.errors.contains("nanosleep takes no leeway"))
    #expect(outcome.errors.contains("nanosleep has no loop that 'loop:50%' could share"))
    #expect(try Recording(contentsOf: folder.file("x.csv")).runs.count == 1)
    let nothing = try Program.run(["run", "--timer", "nanosleep", "--load", "loop:50%"])
    #expect(nothing.status == 64)
  }
}
