import Timers
import Dispatch
import Foundation
import Synchronization
import Timing

/// Dispatch timer sources on one serial queue.
///
/// Missed ticks: deadlines that pass while the queue is busy arrive as one callback with their number; the slot
/// is the running sum of these numbers.
final class DispatchTimers: TimerUnderTest {
  enum Variant {
    case monotonic, strict, wall
  }

  let evidence = SlotEvidence.slot
  var wallDeadlines: Bool { variant == .wall }
  private let variant: Variant
  private let queue = DispatchQueue(label: "dispatch timers")
  private let timers = Mutex<[(owner: SourceTimer, sink: DispatchSink)]>([])

  init(_ variant: Variant) {
    self.variant = variant
  }

  func start(
    _ schedules: [Schedule], leeway: Int64, until end: Int64, receiver: any FiringReceiver
  ) -> TimerFacts {
    let clock = variant == .wall ? WallClockOffset.measured() : nil
    let started = schedules.enumerated().map { index, schedule in
      let sink = DispatchSink(source: Int32(index), receiver: receiver)
      let owner = SourceTimer(target: sink, queue: queue, strict: variant == .strict) { sink, occurrence in
        sink.receive(occurrence)
      }
      let deadline: SourceTimer.Deadline =
        if let clock {
          .wall(DispatchWallTime(nanosecondsSince1970: clock.wall(schedule.first)))
        } else {
          .monotonic(DispatchTime(monotonic: schedule.first))
        }
      owner.start(at: deadline, interval: Int(schedule.interval), leeway: Int(leeway))
      return (owner, sink)
    }
    timers.withLock { $0 = started }
    return TimerFacts(wallBracket: clock?.bracket)
  }

  func perform(_ work: @escaping @Sendable () -> Void) {
    queue.async(execute: work)
  }

  func stop() {
    for timer in timers.withLock({ $0 }) { timer.owner.stop() }
    queue.sync {}
    timers.withLock { $0 = [] }
  }
}

/// Keeps the running sum of one source. Unchecked: touched on the source's serial queue only.
private final class DispatchSink: @unchecked Sendable {
  private let source: Int32
  private let receiver: WeakReceiver
  private var nextSlot: Int64 = 0

  init(source: Int32, receiver: any FiringReceiver) {
    self.source = source
    self.receiver = WeakReceiver(receiver)
  }

  func receive(_ occurrence: SourceTimer.Occurrence) {
    receiver.object?.receive(
      source: source, callback: occurrence.callback, evidence: nextSlot,
      fired: Int32(clamping: occurrence.fired))
    nextSlot += Int64(occurrence.fired)
  }
}

extension DispatchWallTime {
  /// The wall time `nanoseconds` after 1970.
  init(nanosecondsSince1970 nanoseconds: Int64) {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    self.init(timespec: timespec(tv_sec: Int(seconds), tv_nsec: Int(rest)))
  }
}
