import CPlatform
import Synchronization
import Timers
import UnderTest
import Timing

/// The threads on which callbacks ran, told at each change. The callbacks write, one thread at a time reads.
final class ThreadLog: Sendable {
  private let changes: Recorder

  /// Reserves room for `capacity` changes that nobody has drained.
  /// - Throws: ``RecorderError``.
  init(capacity: Int) throws(RecorderError) {
    changes = try Recorder(capacity: capacity, limits: .init(sources: 1, warmupEnd: .max), end: EndSignal())
  }

  /// Called on the timer's own loop or queue.
  func append(thread: Int32, from time: Int64) {
    changes.receive(source: 0, callback: time, evidence: Int64(thread), fired: 1)
  }

  /// Takes out the changes so far, in order.
  func drain(_ body: (_ time: Int64, _ thread: Int32) -> Void) {
    changes.drain { body($0.callback, Int32(truncatingIfNeeded: $0.evidence)) }
  }
}

/// Stands before the recorder in runs that are traced or may stop early: notes the thread of each callback, and ends
/// the run soon after the first that is too late.
///
/// Its work comes after the recorder's, so no row's own time holds it. Unchecked: called on the timer's serial loop or
/// queue only.
final class CallbackTap: FiringReceiver, @unchecked Sendable {
  private let recorder: Recorder
  private let threads: ThreadLog?
  private let threshold: Threshold?
  private let end: EndSignal
  private var thread: Int32 = 0
  private var callbacksLeft: Int?
  /// How the wall clock stood to the monotonic clock when the last callback of each timer returned, which is when a
  /// run loop works out the next fire date.
  private var wallOffsets: [Int64]

  /// When to end the run.
  struct Threshold {
    var lateness: Int64
    var schedules: [Schedule]
    var evidence: SlotEvidence
    var warmupEnd: Int64
  }

  /// How many callbacks a run goes on for after the late one: they show how it recovers.
  static let callbacksAfter = 3

  init(recorder: Recorder, threads: ThreadLog?, threshold: Threshold?, end: EndSignal) {
    self.recorder = recorder
    self.threads = threads
    self.threshold = threshold
    self.end = end
    wallOffsets = Array(repeating: Self.wallOffset(), count: threshold?.schedules.count ?? 0)
  }

  private static func wallOffset() -> Int64 { platform_wall_ns() - platform_monotonic_ns() }

  func receive(source: Int32, callback: Int64, evidence: Int64, fired: Int32) {
    recorder.receive(source: source, callback: callback, evidence: evidence, fired: fired)
    if let threads {
      let current = platform_thread_id()
      if current != thread {
        threads.append(thread: current, from: callback)
        thread = current
      }
    }
    guard let threshold, source < threshold.schedules.count else { return }
    let offset = wallOffsets[Int(source)]
    if threshold.evidence == .fireDate { wallOffsets[Int(source)] = Self.wallOffset() }
    if let left = callbacksLeft {
      callbacksLeft = left - 1
      if left <= 1 { end.raise() }
    } else if callback >= threshold.warmupEnd,
      threshold.isExceeded(source, callback, evidence, wallOffset: offset)
    {
      callbacksLeft = CallbackTap.callbacksAfter
    }
  }
}

extension CallbackTap.Threshold {
  func isExceeded(_ source: Int32, _ callback: Int64, _ evidence: Int64, wallOffset: Int64) -> Bool {
    let schedule = schedules[Int(source)]
    let slot =
      self.evidence == .slot
      ? evidence : schedule.slot(nearestOffset: evidence - wallOffset - schedule.first)
    return callback - schedule.deadline(slot) > lateness
  }
}
