import CAllocations
import Foundation
import Synchronization
import Testing
import Timers
import UnderTest
import Timing

@testable import Harness

/// The callback path allocates nothing, counted by an allocator that stands in for libc's in this process.
@Suite(.serialized, .enabled(if: allocations_of_this_thread() >= 0, "allocations cannot be counted here"))
struct AllocationTests {
  @Test func `the count sees an allocation`() {
    let before = allocations_of_this_thread()
    let array = [Int](repeating: 1, count: Int.random(in: 1_000...2_000))
    #expect(allocations_of_this_thread() > before)
    #expect(array.count >= 1_000)
    let time = MonotonicClock.now()
    #expect(latest_allocation_of_this_thread() <= time)
    let later = [Int](repeating: 1, count: Int.random(in: 1_000...2_000))
    #expect(latest_allocation_of_this_thread() >= time)
    #expect(later.count >= 1_000)
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

  /// From the clock read in the mechanism's own callback to the recorder's return, on real timers; the main run loop
  /// has a thread that tests do not own. In the first callback Swift's runtime may still make what it knows of a generic
  /// type, once in a process.
  @Test(arguments: TimerKind.all.map(\.id).filter { $0 != "runloop-main" })
  func `a real timer's way to the recorder allocates nothing`(id: String) async throws {
    // Not on a thread of Swift's tasks, which `task-sleep` needs.
    let watch = try await withCheckedThrowingContinuation { continuation in
      Thread { continuation.resume(with: Result { try Self.watch(id) }) }.start()
    }
    #expect(watch.callbacks >= 50)
    #expect(watch.allocating.subtracting([0]).isEmpty)
  }

  private static func watch(_ id: String) throws -> AllocationWatch {
    let timer = try #require(TimerKind.named(id)).make()
    let end = EndSignal()
    let recorder = try Recorder(
      capacity: 1_024, limits: .init(sources: 1, warmupEnd: .min, count: 50), end: end)
    let watch = AllocationWatch(recorder)
    let first = MonotonicClock.now() + 20_000_000
    _ = timer.start(
      [Schedule(first: first, interval: 1_000_000)], leeway: 0, until: .max, receiver: watch)
    // A busy machine's pool of Swift's threads may be held by other tests for seconds.
    timer.wait(for: end, until: first + 120_000_000_000)
    timer.stop()
    return watch
  }
}

/// Passes callbacks on and counts those since whose clock read their thread has allocated. Unchecked: one serial loop
/// calls it.
private final class AllocationWatch: FiringReceiver, @unchecked Sendable {
  private let recorder: Recorder
  private let counts = Mutex((callbacks: 0, allocating: Set<Int>(minimumCapacity: 1_024)))

  init(_ recorder: Recorder) { self.recorder = recorder }

  var callbacks: Int { counts.withLock { $0.callbacks } }
  /// The numbers of those that allocated, from 0.
  var allocating: Set<Int> { counts.withLock { $0.allocating } }

  func receive(source: Int32, callback: Int64, evidence: Int64, fired: Int32) {
    recorder.receive(source: source, callback: callback, evidence: evidence, fired: fired)
    let hasAllocated = latest_allocation_of_this_thread() >= callback
    counts.withLock { counts in
      if hasAllocated { counts.allocating.insert(counts.callbacks) }
      counts.callbacks += 1
    }
  }
}
