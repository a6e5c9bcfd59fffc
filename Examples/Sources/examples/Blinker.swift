import Timers

// Many timers that need not be exact, on one thread that wakes up as seldom as they allow: the use of a timer class for
// an interface with many of them.
func blink(_ count: Int) -> TimerBag {
  let bag = TimerBag(on: .thread(name: "blinking"))
  for light in 0..<count {
    bag.schedule(
      .every(.milliseconds(20), after: .microseconds(2_500 * light), tolerance: .milliseconds(10))
    ) { tick in
      if tick.lateness > .milliseconds(50) { say("light \(light) is late") }
    }
  }
  return bag
}

func printSeconds() async throws {
  for await tick in try TimerTicks(.every(.milliseconds(10))) {
    say("\(tick.fired) passed after \(tick.elapsed)")
    if await enough() { tick.stop() }
  }
}
