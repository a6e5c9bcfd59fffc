import Timers
import UnderTest

/// What recording a callback costs beside the clock read that no recording can do without.
package struct RecordingCost: Sendable {
  /// A read of the clock, in nanoseconds.
  package var clock: Double
  /// A callback from the clock read at its begin to the recorder's return, in nanoseconds.
  package var callback: Double

  /// The callback as a multiple of the clock read.
  package var ratio: Double { callback / clock }

  private static let batch = 100_000

  /// Measures both, one right after the other: `nil` where there is no memory for it.
  package static func measured() -> RecordingCost? {
    guard
      let recorder = try? Recorder(
        capacity: batch, limits: .init(sources: 1, warmupEnd: .min, count: .max), end: EndSignal())
    else { return nil }
    let receiver: any FiringReceiver = recorder
    let start = MonotonicClock.now()
    for _ in 0..<batch { _ = MonotonicClock.now() }
    let middle = MonotonicClock.now()
    for slot in 0..<batch {
      receiver.receive(source: 0, callback: MonotonicClock.now(), evidence: Int64(slot), fired: 1)
    }
    let end = MonotonicClock.now()
    return RecordingCost(
      clock: Double(middle - start) / Double(batch), callback: Double(end - middle) / Double(batch))
  }
}
