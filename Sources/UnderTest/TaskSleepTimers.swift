import Timers
import Dispatch
import Synchronization
import Timing

/// `Task.sleep(until:tolerance:clock:)` to absolute deadlines, a task for each timer, all on one actor.
///
/// The clock is `SuspendingClock`, which reads the monotonic clock of this program on both systems (Linux
/// `CLOCK_MONOTONIC`, Darwin `CLOCK_UPTIME_RAW`); `ContinuousClock` also counts the time a machine sleeps. Missed
/// ticks: slots whose deadline has passed when a callback returns are skipped, and the phase is kept. The threads
/// are those of Swift's own executor, so ``stop()``, which waits, must not be called from a task.
final class TaskSleepTimers: TimerUnderTest {
  let evidence = SlotEvidence.slot
  private let stage = SleepStage()
  private let stopped = Gate()
  private let running = DispatchGroup()
  private let tasks = Mutex<[Task<Void, Never>]>([])

  deinit {
    stop()
  }

  func start(
    _ schedules: [Schedule], leeway: Int64, until end: Int64, receiver: any FiringReceiver
  ) -> TimerFacts {
    let reference = ClockReference.measured()
    let receiver = WeakReceiver(receiver)
    let started = schedules.enumerated().map { index, schedule in
      running.enter()
      return Task.detached { [stage, stopped, running] in
        await stage.keep(
          schedule, source: Int32(index), tolerance: .nanoseconds(leeway), reference: reference, until: end,
          stopped: stopped, receiver: receiver)
        running.leave()
      }
    }
    tasks.withLock { $0 = started }
    return TimerFacts()
  }

  func perform(_ work: @escaping @Sendable () -> Void) {
    Task.detached { [stage] in await stage.perform(work) }
  }

  func stop() {
    stopped.close()
    let stopping = tasks.withLock { tasks in
      defer { tasks = [] }
      return tasks
    }
    for task in stopping { task.cancel() }
    running.wait()
  }
}

/// The actor that all callbacks and the load on their loop run on.
private actor SleepStage {
  func keep(
    _ schedule: Schedule, source: Int32, tolerance: Duration, reference: ClockReference, until end: Int64,
    stopped: Gate, receiver: WeakReceiver
  ) async {
    var slot: Int64 = 0
    while schedule.deadline(slot) <= end {
      let instant = reference.instant(of: schedule.deadline(slot))
      do { try await Task.sleep(until: instant, tolerance: tolerance, clock: .suspending) } catch { return }
      let callback = MonotonicClock.now()
      guard stopped.isOpen, let receiver = receiver.object else { return }
      receiver.receive(source: source, callback: callback, evidence: slot, fired: 1)
      slot = max(slot + 1, schedule.slotsElapsed(at: MonotonicClock.now()))
    }
  }

  func perform(_ work: @Sendable () -> Void) {
    work()
  }
}

/// An instant of `SuspendingClock` and the monotonic time it stands for, to half the cost of two clock reads.
private struct ClockReference: Sendable {
  private var instant: SuspendingClock.Instant
  private var time: Int64

  static func measured(attempts: Int = 200) -> ClockReference {
    var best = ClockReference(instant: .now, time: 0)
    var tightest = Int64.max
    for _ in 0..<attempts {
      let before = MonotonicClock.now()
      let instant = SuspendingClock.now
      let bracket = MonotonicClock.now() - before
      if bracket < tightest {
        best = ClockReference(instant: instant, time: before + bracket / 2)
        tightest = bracket
      }
    }
    return best
  }

  func instant(of time: Int64) -> SuspendingClock.Instant {
    instant.advanced(by: .nanoseconds(time - self.time))
  }
}
