import Synchronization
import Timers
import UnderTest
import Timing

/// Timers that need no clock: they call back at times laid down beforehand, all during `start`.
final class SimulatedTimers: TimerUnderTest {
  /// A callback: nanoseconds after the first deadline of its own source, what the mechanism says, and how many
  /// deadlines it stands for.
  struct Callback: Sendable {
    var source: Int32 = 0
    var at: Int64
    var evidence: Int64
    var fired: Int32 = 1
  }

  let evidence: SlotEvidence
  private let callbacks: [Callback]
  private let stops = Mutex(0)

  init(evidence: SlotEvidence = .slot, _ callbacks: [Callback]) {
    self.evidence = evidence
    self.callbacks = callbacks
  }

  /// One callback a slot, each `lateness` late, on an interval of 10 ms.
  convenience init(lateness: [Int64]) {
    self.init(
      lateness.enumerated().map { slot, lateness in
        Callback(at: Int64(slot) * 10_000_000 + lateness, evidence: Int64(slot))
      })
  }

  var timesStopped: Int { stops.withLock { $0 } }

  func start(
    _ schedules: [Schedule], leeway: Int64, until end: Int64, receiver: any FiringReceiver
  ) -> TimerFacts {
    for callback in callbacks {
      let time = schedules[Int(callback.source)].first + callback.at
      guard time <= end else { break }
      receiver.receive(
        source: callback.source, callback: time, evidence: callback.evidence, fired: callback.fired)
    }
    return TimerFacts()
  }

  func perform(_ work: @escaping @Sendable () -> Void) { work() }

  func wait(for signal: EndSignal, until deadline: Int64) {}

  func stop() { stops.withLock { $0 += 1 } }
}
