import Foundation
import Synchronization
import Testing
import Timers

@Suite struct OverlapGuardTests {
  /// The timeline of five ticks that stand for 1 … 5 deadlines while the work of the first is held, and a sixth after.
  @Test(arguments: [
    (OverlapPolicy.skip, [1, 6]), (.coalesce, [1, 14, 6]), (.queue, [1, 2, 3, 4, 5, 6]),
  ])
  func `ticks during the work are dropped, merged or queued`(policy: OverlapPolicy, runs: [Int]) async {
    let work = HeldWork(policy)
    work.overlap.offer(.standing(for: 1))
    for fired in 2...5 { work.overlap.offer(.standing(for: fired)) }
    work.gate.open()
    await work.overlap.wait()
    work.overlap.offer(.standing(for: 6))
    await work.overlap.wait()
    #expect(work.log.all == runs)
  }

  @Test(arguments: OverlapPolicy.allCases)
  func `offers from many threads never run at once, and none is lost unless it says so`(policy: OverlapPolicy)
    async
  {
    let (running, overlaps, served, dropped) = (Level(), Calls(), Calls(), Calls())
    let overlap = OverlapGuard(policy) { tick in
      if running.add(1) > 1 { overlaps.add() }
      for _ in 0..<tick.fired { served.add() }
      running.add(-1)
    }
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<500 where overlap.offer(.standing(for: 1)) == .dropped { dropped.add() }
    }
    await overlap.wait()
    #expect(served.count + dropped.count == 2_000)
    #expect(overlaps.count == 0)
    #expect(policy == .skip || dropped.count == 0)
  }

  @Test func `a full queue merges into its last run, and its memory ends there`() async {
    let work = HeldWork(.queue)
    for _ in 0...(OverlapGuard.capacity + 100) { work.overlap.offer(.standing(for: 1)) }
    #expect(work.overlap.backlog == OverlapGuard.capacity)
    work.gate.open()
    await work.overlap.wait()
    #expect(work.log.all == Array(repeating: 1, count: OverlapGuard.capacity) + [101])
  }

  @Test(arguments: [false, true])
  func `closed, it forgets what waits, frees its work and tells that which runs to cancel where asked`(
    cancelling: Bool
  )
    async
  {
    let cancelled = Log<Bool>()
    let gate = AsyncGate()
    weak var captured: Calls?
    let overlap: OverlapGuard
    do {
      let capture = Calls()
      captured = capture
      overlap = OverlapGuard(.queue) { _ in
        capture.add()
        await gate.wait()
        cancelled.add(Task.isCancelled)
      }
    }
    for _ in 0..<12 { overlap.offer(.standing(for: 1)) }
    overlap.close(cancelling: cancelling)
    #expect(overlap.offer(.standing(for: 1)) == .dropped && overlap.backlog == 0)
    gate.open()
    await overlap.wait()
    #expect(cancelled.all == [cancelling])
    for _ in 0..<1_000 where captured != nil { try? await Task.sleep(for: .milliseconds(1)) }
    #expect(captured == nil)
  }

  @Test(arguments: Mechanism.allCases)
  func `a timer's work is one at a time, none begins after stop, and stop waits for it`(mechanism: Mechanism)
    async
  {
    let stage = Stage(mechanism)
    let (running, overlaps, ended) = (Level(), Calls(), Calls())
    let target = Calls()
    let timer = stage.bag.schedule(
      .every(.milliseconds(1)),
      TimerAction(target: target, overlap: .queue) { target, _ in
        if running.add(1) > 1 { overlaps.add() }
        target.add()
        try? await Task.sleep(for: .milliseconds(8))
        running.add(-1)
        ended.add()
      })
    for _ in 0..<10_000 where target.count < 3 { try? await Task.sleep(for: .milliseconds(1)) }
    #expect(timer.statistics.ticks >= 3)
    await timer.stopAndWait()
    let count = target.count
    #expect(ended.count == count)
    try? await Task.sleep(for: .milliseconds(30))
    #expect(target.count == count && overlaps.count == 0)
  }

  @Test func `work that is cancelled with its timer ends early`() async {
    let began = Calls()
    let target = Calls()
    let timer = DispatchTimer(
      on: .global(),
      TimerAction(target: target, overlap: .skip) { _, _ in
        began.add()
        try? await Task.sleep(for: .seconds(3_600))
      })
    timer.start(.every(interval))
    for _ in 0..<10_000 where began.count < 1 { try? await Task.sleep(for: .milliseconds(1)) }
    await timer.stopAndWait(cancellingWork: true)
    #expect(began.count == 1)
  }
}

extension TimerTick {
  static func standing(for fired: Int) -> TimerTick { TimerTick(deadline: 0, callback: 0, fired: fired) }
}

/// Work that is held until it is told to go on.
private final class HeldWork: Sendable {
  let gate = AsyncGate()
  let log = Log<Int>()
  let overlap: OverlapGuard

  init(_ policy: OverlapPolicy) {
    overlap = OverlapGuard(policy) { [gate, log] tick in
      await gate.wait()
      log.add(tick.fired)
    }
  }
}

/// Holds tasks until it is opened for good.
private final class AsyncGate: Sendable {
  private let state = Mutex<(isOpen: Bool, waiting: [CheckedContinuation<Void, Never>])>((false, []))

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for each in waiting { each.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}

/// A number that goes up and down.
private final class Level: Sendable {
  private let number = Atomic(0)

  @discardableResult
  func add(_ change: Int) -> Int { number.add(change, ordering: .sequentiallyConsistent).newValue }
}
