import Foundation
import Synchronization
import Timers
import UnderTest
import Timing

/// The thread that empties the recorder once a second while a run goes on, so that a long run needs no more
/// memory than a short one and its rows reach the file.
final class Drain: Sendable {
  private let ledger: Ledger
  private let trace: RunTrace?
  private let window: TickWindow?
  private let interruption: Interruption
  private let report: @Sendable (RunnerEvent) -> Void
  private let stopping = MonotonicSemaphore()
  private let finished = MonotonicSemaphore()
  private let gaveUp = Atomic(false)

  /// Starts the thread.
  /// - Parameters:
  ///   - trace: attributes the callbacks; `nil` for a run that is not traced.
  ///   - window: keeps the newest callbacks; `nil` for a run that does not stop early.
  ///   - patience: how long no callback may come before the run is ended, in nanoseconds.
  ///   - finish: when the run is expected to end, on the monotonic clock.
  init(
    ledger: Ledger, trace: RunTrace? = nil, window: TickWindow? = nil, end: EndSignal, patience: Int64?,
    finish: Int64, interruption: Interruption,
    report: @escaping @Sendable (RunnerEvent) -> Void
  ) {
    self.ledger = ledger
    self.trace = trace
    self.window = window
    self.interruption = interruption
    self.report = report
    let thread = Thread { [self] in
      var lastSign = MonotonicClock.now()
      report(.remaining(max(0, finish - lastSign)))
      while !stopping.wait(for: 1_000_000_000) {
        let now = MonotonicClock.now()
        if collect() > 0 { lastSign = now }
        ledger.lookForPauses(interruption, isLast: false)
        report(.remaining(max(0, finish - now)))
        if ledger.problem != nil { end.raise() }
        if let patience, now - lastSign > patience {
          gaveUp.store(true, ordering: .relaxed)
          end.raise()
        }
      }
      finished.signal()
    }
    thread.name = "drain"
    thread.start()
  }

  /// Whether the run was ended because no callback came any more.
  var stalled: Bool { gaveUp.load(ordering: .relaxed) }

  /// Ends the thread, and collects what is left.
  func join() {
    stopping.signal()
    finished.wait()
    _ = collect()
    ledger.lookForPauses(interruption, isLast: true)
  }

  private func collect() -> Int {
    var ticks = ledger.collect()
    trace?.attribute(&ticks, clocks: ledger.accounting.clocks)
    window?.add(ticks)
    if !ticks.isEmpty { report(.ticks(ticks)) }
    return ticks.count
  }
}
