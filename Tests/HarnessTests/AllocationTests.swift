import CAllocations
import Synchronization
import Testing
import Timers
import UnderTest
import Timing

@testable import Harness

/// The callback path allocates nothing, counted by an allocator that stands in for libc's in this process.
@Suite(.enabled(if: allocations_of_this_thread() >= 0, "allocations cannot be counted here"))
struct AllocationTests {
  @Test func `the count sees an allocation`() {
    let before = allocations_of_this_thread()
    let array = [Int](repeating: 1, count: Int.random(in: 1_000...2_000))
    #expect(allocations_of_this_thread() > before)
    #expect(array.count >= 1_000)
  }

  @Test(arguments: [0, 1])
  func `100,000 callbacks and blocks of load allocate nothing after the start`(handler: Int) throws {
    let end = EndSignal()
    let recorder = try Recorder(
      capacity: 200_000, limits: .init(sources: 1, warmupEnd: .min, count: 100_000, handler: Int64(handler)),
      end: end)
    let before = allocations_of_this_thread()
    for slot in 0..<100_000 {
      recorder.receive(source: 0, callback: MonotonicClock.now(), evidence: Int64(slot), fired: 1)
      if slot % 100 == 0 { recorder.block(for: 1) }
    }
    #expect(allocations_of_this_thread() - before == 0)
    #expect(end.isRaised)
    #expect(recorder.dropped == 0)
  }

  /// From the clock read in the mechanism's own callback to the recorder, on real timers.
  @Test(arguments: ["nanosleep", "runloop", "dispatch", "timerfd"])
  func `a real timer's way to the recorder allocates nothing`(id: String) throws {
    let timer = try #require(TimerKind.named(id)).make()
    let end = EndSignal()
    let recorder = try Recorder(
      capacity: 1_024, limits: .init(sources: 1, warmupEnd: .min, count: 200), end: end)
    let watch = AllocationWatch(recorder)
    let first = MonotonicClock.now() + 20_000_000
    _ = timer.start(
      [Schedule(first: first, interval: 1_000_000)], leeway: 0, until: .max, receiver: watch)
    timer.wait(for: end, until: first + 20_000_000_000)
    timer.stop()
    #expect(end.isRaised)
    #expect(watch.allocations == 0)
  }
}

/// Passes callbacks on and counts what the recorder allocates in them. Unchecked: one serial loop calls it.
private final class AllocationWatch: FiringReceiver, @unchecked Sendable {
  private let recorder: Recorder
  private let sum = Mutex(0)

  init(_ recorder: Recorder) { self.recorder = recorder }

  var allocations: Int { sum.withLock { $0 } }

  func receive(source: Int32, callback: Int64, evidence: Int64, fired: Int32) {
    let before = allocations_of_this_thread()
    recorder.receive(source: source, callback: callback, evidence: evidence, fired: fired)
    let allocated = allocations_of_this_thread() - before
    sum.withLock { $0 += Int(allocated) }
  }
}
