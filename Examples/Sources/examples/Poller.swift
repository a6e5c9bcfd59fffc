import Foundation
import Timers

// A model whose timers end with it: the use of a class that owns timers.
final class Poller: Sendable {
  private let timers = TimerBag()

  func begin() {
    timers.schedule(.every(.seconds(30), after: .zero, tolerance: .seconds(3)), target: self) { $0.refresh() }
    timers.schedule(.once(after: .seconds(2)), target: self) { $0.hideBanner() }
    timers.schedule(.every(.seconds(60), from: nextFullMinute), target: self) { poller, tick in
      poller.showClock()
      if poller.isDone { tick.stop() }
    }
  }

  func pause() { timers.clear() }

  private var isDone: Bool { false }
  private var nextFullMinute: Date {
    Calendar.current.nextDate(
      after: Date(), matching: DateComponents(second: 0), matchingPolicy: .nextTime) ?? Date()
  }
  private func refresh() { say("refreshed") }
  private func hideBanner() { say("banner hidden") }
  private func showClock() { say("a minute") }
}
