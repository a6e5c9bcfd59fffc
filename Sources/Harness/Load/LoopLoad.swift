import CPlatform
import Dispatch
import Foundation
import Synchronization
import Timers
import Timing

/// Blocks of work on the timer's own loop or queue, sent from a thread outside it.
///
/// The gaps between blocks vary at random by half their length, so that the blocks do not lock to the timer's
/// phase. One block at most waits in the loop: a loop that is busy with something else is not flooded.
final class LoopLoad: RunningLoad {
  private let requested: Double
  private let stopping = Atomic(false)
  private let idle = DispatchSemaphore(value: 0)
  private let finished = DispatchSemaphore(value: 0)

  init(share: Double, block: Int64, context: LoadContext) {
    requested = share
    idle.signal()
    let thread = Thread { [unowned self] in
      _ = platform_set_timer_slack(1)
      sendBlocks(share: share, block: block, context: context)
      finished.signal()
    }
    thread.name = "loop load"
    thread.start()
  }

  private func sendBlocks(share: Double, block: Int64, context: LoadContext) {
    var random = SplitMix64(seed: context.seed)
    let gap = Double(block) * (1 - share) / share
    var due = MonotonicClock.now()
    while true {
      idle.wait()
      if stopping.load(ordering: .acquiring) { return }
      // A block that is due in the past starts at once; what could not be sent is not owed.
      due = max(due, MonotonicClock.now() - block)
      while MonotonicClock.now() < due { _ = platform_sleep_until(due) }
      context.timer.perform { [recorder = context.recorder, idle] in
        recorder.block(for: block)
        idle.signal()
      }
      due += block + Int64(gap * Double.random(in: 0.5...1.5, using: &random))
    }
  }

  /// A block that the loop has not begun by now does nothing.
  func endSending() {
    stopping.store(true, ordering: .releasing)
    idle.signal()
    finished.wait()
  }

  func stop(_ run: LoadContext.Outcome) -> LoadAchievement {
    LoadAchievement(
      requested: requested, achieved: Double(run.busy) / Double(max(run.length, 1)))
  }
}
