import Foundation
import Testing
import Timing

@testable import Analysis

private func dataset(_ file: String, _ runs: [Run], _ facts: [String: String?] = [:]) -> Dataset {
  var environment = Environment()
  environment[.machine] = "alpha"
  for (key, value) in facts { environment[key] = value }
  return Dataset(
    label: "alpha", file: file, environment: environment, cells: SummaryBuilder(runs).samples())
}

private func run(_ lateness: [Int64], epoch: Int64 = 0, cut: Bool = false) -> Run {
  var facts = RunFacts.fine
  facts.epoch = epoch
  return Run(lateness: lateness, facts: cut ? nil : facts)
}

@Suite struct PoolingTests {
  /// The facts are those of the issue that asks for it and of the recording's own documentation, not read off the code.
  @Test(
    arguments: [
      ("cpu_model", "A", "B"), ("cpu_count", "4", "2"), ("cgroup_cpu_max", "max 100000", "50000 100000"),
      ("cpu_governor", "performance", "powersave"), ("architecture", "x86_64", "aarch64"),
      ("realtime", nil, "SCHED_FIFO 80"), ("tracing", nil, "mono clock"), ("cpus_allowed", "0-3", "0"),
      ("virtualization", "none", "kvm"), ("hz", "250", "1000"), ("preemption", "PREEMPT", "PREEMPT_RT"),
      ("timer_slack_ns", "50000", "1"), ("rt_runtime", "unlimited", "950000 1000000"),
      ("cpu_dma_latency_us", "none", "0"), ("cpu_idle_states", "POLL 0us", "POLL 0us, C6 133us"),
      ("scheduling_policy", "SCHED_OTHER nice 0", "SCHED_FIFO 80"), ("swift_version", "6.3", "6.4"),
      ("build", "release", "debug"), ("tool_version", "0.1", "0.2"), ("kernel", "6.1", "6.2"),
      ("os_version", "12", "13"), ("clock_source", "tsc", "hpet"),
      ("battery", "Charging 60%", "Discharging 60%"),
      ("memory", "16303428 kB", "8151714 kB"), ("traced_events", "none", "3 in global"),
      ("a_fact_of_a_later_version", "1", "2"), ("hz", "250", nil),
    ] as [(String, String?, String?)])
  func `recordings that differ in what can move a figure stay apart, and say in what`(
    key: String, left: String?, right: String?
  ) throws {
    let pooled = try Dataset.pooled([
      dataset("a.csv", [run([1])], [key: left]), dataset("b.csv", [run([2])], [key: right]),
    ])
    #expect(pooled.map(\.files) == [["a.csv"], ["b.csv"]])
    let separation = try #require(pooled.last?.separation)
    #expect(separation.from == "a.csv" && separation.facts.map(\.key) == [key])
    let section = SummaryReport.Section(try #require(pooled.last))
    let note = try #require(section.notes.first { $0.code == "kept_apart" })
    #expect(note.text.contains("\(key): \(left ?? "unknown") | \(right ?? "unknown")"))
    let comparison = Comparison(base: pooled[0], others: [pooled[1]])
    #expect(comparison.columns.first?.environment.map(\.key) == [key])
  }

  @Test(
    arguments: [
      ("started", "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"), ("seed", "1", "2"),
      ("command_line", "bench run", "bench run --no-plot"), ("rt_limit", "0", "99"),
      ("rt_capability", "no", "yes"),
      ("finding_1", "note: load: 1", "warning: load: 2"), ("load_average", "0.1 0 0", "3.0 0 0"),
      ("clock_read_ns", "20.5", "31.0"), ("steal", "0.10%", "2.00%"), ("thermal", "40 C", "90 C"),
      ("battery", "Charging 60%", "Charging 80%"), ("memory", "16303428 kB", "16303400 kB"),
      ("part", nil, "1"), ("rows_kept", nil, "the worst"),
    ] as [(String, String?, String?)])
  func `what cannot move a figure, and the state of the moment, keep no repetition away`(
    key: String, left: String?, right: String?
  ) throws {
    let pooled = try Dataset.pooled([
      dataset("a.csv", [run([1])], [key: left]), dataset("b.csv", [run([2])], [key: right]),
    ])
    #expect(pooled.map(\.files) == [["a.csv", "b.csv"]])
    #expect(pooled.first?.cells.first?.runs.count == 2)
  }

  @Test func `the state of the moment is listed where it differs by more than moments do`() {
    func keys(_ left: String, _ right: String, _ key: String) -> [String] {
      let sides = [left, right].map { dataset("a.csv", [], [key: $0]).environment }
      return EnvironmentDifference.between(sides[0], sides[1]).map(\.key)
    }
    #expect(keys("0.1 0 0", "0.5 0 0", "load_average") == [])
    #expect(keys("0.1 0 0", "0.6 0 0", "load_average") == ["load_average"])
    #expect(keys("28.6", "30.1", "clock_read_ns") == [])
    #expect(keys("28.6", "70.0", "clock_read_ns") == ["clock_read_ns"])
  }

  @Test func `a third recording goes to the one that it is a repetition of`() throws {
    let pooled = try Dataset.pooled([
      dataset("a.csv", [run([1])], ["hz": "250"]), dataset("b.csv", [run([2])], ["hz": "1000"]),
      dataset("c.csv", [run([3])], ["hz": "1000"]),
    ])
    #expect(pooled.map(\.files) == [["a.csv"], ["b.csv", "c.csv"]])
  }

  @Test func `a copy of a recording is no repetition, whatever it is called and when it says it began`()
    throws
  {
    let lateness = (0..<50).map { Int64($0 * $0) }
    let original = dataset("a.csv", [run(lateness, epoch: 7)], ["started": "2026-01-01T00:00:00Z"])
    let copy = dataset("b.csv", [run(lateness, epoch: 7)], ["started": "2026-01-02T00:00:00Z"])
    let error = #expect(throws: RepeatedRun.self) { try Dataset.pooled([original, copy]) }
    #expect(error?.files == ["a.csv", "b.csv"])
    #expect(try Dataset.pooled([original, dataset("c.csv", [run(lateness, epoch: 8)])]).count == 1)
    let cut = dataset("d.csv", [run(Array(lateness.prefix(30)), epoch: 7, cut: true)])
    #expect(throws: RepeatedRun.self) { try Dataset.pooled([original, cut]) }
    #expect(throws: RepeatedRun.self) { try Dataset.pooled([cut, original]) }
  }
}
