import Dispatch
import Foundation
import Synchronization
import Timers
import Timing
import struct Timing.Nanoseconds
import UnderTest

/// Runs timers and watches the clocks for steps and sleeps.
package enum ClockWatch {
  /// Nanoseconds between the deadlines of the timers, and between readings of the clocks.
  static let interval: Int64 = 100_000_000

  /// Watches for a while, holding the calling thread.
  /// - Parameters:
  ///   - length: how long, on the monotonic clock: it does not count while the system sleeps.
  ///   - isOver: asked every 0.1 s whether to end early.
  package static func run(for length: Nanoseconds, isOver: () -> Bool = { false }) -> WatchReport {
    let start = MonotonicClock.now()
    let end = MonotonicClock.time(in: length.count)
    let keeper = ClockKeeper(period: interval)
    defer { keeper.stop() }
    let timers = WatchedTimers(first: start + interval)
    defer { timers.stop() }
    var now = start
    while now < end, !isOver() { now = MonotonicClock.sleep(until: min(end, now + interval)) }
    return WatchReport(
      events: keeper.read().events, timers: timers.watched, interval: interval, length: now - start)
  }
}

/// A run-loop timer, and Dispatch timers on both clocks.
private final class WatchedTimers: Sendable {
  private final class Log: Sendable {
    private let noted = Mutex<[WatchedTimer.Callback]>([])
    var callbacks: [WatchedTimer.Callback] { noted.withLock { $0 } }
    func note(_ time: Int64, _ fired: Int) {
      noted.withLock { $0.append(WatchedTimer.Callback(time: time, fired: Int64(fired))) }
    }
  }

  private let logs = [Log(), Log(), Log()]
  private let loop = LoopThread()
  private let loopTimer: FoundationTimer
  private let sources: [SourceTimer]

  init(first: Int64) {
    let queue = DispatchQueue(label: "watch")
    loopTimer = FoundationTimer(target: logs[0]) { log, occurrence in log.note(occurrence.callback, 1) }
    sources = logs.dropFirst().map { log in
      SourceTimer(target: log, queue: queue) { log, occurrence in
        log.note(occurrence.callback, occurrence.fired)
      }
    }
    let seconds = Double(ClockWatch.interval) / 1e9
    loop.perform { [loopTimer] in
      loopTimer.start(at: Date(timeIntervalSinceNow: seconds), interval: seconds)
    }
    sources[0].start(at: .at(first), interval: Int(ClockWatch.interval))
    sources[1].start(at: .wall(monotonic: first), interval: Int(ClockWatch.interval))
  }

  var watched: [WatchedTimer] {
    zip(["Timer", "Dispatch, monotonic deadline", "Dispatch, wall deadline"], logs).map {
      WatchedTimer(name: $0, callbacks: $1.callbacks)
    }
  }

  func stop() {
    loopTimer.stop()
    for source in sources { source.stop() }
    loop.end()
  }
}
