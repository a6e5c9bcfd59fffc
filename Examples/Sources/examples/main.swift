import Foundation
import Timers

/// Runs the main loop until something holds; a second is plenty for every example.
func runMain(until condition: () -> Bool) -> Bool {
  let end = MonotonicClock.now() + 20_000_000_000
  while !condition() {
    if MonotonicClock.now() >= end { return false }
    _ = RunLoop.main.run(mode: .default, before: Date(timeIntervalSinceNow: 0.005))
  }
  return true
}

func check(_ what: String, _ holds: Bool) {
  print(holds ? "ok: \(what)" : "FAILED: \(what)")
  if !holds { exit(1) }
}

var poller: Poller? = Poller()
poller?.begin()
check("a bag calls its target on the main loop", runMain { wasSaid("refreshed") })
poller?.pause()
weak var gone = poller
poller = nil
check("a bag keeps nothing alive", gone == nil)

var carousel: Carousel? = Carousel()
carousel?.begin(pages: ["one", "two"])
carousel?.swiped()
check("a context is handed to each callback", runMain { wasSaid("turned, 2 pages") })
carousel = nil
check("the target's end ends the timer", runMain { wasSaid("carousel ended") })

let countdown = Countdown(from: 3)
let counting = countdown.run()
check("a timer ends itself in its callback", runMain { counting.end == .stopped })

let uploader = Uploader()
let uploading = uploader.begin(on: DispatchQueue(label: "uploads"))
check("work longer than the interval", runMain { uploading.statistics.ticks >= 12 })
await uploading.stopAndWait()
check("ticks that overlap are not lost", await uploader.total >= 3)
print("lateness, 99 %:", uploading.statistics.lateness.quantile(0.99) ?? .zero)

let save = saveWhenQuiet()
check("a debounce", runMain { wasSaid("saved") })
check("once", save.statistics.ticks == 1)
let midnight = atTheNextLocalDay()
check("a calendar", midnight.state == .running)

let lights = blink(8)
try await printSeconds()
check("ticks as a sequence", wasSaid("passed after"))
lights.clear()
