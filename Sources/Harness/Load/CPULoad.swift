import CPlatform
import Dispatch
import Foundation
import Synchronization
import Timers

/// Threads that spin, of the process's own priority.
final class CPULoad: RunningLoad {
  private let threads: Int
  private let started = MonotonicClock.now()
  private let stopping = Atomic(false)
  private let group = DispatchGroup()
  private let spent = Atomic<Int64>(0)

  init(threads: Int) {
    self.threads = threads
    for index in 0..<threads {
      group.enter()
      let thread = Thread { [group, unowned self] in
        while !stopping.load(ordering: .relaxed) { _ = Spin.until(MonotonicClock.now() + 50_000) }
        spent.add(platform_thread_cpu_ns(), ordering: .relaxed)
        group.leave()
      }
      thread.name = "cpu load \(index)"
      thread.start()
    }
  }

  func stop(_ run: LoadContext.Outcome) -> LoadAchievement {
    let length = MonotonicClock.now() - started
    stopping.store(true, ordering: .relaxed)
    group.wait()
    return LoadAchievement(
      requested: Double(threads),
      achieved: Double(spent.load(ordering: .relaxed)) / Double(max(length, 1)))
  }
}
