import Foundation
import Timers

// A timer that does not keep its target, on a loop and in a mode of choice, with a value for each callback, and fired
// by hand: the use of a timer that holds its target weakly.
final class Carousel: Sendable {
  private let timer = TimerHolder()

  func begin(pages: [String]) {
    let timer = RunLoopTimer(
      on: .main, mode: .common,
      TimerAction(target: self, context: pages) { carousel, _, pages in carousel.turn(to: pages) })
    timer.onEnd { reason in say("carousel ended: \(reason)") }
    timer.start(.every(.milliseconds(20)))
    self.timer.value = timer
  }

  func swiped() {
    timer.value?.fire()
    timer.value?.postpone(.milliseconds(20))
  }

  private func turn(to pages: [String]) { say("turned, \(pages.count) pages") }
}
