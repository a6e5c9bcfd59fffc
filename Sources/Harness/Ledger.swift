import CPlatform
import Timers
import Timing

/// Takes the records out of the recorder and accounts for them. Unchecked: one thread at a time uses it, the
/// drain's while the run goes on, the runner's after that has been joined.
final class Ledger: @unchecked Sendable {
  let recorder: Recorder
  private(set) var accounting: Accounting
  /// The first breach of the accounting; what comes after it is not entered.
  private(set) var problem: AccountingError?
  /// The monotonic time of the newest callback.
  private(set) var lastCallback: Int64?

  /// Times in which the process could not run.
  private(set) var watch: PauseWatch

  private let fireTimes: Bool
  private let interval: Int64
  private var offsets: [Int64] = []

  /// Enough for the median; keeps a long run's memory constant.
  private static let offsetLimit = 65_536

  init(
    recorder: Recorder, accounting: Accounting, fireTimes: Bool, interval: Int64, timers: Int = 1,
    epoch: Int64 = 0
  ) {
    self.recorder = recorder
    self.accounting = accounting
    self.fireTimes = fireTimes
    self.interval = interval
    watch = PauseWatch(
      epoch: epoch, now: MonotonicClock.now(), boot: platform_boot_ns(), distance: interval / Int64(timers))
  }

  /// Accounts for every record stored so far.
  func collect() -> [Tick] {
    var ticks: [Tick] = []
    recorder.drain { firing in
      guard problem == nil else { return }
      if firing.lostSource == nil { watch.saw(firing.callback) }
      do throws(AccountingError) {
        guard let tick = try accounting.enter(firing) else { return }
        lastCallback = firing.callback
        if fireTimes, offsets.count < Ledger.offsetLimit {
          offsets.append(firing.evidence - tick.slot * interval)
        }
        ticks.append(tick)
      } catch {
        problem = error
      }
    }
    return ticks
  }

  /// Looks for pauses of the process among the records collected so far.
  func lookForPauses(_ interruption: Interruption, isLast: Bool) {
    let boot = platform_boot_ns()
    watch.look(
      now: MonotonicClock.now(), boot: boot, continued: interruption.takeContinuations(), isLast: isLast)
  }

  /// Accounts for the losses that no record tells, once no callback comes any more and all records are collected.
  func settleLosses(at end: Int64) {
    for loss in recorder.takeLosses() where problem == nil {
      do throws(AccountingError) { _ = try accounting.enter(loss) } catch { problem = error }
    }
    accounting.settleLosses(at: end)
  }

  /// The median of the mechanism's own slot time minus the grid, in nanoseconds; `nil` where it names none.
  var gridOffset: Int64? {
    offsets.isEmpty ? nil : offsets.sorted()[offsets.count / 2]
  }
}
