import Timers
import Synchronization
import Timing

/// The clock's own floor: a thread that never waits, and reads the clock until it reaches the deadline.
///
/// Missed ticks: slots whose deadline has passed when a callback returns are skipped. It takes a processor for
/// itself; a kernel stops a real-time thread that does so, by default for 50 ms in every second
/// (`/proc/sys/kernel/sched_rt_runtime_us`).
final class SpinTimers: TimerUnderTest {
  let evidence = SlotEvidence.slot
  private let setup: ThreadSetup
  private let stopped = Gate()
  private let thread = Mutex<SleepingThread?>(nil)

  init(setup: ThreadSetup) {
    self.setup = setup
  }

  deinit {
    stop()
  }

  func start(
    _ schedules: [Schedule], leeway: Int64, until end: Int64, receiver: any FiringReceiver
  ) -> TimerFacts {
    let receiver = WeakReceiver(receiver)
    let spinner = SleepingThread(name: "spin", setup: setup) { [stopped] in
      var queue = DeadlineQueue(schedules)
      while let next = queue.next, next.deadline <= end {
        var callback = MonotonicClock.now()
        while callback < next.deadline, stopped.isOpen { callback = MonotonicClock.now() }
        guard stopped.isOpen, let receiver = receiver.object else { return }
        receiver.receive(source: Int32(next.source), callback: callback, evidence: next.slot, fired: 1)
        queue.serve(at: MonotonicClock.now())
      }
    }
    thread.withLock { $0 = spinner }
    return TimerFacts()
  }

  func perform(_ work: @escaping @Sendable () -> Void) {}

  func stop() {
    stopped.close()
    thread.withLock { $0.take() }?.join()
  }
}
