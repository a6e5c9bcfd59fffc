import Foundation
import Synchronization
import Testing
import Timers
import Timing
import struct Timing.Nanoseconds

@testable import Harness

@Suite struct StopTests {
  static let cell = Cell(timer: "simulated", interval: .ms(10), leeway: .zero, load: "idle")

  /// Runs simulated callbacks of the given lateness in microseconds with a limit of 5 ms.
  func stops(_ microseconds: [Int64], warmup: Nanoseconds = .zero) throws -> (
    rows: Int, facts: RunFacts?, report: StopReport?
  ) {
    let timers = SimulatedTimers(lateness: microseconds.map { $0 * 1_000 })
    let plan = try Plan(
      cells: [Self.cell], repetitions: 1, length: .count(microseconds.count), warmup: warmup, seed: 1)
    let outcome = Mutex<(rows: Int, facts: RunFacts?, report: StopReport?)>((0, nil, nil))
    _ = Runner(
      plan: plan, interruption: Interruption(), stop: StopCondition(lateness: .ms(5)), make: { _ in timers }
    ).run { event in
      outcome.withLock { outcome in
        switch event {
        case .ticks(let ticks): outcome.rows += ticks.count
        case .stopped(let report): outcome.report = report
        case .finished(_, let facts): outcome.facts = facts
        case .began, .remaining: break
        }
      }
    }
    return outcome.withLock { $0 }
  }

  @Test func `the first callback later than the limit ends the run three callbacks on`() throws {
    var lateness = [Int64](repeating: 50, count: 40)
    lateness[20] = 5_001
    lateness[22] = 9_000
    let (rows, facts, found) = try stops(lateness)
    #expect(rows == 24)
    #expect(facts?.status == .complete)
    #expect(facts?.stoppedBy == "lateness>5ms")
    let report = try #require(found)
    #expect(report.tick.slot == 20)
    #expect(report.window.map(\.slot) == Array(10...23))
    #expect(report.story == nil)
  }

  @Test func `a callback at the limit, an early one and one of the warm-up end nothing`() throws {
    var lateness = [Int64](repeating: 50, count: 10)
    lateness[0] = 6_000
    lateness[4] = 5_000
    lateness[5] = -6_000
    let (_, facts, report) = try stops(lateness, warmup: .ms(20))
    #expect(facts?.stoppedBy == nil)
    #expect(report == nil)
  }

  @Test func `a run that the last callback would have stopped says so`() throws {
    let (rows, facts, report) = try stops([50, 50, 7_000])
    #expect(rows == 3)
    #expect(facts?.stoppedBy == "lateness>5ms")
    #expect(report?.index == 2)
  }
}

#if os(Linux)
  @Suite struct KernelTracingTests {
    // time_namespaces(7): names of clocks from Linux 5.10 on, their numbers before.
    @Test(
      arguments: [
        ("monotonic     1000000         0\nboottime              0         0\n", 1_000_000),
        ("monotonic           0         0\nboottime      3600         0\n", 0), ("1 -5 0\n7 0 0\n", -5),
        ("monotonic 0 500\n", 1), ("", nil), ("monotonic x 0", nil),
      ] as [(String, Int64?)])
    func `a namespace whose clock is not the kernel's is known by its offset`(text: String, seconds: Int64?) {
      #expect(monotonicOffset(text) == seconds)
    }

    @Test func `root is not told to be root`() {
      let errors: [TracingError] = [
        .notMounted, .noSymbols, .instance("x", errno: EROFS), .instance("x", errno: EPERM),
        .instance("x", errno: EACCES), .instance("x", errno: ENODEV),
      ]
      for error in errors {
        #expect(!error.description(isRoot: true).contains("as root"), "\(error.description(isRoot: true))")
      }
      #expect(TracingError.instance("x", errno: EROFS).description(isRoot: true).contains("remount,rw"))
      #expect(TracingError.noSymbols.description(isRoot: false).contains("run as root"))
      let refused = step("SCHED_FIFO 80", EPERM, "", isRoot: true).refusal
      #expect(refused?.remedy.contains("CAP_SYS_NICE") == true)
      #expect(refused?.remedy.contains("as root") == false)
      #expect(step("SCHED_FIFO 80", EPERM, "", isRoot: false).refusal?.remedy.contains("run as root") == true)
    }

    @Test func `without the means the refusal is one line that says what is needed`() {
      let errors: [TracingError] = [
        .notLinux, .noLibrary, .notMounted, .namespace, .noSymbols, .instance("timer-bench-1", errno: 13),
      ]
      for error in errors {
        #expect("\(error)".hasPrefix("--trace "))
        #expect(!"\(error)".contains("\n"))
      }
    }

    @Test(
      arguments: [
        ("timer-bench-12-3-own", 12), ("timer-bench-12", 12), ("timer-bench-x", nil),
        ("timer-bench-0-1-own", nil),
        ("timer-bench-", nil), ("other-12", nil), ("timer-bench-99999999999-1-own", nil),
      ] as [(String, pid_t?)])
    func `an instance of this program names its process`(name: String, process: pid_t?) {
      #expect(AbandonedTracing.process(ofInstance: name) == process)
    }

    @Test func `an instance of a process that is gone is removed, and no other`() throws {
      // Needs root and tracefs. Process numbers end at 2^22 (proc(5), pid_max).
      let folder = "/sys/kernel/tracing/instances"
      let process = ProcessInfo.processInfo.processIdentifier
      let names = [
        "timer-bench-\(4_194_304 + process)-1-own", "timer-bench-\(process)-test", "timer-bench-test",
      ]
      guard unsafe mkdir("\(folder)/\(names[0])", 0o700) == 0 else { return }
      defer { for name in names { unsafe rmdir("\(folder)/\(name)") } }
      for name in names.dropFirst() { unsafe mkdir("\(folder)/\(name)", 0o700) }
      // As a living process does: other programs of this kind that start now leave it alone.
      let held = FileHandle(forWritingAtPath: "\(folder)/\(names[1])/tracing_on")
      defer { try? held?.close() }
      #expect(AbandonedTracing.remove() >= 1)
      let left = Set(try FileManager.default.contentsOfDirectory(atPath: folder))
      #expect(!left.contains(names[0]))
      #expect(left.isSuperset(of: names.dropFirst()))
    }

    @Test func `traced callbacks of a real timer have four moments in order, and no instance is left`() throws
    {
      // Needs root, tracefs and libtracefs; elsewhere the refusal is what is tested.
      let tracing: KernelTracing
      do throws(TracingError) { tracing = try KernelTracing() } catch { return }
      let cell = Cell(timer: "dispatch", interval: .ms(5), leeway: .zero, load: "idle")
      let plan = try Plan(cells: [cell], repetitions: 1, length: .count(40), warmup: .zero, seed: 1)
      let rows = Mutex<[Tick]>([])
      let failure = Mutex<String?>(nil)
      _ = Runner(plan: plan, interruption: Interruption(), tracing: tracing).run { event in
        if case .ticks(let ticks) = event { rows.withLock { $0 += ticks } }
        if case .finished(_, let facts) = event { failure.withLock { $0 = facts.problem } }
      }
      let instances = try FileManager.default.contentsOfDirectory(atPath: "/sys/kernel/tracing/instances")
      let process = ProcessInfo.processInfo.processIdentifier
      // The test above makes one with this name.
      let left = instances.filter { $0.hasPrefix("timer-bench-\(process)-") && !$0.hasSuffix("-test") }
      #expect(left.isEmpty, "\(instances)")
      if failure.withLock({ $0 }) != nil { return }
      let ticks = rows.withLock { $0 }
      #expect(ticks.count == 40)
      for tick in ticks {
        guard let moments = tick.attribution else { continue }
        #expect(moments.armed <= moments.expired)
        #expect(moments.expired <= moments.woken)
        #expect(moments.woken <= moments.running)
        #expect(moments.running <= tick.callback)
      }
    }
  }
#endif
