import Dispatch
import Foundation

extension Behavior {
  /// The smallest interval that is served slot by slot.
  static let smallestInterval = [
    Behavior(
      "runloop.smallest-interval", "An interval of 1 ms is served slot by slot.", documented: false,
      reference: "Threading Programming Guide: the resolution is 50 to 100 ms in general"
    ) { subjects in
      ladder { nanoseconds, patience in
        let seconds = Double(nanoseconds) / 1e9
        let adjacent = Counter()
        let last = Shared(Date.distantPast)
        let timer = subjects.loop.timer(Pace.date(in: 0.5), seconds, true) { timer in
          let date = timer.fireDate
          if date.timeIntervalSince(last.value) < 1.5 * seconds + 2e-7 { adjacent.add() }
          last.value = date
        }
        timer.add(to: .current, mode: .default)
        defer { timer.invalidate() }
        return runLoop(atMost: patience) { adjacent.value >= 3 }
      }
    },
    Behavior(
      "dispatch.smallest-interval", "An interval of 1 ms is served slot by slot.", documented: false,
      reference: "DispatchSourceTimer.schedule does not say"
    ) { subjects in
      ladder { nanoseconds, patience in
        let source = subjects.source.make(DispatchQueue(label: "small"), false)
        defer { source.cancel() }
        let adjacent = Counter()
        source.onEvent { [weak source] in
          if source?.data == 1 { adjacent.add() }
        }
        source.schedule(at: .at(Pace.time(in: 0.5)), every: .nanoseconds(Int(nanoseconds)), leeway: nil)
        source.activate()
        return wait(atMost: patience) { adjacent.value >= 4 }
      }
    },
  ]
}

/// Tries intervals downwards: whether each has callbacks for the slot right after the one before. A loaded machine
/// needs time to show it, which only the interval of the claim is given.
private func ladder(_ isServed: (_ nanoseconds: Int64, _ patience: Int64) -> Bool) -> Observation {
  guard isServed(1_000_000, Pace.patience / 2) else { return Observation(.differs, "not even 1 ms") }
  var smallest: Int64 = 1_000_000
  for nanoseconds in [100_000, 10_000] as [Int64] {
    guard isServed(nanoseconds, Pace.nanoseconds(4)) else { break }
    smallest = nanoseconds
  }
  return Observation(
    .holds, "smallest of 1, 0.1 and 0.01 ms served so: \(decimal(Double(smallest) / 1e6)) ms")
}
