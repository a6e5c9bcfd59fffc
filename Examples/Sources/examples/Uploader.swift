import Dispatch
import Foundation
import Timers

// Work that takes longer than the interval, on a queue: the article on timers of Dispatch.
actor Uploader {
  private var sent = 0

  func upload(_ deadlines: Int) async throws {
    try await Task.sleep(for: .milliseconds(25))
    sent += deadlines
  }

  nonisolated func begin(on queue: DispatchQueue) -> DispatchTimer {
    let timer = DispatchTimer(
      on: queue,
      TimerAction(target: self, overlap: .coalesce) { uploader, tick in
        try? await uploader.upload(tick.fired)
      })
    timer.observe { record in
      if record.tick.skipped > 0 { say("\(record.tick.skipped) deadlines skipped, \(record.backlog) wait") }
    }
    timer.start(.every(.milliseconds(10), tolerance: .milliseconds(1)))
    return timer
  }

  var total: Int { sent }
}

func saveWhenQuiet() -> DispatchTimer {
  let save = DispatchTimer(on: .global(), TimerAction { _ in say("saved") })
  save.start(.onDemand())
  for _ in 0..<10 { save.postpone(.milliseconds(15)) }
  return save
}

func atTheNextLocalDay() -> DispatchTimer {
  let midnight = DispatchTimer(on: .global(), TimerAction { _ in say("a new day") })
  midnight.start(.matching(DateComponents(hour: 0, minute: 0, second: 0)))
  return midnight
}
