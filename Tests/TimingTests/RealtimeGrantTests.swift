import Testing
import Timing

@Suite struct RealtimeGrantTests {
  @Test(
    arguments: [
      ([], []), (["timer slack 1 ns", "SCHED_FIFO 80"], []),
      (
        ["cpu 1"], ["SCHED_FIFO 80 (Operation not permitted)", "locked memory (Cannot allocate memory, now)"]
      ),
      ([], ["SCHED_FIFO 80 (refused: no)"]),
    ] as [([String], [String])])
  func `what was granted reads back from its text`(applied: [String], refused: [String]) {
    let grant = RealtimeGrant(applied: applied, refused: refused)
    #expect(RealtimeGrant("\(grant)") == grant)
    #expect(grant.schedulesInRealTime == applied.contains("SCHED_FIFO 80"))
    #expect(RunRealtime("\(RunRealtime.asked(grant))") == .asked(grant))
  }

  @Test func `a refusal is no real time, and neither is what was not applied`() {
    #expect(!RealtimeGrant("refused: SCHED_FIFO 80 (Operation not permitted)").schedulesInRealTime)
    #expect(
      RunRealtime("not applied: the threads are the system's") == .notApplied("the threads are the system's"))
    #expect(RealtimeGrant("none") == RealtimeGrant(applied: [], refused: []))
  }
}

@Suite struct CellLoadTests {
  @Test(arguments: ["idle", "loop:50%", "loop:50%/5ms", "handler:35ms", "cpu:2", "timers:8", "exec:make -j"])
  func `a label of this version says what it says`(label: String) throws {
    let load = CellLoad(label: label)
    #expect(load.known == (try Load(parsing: label)))
    #expect(CellLoad(try Load(parsing: label)) == load && load.kind == load.known?.kind)
  }

  @Test(arguments: ["", "mix:\"a,b\" # c\n", "loop:0%", "idle:1", "moon"])
  func `a label of another version is kept as it is`(label: String) {
    let load = CellLoad(label: label)
    #expect(load.known == nil && load.kind == nil && load.label == label && load != .idle)
  }

  @Test func `a family is the first word of an identifier`() {
    #expect(TimerFamily(timer: "runloop-main") == .runloop && TimerFamily(timer: "dispatch") == .dispatch)
    #expect(TimerFamily(timer: "dispatcher") == nil && TimerFamily(timer: "bag") == nil)
  }
}
