import Dispatch
import Foundation

extension Behavior {
  /// The smallest interval that is served slot by slot.
  static let smallestInterval = [
    Behavior(
      "runloop.smallest-interval", "An interval of 1 ms is served slot by slot.", documented: false,
      reference: "Threading Programming Guide: the resolution is 50 to 100 ms in general"
    ) { subjects in
      ladder { nanoseconds in
        let seconds = Double(nanoseconds) / 1e9
        let log = LoopLog()
        let timer = subjects.loop.timer(Pace.date(in: 0.5), seconds, true) { log.note($0) }
        timer.add(to: .current, mode: .default)
        defer { timer.invalidate() }
        runLoop(atMost: Pace.nanoseconds(3)) { log.count >= 40 }
        let dates = log.events.map(\.fireDate)
        return zip(dates, dates.dropFirst()).filter { $1.timeIntervalSince($0) < 1.5 * seconds + 2e-7 }.count
      }
    },
    Behavior(
      "dispatch.smallest-interval", "An interval of 1 ms is served slot by slot.", documented: false,
      reference: "DispatchSourceTimer.schedule does not say"
    ) { subjects in
      ladder { nanoseconds in
        let queue = DispatchQueue(label: "small")
        let source = subjects.source.make(queue, false)
        defer { source.cancel() }
        let log = SourceLog()
        log.attach(to: source)
        source.schedule(at: .at(Pace.time(in: 0.5)), every: .nanoseconds(Int(nanoseconds)), leeway: nil)
        source.activate()
        wait(atMost: Pace.nanoseconds(3)) { log.count >= 40 }
        return log.events.dropFirst().filter { $0.fired == 1 }.count
      }
    },
  ]
}

/// Tries intervals downwards; `adjacent` counts callbacks for the slot right after the one before.
private func ladder(_ adjacent: (Int64) -> Int) -> Observation {
  var smallest: Int64?
  for nanoseconds in [1_000_000, 100_000, 10_000] as [Int64] {
    guard adjacent(nanoseconds) >= 3 else { break }
    smallest = nanoseconds
  }
  guard let smallest else { return Observation(.differs, "not even 1 ms") }
  return Observation(
    .holds, "smallest of 1, 0.1 and 0.01 ms served so: \(decimal(Double(smallest) / 1e6)) ms")
}
