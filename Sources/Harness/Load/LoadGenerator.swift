import Timers
import UnderTest
import Text
import Timing

/// A load while it acts on one run.
protocol RunningLoad: AnyObject, Sendable {
  /// Sends no more work to the timers' loop; called while that loop still runs.
  func endSending()
  /// Ends the load and tells what it achieved.
  func stop(_ run: LoadContext.Outcome) -> LoadAchievement
}

extension RunningLoad {
  func endSending() {}
}

/// What a load did, against what it was asked; both in the load's own unit.
struct LoadAchievement {
  /// The share of time (`loop:`, `handler:`), CPUs (`cpu:`) or timers (`timers:`) asked for.
  var requested: Double?
  /// The same, as measured.
  var achieved: Double?
  /// What went wrong; `nil` when nothing did.
  var problem: String?
  /// Whether the load failed, so that the run was not under it.
  var failed = false
}

/// What a load needs to know of the run that it loads.
struct LoadContext {
  let timer: any TimerUnderTest
  let recorder: Recorder
  let interval: Nanoseconds
  let seed: UInt64

  /// What a run was like, once it is over.
  struct Outcome {
    /// From the first moment of the load to the end of the run, in nanoseconds.
    var length: Int64
    /// How long blocks and handlers held the loop, in nanoseconds.
    var busy: Int64
    /// Deadlines that elapsed.
    var slots: Int64
    /// Callbacks of the other timers on the loop.
    var neighbourCallbacks: Int64

    /// That of a run that did not come about.
    static let nothing = Outcome(length: 0, busy: 0, slots: 0, neighbourCallbacks: 0)
  }
}

extension Load {
  /// Starts what acts from outside the loop before the timers start.
  func startBeforeTimers() throws(LoadError) -> (any RunningLoad)? {
    switch self {
    case .cpu(let count): CPULoad(threads: count)
    case .exec(let command): try CommandLoad(command)
    case .idle, .loop, .handler, .handlerShare, .timers: nil
    }
  }

  /// Starts what needs the timers' loop, once that runs.
  func startOnLoop(_ context: LoadContext) -> (any RunningLoad)? {
    switch self {
    case .loop(let share, let block):
      LoopLoad(share: Double(share) / 10_000, block: block.count, context: context)
    case .handler, .handlerShare:
      HandlerLoad(length: handlerLength(interval: context.interval), interval: context.interval.count)
    case .timers(let count): NeighbourLoad(count: count)
    case .idle, .cpu, .exec: nil
    }
  }
}

/// Why a load could not be started.
package enum LoadError: Error, CustomStringConvertible, Sendable {
  /// The system call that failed, and its error.
  case systemCall(String, errno: Int32, command: String)
  /// The shell could not find or run the command.
  case commandNotStarted(String, status: Int32)

  package var description: String {
    switch self {
    case .systemCall(let call, let errno, let command):
      "exec:\(command) could not start: \(call): \(systemMessage(errno))"
    case .commandNotStarted(let command, let status):
      "exec:\(command) could not start: the shell ended with status \(status); check that the command exists and may be run"
    }
  }
}

/// Handlers that take time: the recorder holds them, this only judges what came of it.
private final class HandlerLoad: RunningLoad {
  let length: Int64
  let interval: Int64

  init(length: Int64, interval: Int64) {
    self.length = length
    self.interval = interval
  }

  func stop(_ run: LoadContext.Outcome) -> LoadAchievement {
    LoadAchievement(
      requested: Double(length) / Double(interval),
      achieved: Double(run.busy) / Double(max(run.length, 1)))
  }
}

/// Other timers on the loop: the timer under test runs them, this only counts.
private final class NeighbourLoad: RunningLoad {
  let count: Int

  init(count: Int) {
    self.count = count
  }

  func stop(_ run: LoadContext.Outcome) -> LoadAchievement {
    LoadAchievement(
      requested: Double(count), achieved: Double(run.neighbourCallbacks) / Double(max(run.slots, 1)))
  }
}
