import Analysis
import Testing
import Timing

private func environment(_ facts: KeyValuePairs<String, String>) -> Environment {
  var environment = Environment()
  for (key, value) in facts { environment[key] = value }
  return environment
}

private func codes(_ runs: [Run], _ facts: KeyValuePairs<String, String> = [:]) -> [String] {
  Finding.all(on: SummaryBuilder(runs).summaries(), in: environment(facts)).filter { $0.topic == nil }
    .map(\.code)
}

private let plenty = Array(repeating: Int64(50_000), count: 1_000)

@Suite struct FindingTests {
  @Test func `a sound measurement needs no notes`() {
    let facts: KeyValuePairs = [
      "os": "linux", "build": "release", "cpu_governor": "performance", "virtualization": "none",
      "load_average": "0.10 0.20 0.30", "cpu_count": "4", "cgroup_cpu_max": "max 100000",
      "clock_resolution_ns": "1",
    ]
    #expect(codes([Run(lateness: plenty)], facts).isEmpty)
    #expect(codes([Run(lateness: plenty)]).isEmpty)
  }

  @Test(
    arguments: [
      ("build", "debug"), ("cpu_governor", "powersave"), ("virtualization", "kvm"),
      ("cgroup_cpu_max", "50000 100000"), ("clock_resolution_ns", "4000000"), ("clock_source", "hpet"),
      ("timer_slack_ns", "50000"), ("battery", "Discharging 80%"), ("thermal", "95 C"),
    ])
  func `what the machine does to the figures is said in the doctor's words`(key: String, value: String) {
    var environment = Environment()
    environment[key] = value
    let findings = Diagnosis(environment: environment).findings.filter {
      $0.severity == .warning || $0.severity == .note
    }
    let notes = Finding.all(on: SummaryBuilder([Run(lateness: plenty)]).summaries(), in: environment)
    #expect(findings.count == 1)
    #expect(notes == findings)
  }

  @Test func `on a terminal, what the doctor only remarks on is one note`() {
    let facts: KeyValuePairs = [
      "timer_slack_ns": "50000", "hz": "100", "build": "debug", "rt_runtime": "950000 1000000",
    ]
    let notes = Finding.all(on: SummaryBuilder([Run(lateness: plenty)]).summaries(), in: environment(facts))
    #expect(notes.count == 4)
    let told = notes.condensed
    #expect(told.map(\.code) == ["machine_build", "machine"])
    #expect(told.last?.text.hasSuffix("timer slack, rt throttling, tick") == true)
    #expect([notes[0]].condensed == [notes[0]])
  }

  @Test func `leeway on Linux is said to have no effect`() {
    let run = Run(.test(leeway: .us(100)), lateness: plenty)
    #expect(codes([run], ["os": "Linux 6.18"]) == ["leeway_ignored"])
    #expect(codes([run], ["os": "macOS 15"]).isEmpty)
  }

  @Test func `what went wrong with the runs is said first`() {
    var facts = RunFacts.fine
    (facts.dropped, facts.pending, facts.loadProblem) = (1, 9, "the command ended after 1 s")
    (facts.requestedOccupancy, facts.achievedOccupancy) = (0.5, 0.4)
    var failed = facts
    (failed.status, failed.problem) = (.failed, "no callback came")
    var cut = RunFacts.fine
    cut.status = .interrupted
    let runs = [
      Run(lateness: [1], facts: facts), Run(lateness: [], facts: failed), Run(lateness: [1], facts: cut),
      Run(lateness: [1], facts: nil),
    ]
    #expect(
      codes(runs) == [
        "failed_runs", "interrupted", "unfinished", "dropped", "pending", "load_short", "load_problem",
        "few_samples",
      ])
  }

  @Test func `a handler that takes the time it was given has no shortfall, however few the timer let in`() {
    var facts = RunFacts.fine
    (facts.requestedOccupancy, facts.achievedOccupancy) = (1.1, 0.55)
    #expect(codes([Run(.test(load: "handler:110%"), lateness: plenty, facts: facts)]).isEmpty)
    #expect(codes([Run(.test(load: "loop:60%"), lateness: plenty, facts: facts)]) == ["load_short"])
  }

  @Test
  func `timers that real-time settings did not reach, and one that the kernel stops for them, are named`()
    throws
  {
    func run(_ timer: String, _ realtime: String?) -> Run {
      var facts = RunFacts.fine
      facts.realtime = realtime.map { RunRealtime($0) }
      return Run(.test(timer: timer), lateness: plenty, facts: facts)
    }
    let applied = "timer slack 1 ns, SCHED_FIFO 80"
    let runs = [
      run("dispatch", "not applied: the threads belong to the system"), run("nanosleep", applied),
      run("spin", applied),
    ]
    let facts: KeyValuePairs = ["realtime": applied, "rt_runtime": "950000 1000000"]
    #expect(codes(runs, facts) == ["not_realtime", "realtime_throttled"])
    let notes = Finding.all(on: SummaryBuilder(runs).summaries(), in: environment(facts))
      .filter { $0.topic == nil }
    #expect(notes.first?.text.contains("applied to dispatch (the threads belong to the system)") == true)
    #expect(notes.last?.remedy?.contains("lock up the machine") == true)
    #expect(codes([runs[1]], facts).isEmpty)
    let refused: KeyValuePairs = [
      "realtime": "refused: SCHED_FIFO 80 (Operation not permitted)", "rt_runtime": "950000 1000000",
    ]
    #expect(codes([runs[2]], refused).isEmpty)
    #expect(codes([runs[2]], ["realtime": applied, "rt_runtime": "unlimited"]).isEmpty)
    var held = RunFacts.fine
    (held.realtime, held.requestedOccupancy, held.achievedOccupancy) = (RunRealtime(applied), 1.5, 0.95)
    let loaded = Run(.test(timer: "timerfd", load: "handler:150%"), lateness: plenty, facts: held)
    #expect(codes([loaded], facts) == ["realtime_throttled"])
    held.requestedOccupancy = 0.5
    let half = Run(.test(timer: "timerfd", load: "handler:50%"), lateness: plenty, facts: held)
    #expect(codes([half], facts).isEmpty)
    #expect(codes([run("spin", nil)], ["rt_runtime": "950000 1000000"]).isEmpty)
  }

  @Test(
    arguments: [
      ("spin", 0, "a thread that spins"), ("dispatch", 0, "no timer of the kernel was seen"),
      ("dispatch", 7, "some were lost"),
    ] as [(String, Int64, String)])
  func `a trace that explains no callback says so, and why`(timer: String, lost: Int64, why: String) throws {
    var facts = RunFacts.fine
    facts.traceLost = lost
    let summaries = SummaryBuilder([Run(.test(timer: timer), lateness: plenty, facts: facts)]).summaries()
    let notes = Finding.all(on: summaries, in: Environment())
    #expect(notes.map(\.code) == ["trace_explains_nothing"])
    #expect(notes.first?.text.contains(why) == true)
    facts.traceLost = nil
    #expect(codes([Run(.test(timer: timer), lateness: plenty, facts: facts)]).isEmpty)
  }

  @Test func `of many cells that are off, three are named and the others counted`() throws {
    let runs = (1...5).map { number in
      Run(
        .test(load: "handler:\(number)ms"),
        ticks: (0..<1_000).map {
          Tick(slot: $0 * 2, deadline: $0 * 2_000_000, callback: $0 * 2_000_000, missed: 1)
        })
    }
    let notes = Finding.all(on: SummaryBuilder(runs).summaries(), in: Environment())
    #expect(notes.map(\.code) == ["achieved_interval"])
    #expect(notes.first?.text.hasSuffix("; and 2 more") == true)
  }

  @Test func `no callbacks and an interval far off are said`() {
    let coarse = (0..<1_000).map {
      Tick(slot: $0 * 2, deadline: $0 * 2_000_000, callback: $0 * 2_000_000, missed: 1)
    }
    #expect(codes([Run(ticks: coarse)]) == ["achieved_interval"])
    #expect(codes([Run(lateness: [])]) == ["no_callbacks"])
  }
}
