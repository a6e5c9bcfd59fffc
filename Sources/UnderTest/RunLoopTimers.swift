import Timers
import Foundation
import Synchronization
import Timing

/// Foundation timers on the run loop of a thread of their own.
///
/// Missed ticks: the loop skips occurrences that pass while it is busy, and keeps the phase.
final class ThreadRunLoopTimers: TimerUnderTest {
  let evidence = SlotEvidence.fireDate
  private let mode: RunLoop.Mode
  private let setup: ThreadSetup
  private let running = Mutex<Running?>(nil)

  private struct Running: Sendable {
    let loop: LoopReference
    let timers: RunLoopTimerSet
    let finished: DispatchSemaphore
  }

  init(mode: RunLoop.Mode, setup: ThreadSetup) {
    self.mode = mode
    self.setup = setup
  }

  deinit {
    stop()
  }

  func start(
    _ schedules: [Schedule], leeway: Int64, until end: Int64, receiver: any FiringReceiver
  ) -> TimerFacts {
    let ready = DispatchSemaphore(value: 0)
    let receiver = WeakReceiver(receiver)
    let thread = Thread { [mode, setup, unowned self] in
      setup.applyToOwnThread()
      let timers = RunLoopTimerSet(schedules, leeway: leeway, mode: mode, receiver: receiver)
      let finished = DispatchSemaphore(value: 0)
      running.withLock {
        $0 = Running(loop: .current(mode: mode), timers: timers, finished: finished)
      }
      ready.signal()
      // Without a timer left the mode is empty, and the run returns false.
      while RunLoop.current.run(mode: .default, before: .distantFuture) {}
      finished.signal()
    }
    thread.name = "runloop"
    thread.start()
    ready.wait()
    return running.withLock { $0?.timers.facts } ?? TimerFacts()
  }

  func perform(_ work: @escaping @Sendable () -> Void) {
    running.withLock { $0?.loop }?.perform(work)
  }

  func stop() {
    guard let running = running.withLock({ $0.take() }) else { return }
    running.loop.perform {
      running.timers.stop()
      // A loop that did not run yet loses the wakeup of `perform`, and would then sleep in a mode without timers.
      running.loop.wakeUp()
    }
    running.finished.wait()
  }
}

/// Foundation timers on the main thread's run loop.
///
/// The main thread runs its loop in ``wait(for:until:)``; from another thread it must be running already.
final class MainRunLoopTimers: TimerUnderTest {
  let evidence = SlotEvidence.fireDate
  private let setup: ThreadSetup
  private let running = Mutex<(loop: LoopReference, timers: RunLoopTimerSet)?>(nil)

  init(setup: ThreadSetup) {
    self.setup = setup
  }

  func start(
    _ schedules: [Schedule], leeway: Int64, until end: Int64, receiver: any FiringReceiver
  ) -> TimerFacts {
    let receiver = WeakReceiver(receiver)
    onMain { [unowned self] in
      let timers = RunLoopTimerSet(schedules, leeway: leeway, mode: .default, receiver: receiver)
      running.withLock { $0 = (.current(), timers) }
    }
    return running.withLock { $0?.timers.facts } ?? TimerFacts()
  }

  func perform(_ work: @escaping @Sendable () -> Void) {
    running.withLock { $0?.loop }?.perform(work)
  }

  func wait(for signal: EndSignal, until deadline: Int64) {
    guard Thread.isMainThread, let loop = running.withLock({ $0?.loop }) else {
      return signal.wait(until: deadline)
    }
    signal.onRaise { loop.perform { loop.stop() } }
    setup.apply {
      while !signal.isRaised {
        if MonotonicClock.now() >= deadline { return }
        _ = LoopReference.run(mode: .default, until: deadline)
      }
    }
  }

  func stop() {
    guard let running = running.withLock({ $0.take() }) else { return }
    onMain { running.timers.stop() }
  }

  private func onMain(_ work: @escaping @Sendable () -> Void) {
    if Thread.isMainThread { work() } else { DispatchQueue.main.sync(execute: work) }
  }
}

/// The owned timers of one loop; created and stopped on the loop's thread.
struct RunLoopTimerSet: Sendable {
  private let timers: [(owner: FoundationTimer, sink: RunLoopSink)]
  let facts: TimerFacts

  /// Adds a timer a schedule to the calling thread's run loop.
  init(_ schedules: [Schedule], leeway: Int64, mode: RunLoop.Mode, receiver: WeakReceiver) {
    var clock = WallClockOffset.measured()
    timers = schedules.enumerated().map { index, schedule in
      let sink = RunLoopSink(source: Int32(index), receiver: receiver)
      let owner = Self.start(schedule, &clock, leeway: leeway, mode: mode, sink: sink)
      return (owner, sink)
    }
    facts = TimerFacts(
      effectiveLeeway: timers.first?.owner.tolerance.map { Int64(($0 * 1e9).rounded()) },
      wallBracket: clock.bracket)
  }

  /// Starts a timer at the first deadline that is still to come: a fire date in the past would start the grid at
  /// the moment of the call, for the timer's whole life. So would a wall clock that is set before Foundation has turned
  /// the date into a monotonic time, by as much as it was set.
  static func start(
    _ schedule: Schedule, _ clock: inout WallClockOffset, leeway: Int64, mode: RunLoop.Mode,
    sink: RunLoopSink,
    measure: () -> WallClockOffset = { .measured(attempts: 5) }
  ) -> FoundationTimer {
    while true {
      let deadline = schedule.deadline(schedule.slotsElapsed(at: MonotonicClock.now() + 200_000))
      let owner = FoundationTimer(target: sink) { sink, occurrence in sink.receive(occurrence) }
      owner.start(
        at: Date(nanosecondsSince1970: clock.wall(deadline)), interval: Double(schedule.interval) / 1e9,
        tolerance: Double(leeway) / 1e9, mode: mode)
      let armed = measure()
      let wasSet = (armed.offset - clock.offset).magnitude > UInt64(armed.bracket + clock.bracket + 100_000)
      if !wasSet, MonotonicClock.now() < deadline { return owner }
      owner.stop()
      if wasSet { clock = .measured() }
    }
  }

  func stop() {
    for timer in timers { timer.owner.stop() }
  }
}

/// Turns an occurrence of one timer into what the receiver takes.
final class RunLoopSink: Sendable {
  private let source: Int32
  private let receiver: WeakReceiver

  init(source: Int32, receiver: WeakReceiver) {
    self.source = source
    self.receiver = receiver
  }

  func receive(_ occurrence: FoundationTimer.Occurrence) {
    receiver.object?.receive(
      source: source, callback: occurrence.callback, evidence: occurrence.fireDate.nanosecondsSince1970,
      fired: 1)
  }
}

/// A weak reference that may be read on any thread.
struct WeakReceiver: Sendable {
  weak var object: (any FiringReceiver)?

  init(_ object: any FiringReceiver) {
    self.object = object
  }
}

extension Date {
  /// The time `nanoseconds` after 1970, to the 119 ns that a `Date` of this decade can hold.
  init(nanosecondsSince1970 nanoseconds: Int64) {
    let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    let whole = Double(seconds) - Date.timeIntervalBetween1970AndReferenceDate
    self.init(timeIntervalSinceReferenceDate: whole + Double(rest) / 1e9)
  }

  /// The nanoseconds after 1970: of the seconds and their fraction apart, which loses nothing of the date.
  var nanosecondsSince1970: Int64 {
    let seconds = timeIntervalSinceReferenceDate
    let whole = seconds.rounded(.down)
    let since1970 = Int64(whole + Date.timeIntervalBetween1970AndReferenceDate)
    return since1970 &* 1_000_000_000 &+ Int64(((seconds - whole) * 1e9).rounded())
  }
}
