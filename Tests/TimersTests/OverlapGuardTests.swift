import Dispatch
import Foundation
import Synchronization
import Testing
import Timers

@Suite struct OverlapGuardTests {
  private let queue = DispatchQueue(label: "work", attributes: .concurrent)

  /// The timeline of five occurrences 1 … 5 while the work of the first is held, and one after all is done.
  @Test(arguments: [
    (OverlapPolicy.skip, [1, 6]), (.coalesce, [1, 14, 6]), (.serial, [1, 2, 3, 4, 5, 6]),
  ])
  func `occurrences during the work are dropped, merged or queued`(policy: OverlapPolicy, runs: [Int]) {
    let work = Work(policy, queue: queue)
    work.overlap.offer(fired: 1)
    work.begun.wait()
    for fired in 2...5 { work.overlap.offer(fired: fired) }
    work.held.signal()
    #expect(soon { work.runs.count == runs.count - 1 })
    queue.sync(flags: .barrier) {}
    work.overlap.offer(fired: 6)
    #expect(soon { work.runs.count == runs.count })
    #expect(work.runs == runs)
  }

  @Test(arguments: OverlapPolicy.allCases)
  func `offers from many threads never run at once, and none is lost unless it says so`(policy: OverlapPolicy)
  {
    let running = Calls()
    let ended = Calls()
    let overlaps = Calls()
    let served = Calls()
    let dropped = Calls()
    let overlap = OverlapGuard(policy, queue: queue) { fired in
      if running.add() - ended.count > 1 { overlaps.add() }
      for _ in 0..<fired { served.add() }
      ended.add()
    }
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<250 where overlap.offer() == .dropped { dropped.add() }
    }
    #expect(soon { served.count + dropped.count == 1_000 })
    #expect(overlaps.count == 0)
    #expect(policy == .skip || dropped.count == 0)
  }
}

/// Work that is held until it is told to go on, the first time.
private final class Work: Sendable {
  let begun = DispatchSemaphore(value: 0)
  let held = DispatchSemaphore(value: 0)
  private let log = Log()
  let overlap: OverlapGuard

  init(_ policy: OverlapPolicy, queue: DispatchQueue) {
    overlap = OverlapGuard(policy, queue: queue) { [log, begun, held] fired in
      if log.add(fired) == 1 {
        begun.signal()
        held.wait()
      }
    }
  }

  var runs: [Int] { log.all }
}

private final class Log: Sendable {
  private let fired = Mutex<[Int]>([])

  var all: [Int] { fired.withLock { $0 } }

  func add(_ number: Int) -> Int {
    fired.withLock {
      $0.append(number)
      return $0.count
    }
  }
}
