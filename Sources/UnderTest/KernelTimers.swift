import CPlatform
import Foundation
import Synchronization
import Text
import Timers
import Timing

/// The kernel's periodic timers, waited for by one thread: timerfd with epoll on Linux, kqueue on Darwin. What a
/// run loop and Dispatch stand on.
///
/// Missed ticks: deadlines that pass while the thread is busy arrive as one callback with their number, the
/// expiration count; the slot is the running sum of these numbers.
final class KernelTimers: TimerUnderTest {
  let evidence = SlotEvidence.slot
  private let setup: ThreadSetup
  private let stopped = Gate()
  private let running = Mutex<(queue: KernelTimerQueue, thread: SleepingThread)?>(nil)

  init(setup: ThreadSetup) {
    self.setup = setup
  }

  deinit {
    stop()
  }

  func start(
    _ schedules: [Schedule], leeway: Int64, until end: Int64, receiver: any FiringReceiver
  ) -> TimerFacts {
    let queue: KernelTimerQueue
    do throws(KernelTimerError) {
      queue = try KernelTimerQueue(schedules)
    } catch {
      return TimerFacts(problem: "\(error)")
    }
    let receiver = WeakReceiver(receiver)
    let thread = SleepingThread(name: "timerfd", setup: setup) { [stopped] in
      var nextSlot = [Int64](repeating: 0, count: schedules.count)
      while let expired = queue.next() {
        let callback = MonotonicClock.now()
        guard stopped.isOpen, let receiver = receiver.object else { return }
        receiver.receive(
          source: Int32(expired.source), callback: callback, evidence: nextSlot[expired.source],
          fired: Int32(clamping: expired.count))
        nextSlot[expired.source] += expired.count
      }
    }
    running.withLock { $0 = (queue, thread) }
    return TimerFacts()
  }

  func perform(_ work: @escaping @Sendable () -> Void) {}

  func stop() {
    stopped.close()
    guard let running = running.withLock({ $0.take() }) else { return }
    running.queue.wake()
    running.thread.join()
  }
}

/// Why the kernel gave no timers.
private struct KernelTimerError: Error, CustomStringConvertible {
  let errno: Int32
  let count: Int

  var description: String {
    let reason = systemMessage(errno)
    return "the kernel gave no \(count) timers (\(reason)): "
      + (errno == EMFILE || errno == ENFILE ? "raise the limit of open files (ulimit -n)" : "ask for fewer")
  }
}

/// The one owner of the kernel's timers. Unchecked: one thread waits, and waking it is safe from any other.
@safe private final class KernelTimerQueue: @unchecked Sendable {
  private let timers: OpaquePointer

  init(_ schedules: [Schedule]) throws(KernelTimerError) {
    let count = schedules.count
    func check(_ errno: Int32) throws(KernelTimerError) {
      if errno != 0 { throw KernelTimerError(errno: errno, count: count) }
    }
    var created: OpaquePointer?
    try check(unsafe platform_kernel_timers_new(Int32(count), &created))
    guard let timers = unsafe created else { throw KernelTimerError(errno: ENOMEM, count: count) }
    unsafe self.timers = timers
    for (index, schedule) in schedules.enumerated() {
      try check(
        unsafe platform_kernel_timers_arm(timers, Int32(index), schedule.first, schedule.interval))
    }
  }

  deinit {
    unsafe platform_kernel_timers_free(timers)
  }

  /// Waits for the next timer that expired, and how often it did; `nil` once woken, or when the kernel refuses.
  func next() -> (source: Int, count: Int64)? {
    var index: Int32 = 0
    var expirations: Int64 = 0
    guard unsafe platform_kernel_timers_next(timers, &index, &expirations) == 1 else { return nil }
    return (Int(index), expirations)
  }

  /// Ends the wait.
  func wake() {
    unsafe platform_kernel_timers_wake(timers)
  }
}
