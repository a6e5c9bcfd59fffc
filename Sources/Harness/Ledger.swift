import Timers
import Timing
import UnderTest

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

  private let keeper: ClockKeeper
  private var offsets: [Int64] = []

  /// Enough for the median; keeps a long run's memory constant.
  private static let offsetLimit = 65_536

  init(
    recorder: Recorder, accounting: Accounting, keeper: ClockKeeper, distance: Int64 = 0, epoch: Int64 = 0
  ) {
    self.recorder = recorder
    self.accounting = accounting
    self.keeper = keeper
    watch = PauseWatch(epoch: epoch, now: MonotonicClock.now(), distance: distance)
  }

  /// Accounts for every record stored so far.
  func collect() -> [Tick] {
    var ticks: [Tick] = []
    var firings: [Firing] = []
    recorder.drain { firings.append($0) }
    // Read after the last of them, so that the record of the clocks covers all.
    accounting.begin(firings, clocks: keeper.read())
    defer { keeper.forget(before: accounting.unsettledSince) }
    for firing in firings {
      guard problem == nil else { break }
      if firing.lostSource == nil { watch.saw(firing.callback) }
      do throws(AccountingError) {
        guard let tick = try accounting.enter(firing) else { continue }
        lastCallback = firing.callback
        if let offset = accounting.gridOffset, offsets.count < Ledger.offsetLimit { offsets.append(offset) }
        ticks.append(tick)
      } catch {
        problem = error
      }
    }
    return ticks
  }

  /// Looks for pauses of the process among the records collected so far.
  func lookForPauses(_ interruption: Interruption, isLast: Bool) {
    watch.look(now: MonotonicClock.now(), continued: interruption.takeContinuations(), isLast: isLast)
  }

  /// Accounts for the losses that no record tells, once no callback comes any more and all records are collected.
  func settleLosses(at end: Int64) {
    for loss in recorder.takeLosses() where problem == nil {
      do throws(AccountingError) { _ = try accounting.enter(loss) } catch { problem = error }
    }
    accounting.settleLosses(at: end)
  }

  /// What happened to the clocks since the run began, as far as records are collected.
  var clockEvents: [ClockEvent] { accounting.clocks.events }

  /// The median of the mechanism's own slot time minus the grid, in nanoseconds; `nil` where it names none.
  var gridOffset: Int64? {
    offsets.isEmpty ? nil : offsets.sorted()[offsets.count / 2]
  }
}
