import Timers
import CPlatform
import Synchronization
import Timing

/// A thread that sleeps in the kernel to absolute deadlines: the floor with a timer slack of 1 ns, or with the leeway as
/// its slack what the kernel itself does with that.
///
/// Missed ticks: slots whose deadline has passed when a callback returns are skipped, as a run loop does, so that
/// floor and timers are asked the same. Several timers share the thread, each next deadline first.
final class NanosleepTimers: TimerUnderTest {
  let evidence = SlotEvidence.slot
  private let setup: ThreadSetup
  private let takesLeeway: Bool
  private let stopped = Gate()
  private let thread = Mutex<SleepingThread?>(nil)

  init(setup: ThreadSetup, takesLeeway: Bool = false) {
    self.setup = setup
    self.takesLeeway = takesLeeway
  }

  deinit {
    stop()
  }

  func start(
    _ schedules: [Schedule], leeway: Int64, until end: Int64, receiver: any FiringReceiver
  ) -> TimerFacts {
    let receiver = WeakReceiver(receiver)
    let slack = takesLeeway ? max(1, leeway) : 1
    let sleeper = SleepingThread(name: "nanosleep", setup: setup) { [stopped] in
      _ = platform_set_timer_slack(slack)
      var queue = DeadlineQueue(schedules)
      var now = MonotonicClock.now()
      while stopped.isOpen, let next = queue.next, next.deadline <= end {
        // A sleep that is over before it begins still arms a timer, which costs a virtual machine 10 µs.
        if next.deadline > now, platform_sleep_until(next.deadline) != 0 { continue }
        let callback = MonotonicClock.now()
        guard stopped.isOpen, let receiver = receiver.object else { return }
        receiver.receive(source: Int32(next.source), callback: callback, evidence: next.slot, fired: 1)
        now = MonotonicClock.now()
        queue.serve(at: now)
      }
    }
    thread.withLock { $0 = sleeper }
    return TimerFacts(effectiveLeeway: takesLeeway ? slack : nil)
  }

  func perform(_ work: @escaping @Sendable () -> Void) {}

  func stop() {
    stopped.close()
    thread.withLock { $0.take() }?.interruptAndJoin()
  }
}
