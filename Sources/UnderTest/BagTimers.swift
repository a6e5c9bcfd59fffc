import Synchronization
import Timers
import Timing

/// The timers of a `TimerBag` on a thread of its own, which wakes up once for all whose tolerances allow it.
///
/// Missed ticks: deadlines that pass while the thread is busy arrive as one callback with their number; the slot is the
/// running sum of these numbers.
final class BagTimers: TimerUnderTest {
  let evidence = SlotEvidence.slot
  private let setup: ThreadSetup
  private let bag = Mutex<TimerBag?>(nil)

  init(setup: ThreadSetup) {
    self.setup = setup
  }

  deinit {
    stop()
  }

  func start(
    _ schedules: [Schedule], leeway: Int64, until end: Int64, receiver: any FiringReceiver
  ) -> TimerFacts {
    let started = TimerBag(on: .thread(name: "bag")) { [setup] in setup.applyToOwnThread() }
    for (index, schedule) in schedules.enumerated() {
      let sink = BagSink(source: Int32(index), receiver: WeakReceiver(receiver))
      started.schedule(
        .every(schedule.interval, fromUptime: schedule.first, tolerance: leeway),
        TimerAction { sink.receive($0) })
    }
    bag.withLock { $0 = started }
    return TimerFacts(effectiveLeeway: leeway)
  }

  func perform(_ work: @escaping @Sendable () -> Void) {
    bag.withLock { $0 }?.perform(work)
  }

  func stop() {
    guard let stopping = bag.withLock({ $0.take() }) else { return }
    stopping.clear()
    let settled = MonotonicSemaphore()
    stopping.perform { settled.signal() }
    settled.wait()
  }
}

/// Keeps the running sum of one timer. Unchecked: touched on the bag's thread only.
private final class BagSink: @unchecked Sendable {
  private let source: Int32
  private let receiver: WeakReceiver
  private var nextSlot: Int64 = 0

  init(source: Int32, receiver: WeakReceiver) {
    self.source = source
    self.receiver = receiver
  }

  func receive(_ tick: TimerTick) {
    receiver.object?.receive(
      source: source, callback: tick.callback, evidence: nextSlot, fired: Int32(clamping: tick.fired))
    nextSlot += Int64(tick.fired)
  }
}
