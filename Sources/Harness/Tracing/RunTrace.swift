import Timers
import Timing

/// The kernel's tracing for one run.
struct TraceInstances: Sendable {
  let own: TraceInstance
  let expiries: TraceInstance
  let machine: TraceInstance?

  /// Begins to trace, which takes some tenths of a second.
  /// - Parameter wholeMachine: whether to keep what every thread of the machine does, for the story of one callback.
  init(wholeMachine: Bool) throws(TracingError) {
    machine = wholeMachine ? try TraceInstance(.machine) : nil
    expiries = try TraceInstance(.expiries)
    own = try TraceInstance(.ownThreads)
  }

  /// Ends tracing; harmless when repeated.
  func end() {
    for instance in [own, expiries, machine] { instance?.end() }
  }
}

/// The tracing of one run: reads what the kernel traced and attributes callbacks to it. Unchecked: one thread at a
/// time uses it, the drain's while the run goes on, the runner's after that has been joined.
final class RunTrace: @unchecked Sendable {
  private let instances: TraceInstances
  private let threads: ThreadLog
  private let epoch: Int64
  private let margin: Int64
  private var attributor: Attributor
  private var waiting: [KernelEvent] = []
  private(set) var lost: Int64 = 0

  /// Follows a run.
  /// - Parameters:
  ///   - instances: they trace already.
  ///   - threads: where callbacks tell on which thread they run.
  ///   - epoch: the run's epoch.
  ///   - interval: the distance between a timer's deadlines, in nanoseconds.
  init(_ instances: TraceInstances, threads: ThreadLog, epoch: Int64, interval: Int64) {
    self.instances = instances
    self.threads = threads
    self.epoch = epoch
    margin = max(4 * interval, 1_000_000_000)
    attributor = Attributor(interval: interval)
  }

  /// Attributes callbacks that came before the call, each call with those after the last's.
  /// - Parameter clocks: how the clocks stood to each other until then.
  func attribute(_ ticks: inout [Tick], clocks: ClockRecord) {
    attributor.clocks = clocks
    // Everything before this moment is in the buffers; later events have to wait for their order.
    let horizon = MonotonicClock.now()
    waiting += instances.own.read()
    waiting += instances.expiries.read()
    waiting.sort { $0.time < $1.time }
    let count = waiting.firstIndex { $0.time > horizon } ?? waiting.count
    for event in waiting[..<count] { attributor.enter(event) }
    waiting.removeFirst(count)
    threads.drain { time, thread in attributor.enter(callbacksOn: thread, from: time) }

    let lostNow = instances.own.lost + instances.expiries.lost
    if lostNow > lost {
      // What was overwritten may have contradicted what was read.
      lost = lostNow
      attributor.forgetEvents()
      return
    }
    for index in ticks.indices {
      let (deadline, callback) = (ticks[index].deadline + epoch, ticks[index].callback + epoch)
      guard let found = attributor.attribution(deadline: deadline, callback: callback) else { continue }
      ticks[index].attribution = Attribution(
        armed: found.armed - epoch, expired: found.expired - epoch, woken: found.woken - epoch,
        running: found.running - epoch)
    }
    if let last = ticks.last { attributor.forget(before: last.callback + epoch - margin) }
  }

  /// What the scheduler did before a callback; `nil` when the whole machine was not traced.
  func story(of tick: Tick) -> SchedulerStory? {
    guard let machine = instances.machine else { return nil }
    machine.stop()
    let events = machine.read().sorted { $0.time < $1.time }
    return SchedulerStory(
      events: events, deadline: tick.deadline + epoch, callback: tick.callback + epoch,
      thread: attributor.callbackThread(at: tick.callback + epoch))
  }
}
