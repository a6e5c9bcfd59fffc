import Timers

// A timer that ends itself, and never twice at once: the lesson on timers that keep their targets.
final class Countdown: Sendable {
  private let left: Counter

  init(from start: Int) {
    left = Counter(start)
  }

  func run() -> TimerOwner {
    let timer = RunLoopTimer(target: self) { countdown, tick in
      if countdown.left.decrement() == 0 { tick.stop() }
    }
    timer.start(.every(.milliseconds(10)))
    return timer
  }
}
