import Timers
import Dispatch
import Synchronization
import Timing

/// `asyncAfter` on one serial queue, armed anew in every callback for the next absolute deadline.
///
/// Missed ticks: slots whose deadline has passed when a callback returns are skipped, and the phase is kept.
/// Darwin may be late on purpose by a tenth of the time ahead, which `asyncAfter` cannot be asked to avoid. A block
/// that waits cannot be taken back from Dispatch: after ``stop()`` it stays, empty, until its deadline.
final class DispatchAfterTimers: TimerUnderTest {
  let evidence = SlotEvidence.slot
  private let queue = DispatchQueue(label: "dispatch-after timers")
  private let chains = Mutex<[AfterChain]>([])

  deinit {
    stop()
  }

  func start(
    _ schedules: [Schedule], leeway: Int64, until end: Int64, receiver: any FiringReceiver
  ) -> TimerFacts {
    let started = schedules.enumerated().map { index, schedule in
      AfterChain(source: Int32(index), schedule: schedule, queue: queue, receiver: WeakReceiver(receiver))
    }
    for chain in started { chain.arm(slot: 0) }
    chains.withLock { $0 = started }
    return TimerFacts()
  }

  func perform(_ work: @escaping @Sendable () -> Void) {
    queue.async(execute: work)
  }

  func stop() {
    let stopping = chains.withLock { chains in
      defer { chains = [] }
      return chains
    }
    guard !stopping.isEmpty else { return }
    for chain in stopping { chain.gate.close() }
    queue.sync {}
  }
}

/// One timer: a block that waits, and arms the next. The waiting block holds it weakly.
private final class AfterChain: Sendable {
  let gate = Gate()
  private let source: Int32
  private let schedule: Schedule
  private let queue: DispatchQueue
  private let receiver: WeakReceiver

  init(source: Int32, schedule: Schedule, queue: DispatchQueue, receiver: WeakReceiver) {
    self.source = source
    self.schedule = schedule
    self.queue = queue
    self.receiver = receiver
  }

  func arm(slot: Int64) {
    let deadline = DispatchTime(monotonic: schedule.deadline(slot))
    queue.asyncAfter(deadline: deadline) { [weak self] in
      let callback = MonotonicClock.now()
      self?.fire(slot: slot, callback: callback)
    }
  }

  private func fire(slot: Int64, callback: Int64) {
    guard gate.isOpen, let receiver = receiver.object else { return }
    receiver.receive(source: source, callback: callback, evidence: slot, fired: 1)
    arm(slot: max(slot + 1, schedule.slotsElapsed(at: MonotonicClock.now())))
  }
}
