import Foundation
import Synchronization
import Testing
import Timing

@testable import Harness

@Suite struct RealtimeTests {
  private typealias Step = RealtimeReport.Step
  private typealias Refusal = RealtimeReport.Refusal

  @Test func `what was applied and what was refused is summed up in a line`() {
    let denied = Refusal(reason: "Operation not permitted", remedy: "run as root")
    let report = RealtimeReport(steps: [
      Step(measure: "cpu 1"), Step(measure: "SCHED_FIFO 80", refusal: denied),
      Step(measure: "locked memory", refusal: denied),
    ])
    #expect(!report.isComplete)
    #expect(
      "\(report.grant)"
        == "cpu 1; refused: SCHED_FIFO 80 (Operation not permitted), locked memory (Operation not permitted)")
    #expect(
      report.problem
        == "--realtime was refused (SCHED_FIFO 80: Operation not permitted; locked memory: Operation not permitted): "
        + "run as root, or take what can be had with --realtime=try")
  }

  @Test func `a report without refusals has no problem`() {
    let report =
      RealtimeReport(steps: [Step(measure: "cpu 1")]) + RealtimeReport(steps: [Step(measure: "SCHED_FIFO 1")])
    #expect(report.isComplete && report.problem == nil)
    #expect("\(report.grant)" == "cpu 1, SCHED_FIFO 1")
    #expect("\(RealtimeReport(steps: []).grant)" == "none")
  }

  @Test(
    arguments: [
      (
        "Max locked memory         8388608              8388608              bytes", "0000000000000000", false
      ),
      ("Max locked memory         8388608              8388608              bytes", "0000000000004000", true),
      ("Max locked memory         unlimited            unlimited            bytes", "0000000000000000", true),
      ("", "", false),
    ])
  func `memory is locked only where a later allocation cannot fail for it`(
    limits: String, capabilities: String, allowed: Bool
  ) throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "limits-\(UUID())")
    let folder = root.appending(path: "proc/self")
    defer { try? FileManager.default.removeItem(at: root) }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(limits.utf8).write(to: folder.appending(path: "limits"))
    try Data("CapEff:\t\(capabilities)\n".utf8).write(to: folder.appending(path: "status"))
    #expect(mayLockMemory(FileReader(root: root.path)) == allowed)
  }

  #if os(Linux)
    @Test func `a thread has what its report says was applied, and no more`() throws {
      let cpu = try #require(status("self")["Cpus_allowed_list"].flatMap(cpuList)?.last)
      let result = onThread {
        let report = RealtimeSettings(priority: 3, cpu: cpu).applyToCallingThread()
        return (report, FileReader(root: "/").text("/proc/thread-self/stat"), status("thread-self"))
      }
      let (report, stat, fields) = try #require(result)
      let policy = try #require(stat.flatMap(schedulingPolicy))
      #expect(report.steps.map(\.measure) == ["cpu \(cpu)", "timer slack 1 ns", "SCHED_FIFO 3"])
      #expect((policy == "SCHED_FIFO 3") == (report.steps[2].refusal == nil))
      #expect(report.steps[0].refusal == nil && fields["Cpus_allowed_list"] == "\(cpu)")
      #expect(report.steps[1].refusal == nil)
    }

    @Test func `settings that no system grants are refused, with the way out`() throws {
      let report = try #require(
        onThread { RealtimeSettings(priority: 100, cpu: 100_000).applyToCallingThread() })
      #expect(report.steps.map { $0.refusal != nil } == [true, false, true])
      #expect(report.steps[0].refusal?.reason == "Invalid argument")
      #expect(report.problem?.contains("name a priority of 1 to 99") == true)
    }

    @Test func `a thread gets back what it had`() throws {
      let read: @Sendable () -> [String?] = {
        let files = FileReader(root: "/")
        let fields = keyedLines(files.text("/proc/thread-self/status") ?? "")
        return [
          files.text("/proc/thread-self/stat").flatMap(schedulingPolicy), fields["Cpus_allowed_list"],
        ]
      }
      let cpu = try #require(status("self")["Cpus_allowed_list"].flatMap(cpuList)?.last)
      let (before, after) = try #require(
        onThread {
          let before = read()
          let saved = SavedThreadSettings()
          _ = RealtimeSettings(priority: 3, cpu: cpu).applyToCallingThread()
          #expect(saved.restore() == 0)
          return (before, read())
        })
      #expect(before == after)
    }

    @Test(arguments: [("nanosleep", true), ("runloop", true), ("dispatch", false), ("dispatch-after", false)])
    func `a run records whether its threads could be set up`(timer: String, ownsThread: Bool) throws {
      let cell = Cell(timer: timer, interval: .ms(1), leeway: nil, load: "idle")
      let plan = try Plan(cells: [cell], repetitions: 1, length: .count(3), warmup: .zero, seed: 1)
      let facts = Mutex<RunFacts?>(nil)
      let status = Runner(plan: plan, interruption: Interruption(), realtime: RealtimeSettings()).run {
        event in
        if case .finished(_, let found) = event { facts.withLock { $0 = found } }
      }
      let realtime = try #require(facts.withLock { $0 }?.realtime)
      #expect(status == .complete)
      switch realtime {
      case .asked(let grant):
        #expect(ownsThread && (grant.applied + grant.refused).contains { $0.hasPrefix("SCHED_FIFO 80") })
      case .notApplied: #expect(!ownsThread)
      }
    }

    @Test func `the latency limit holds for the hold's lifetime`() {
      let path = "/dev/cpu_dma_latency"
      func limit() -> String? { FileReader(root: "/").bytes(path, limit: 4).flatMap(latencyLimit) }
      let before = limit()
      do {
        let hold = RealtimeHold(files: FileReader(root: "/nowhere"), latencyPath: path)
        #expect((hold.report.steps[1].refusal == nil) == (limit() == "0"))
        #expect(hold.report.steps[0].refusal?.reason == "Operation not permitted")
        hold.end()
      }
      #expect(limit() == before)
    }

    @Test func `a kernel without the latency file is named in the refusal`() {
      let hold = RealtimeHold(files: FileReader(root: "/nowhere"), latencyPath: "/nowhere/latency")
      #expect(hold.report.steps[1].refusal?.reason == "No such file or directory")
      #expect(hold.report.steps[1].refusal?.remedy.contains("/nowhere/latency") == true)
    }
  #endif

  private func status(_ process: String) -> [String: String] {
    keyedLines(FileReader(root: "/").text("/proc/\(process)/status") ?? "")
  }

  /// Runs on a thread of its own, which takes its settings with it when it ends.
  private func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Value? {
    let box = Box<Value>()
    let done = DispatchSemaphore(value: 0)
    Thread {
      let value = body()
      box.value.withLock { $0 = value }
      done.signal()
    }.start()
    done.wait()
    return box.value.withLock { $0 }
  }
}

private final class Box<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}
