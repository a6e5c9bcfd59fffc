import CPlatform
import Dispatch
import Foundation
import Synchronization
import Timing

/// The floor: a thread that sleeps in the kernel to absolute deadlines, with a timer slack of 1 ns.
///
/// Missed ticks: slots whose deadline has passed when a callback returns are skipped, as a run loop does, so that
/// floor and timers are asked the same. Several timers share the thread, each next deadline first.
final class NanosleepTimers: TimerUnderTest {
  let evidence = SlotEvidence.slot
  private let stopped = Gate()
  private let thread = Mutex<SleepingThread?>(nil)

  func start(
    _ schedules: [Schedule], leeway: Int64, until end: Int64, receiver: any FiringReceiver
  ) -> TimerFacts {
    let sleeper = SleepingThread(name: "nanosleep") { [stopped] in
      _ = platform_tighten_timer_slack()
      var queue = DeadlineQueue(schedules)
      while stopped.isOpen, let next = queue.next, next.deadline <= end {
        if platform_sleep_until(next.deadline) != 0 { continue }
        let callback = MonotonicClock.now()
        guard stopped.isOpen else { return }
        receiver.receive(source: Int32(next.source), callback: callback, evidence: next.slot, fired: 1)
        queue.serve(at: MonotonicClock.now())
      }
    }
    thread.withLock { $0 = sleeper }
    return TimerFacts()
  }

  func perform(_ work: @escaping @Sendable () -> Void) {}

  func stop() {
    stopped.close()
    thread.withLock { $0.take() }?.interruptAndJoin()
  }
}

/// The next deadline of several schedules that share a thread.
struct DeadlineQueue {
  private let schedules: [Schedule]
  private var slots: [Int64]

  init(_ schedules: [Schedule]) {
    self.schedules = schedules
    slots = Array(repeating: 0, count: schedules.count)
    next = nil
    choose()
  }

  /// The earliest deadline that is still to be served.
  private(set) var next: (source: Int, slot: Int64, deadline: Int64)?

  /// Marks ``next`` as served; slots of its schedule that have passed by `now` are skipped.
  mutating func serve(at now: Int64) {
    guard let (source, slot, _) = next else { return }
    slots[source] = max(slot + 1, schedules[source].slotsElapsed(at: now))
    choose()
  }

  private mutating func choose() {
    guard let source = schedules.indices.min(by: { deadline(of: $0) < deadline(of: $1) }) else { return }
    next = (source, slots[source], deadline(of: source))
  }

  private func deadline(of source: Int) -> Int64 { schedules[source].deadline(slots[source]) }
}
