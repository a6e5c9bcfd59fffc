import CClock
import Foundation

/// The life of one timer, whatever wakes it: its state, its grid, its target and its end.
final class TimerCore: Sendable {
  struct Guarded {
    var phase = TimerState.idle
    var plan: TimerPlan?
    var alarm: Alarm?
    /// How many deadlines of the alarm callbacks have stood for.
    var served: Int64 = 0
    /// The boot clock at the callback before, or at the start.
    var last: Int64 = 0
    var action: TimerAction?
    /// Callbacks that run.
    var active = 0
    var endHandlers: [@Sendable (TimerEnd) -> Void] = []
    var observer: (@Sendable (TickRecord) -> Void)?
    var statistics = TimerStatistics()
  }

  let guarded: Locked<Guarded>
  let driver: any TimerDriver
  /// Asynchronous work that callbacks offer their ticks to.
  let work: OverlapGuard?
  /// Orders what is told to the driver: it must not be told under the lock that callbacks take.
  private let arming = NSLock()

  init(_ action: TimerAction, driver: any TimerDriver) {
    self.driver = driver
    work = action.work
    guarded = Locked(Guarded(action: action))
  }

  // MARK: Wishes

  /// Starts, or follows another schedule.
  func follow(_ schedule: TimerSchedule, isStart: Bool) -> TimerAnswer {
    arming.withLock {
      let answer = guarded.withLock { guarded -> TimerAnswer in
        switch guarded.phase {
        case .ended: return .refused(.ended)
        case .idle where !isStart: return .refused(.notStarted)
        case .running where isStart, .suspended where isStart: return .refused(.alreadyStarted)
        case .idle, .running, .suspended: break
        }
        do throws(TimerRefusal) {
          var plan = try TimerPlan(schedule)
          guarded.alarm = try plan.alarm(followsWallClock: driver.followsWallClock)
          guarded.plan = plan
        } catch {
          return .refused(error)
        }
        guarded.served = 0
        if isStart {
          guarded.phase = .running
          guarded.last = platform_boot_ns()
        }
        return .accepted
      }
      if answer.isAccepted { rearm() }
      return answer
    }
  }

  /// Moves the next deadline, and with it those that follow.
  func postpone(_ delay: Duration) -> TimerAnswer {
    guard let delay = delay.wholeNanoseconds, delay >= 0 else { return .refused(.delayOutOfRange) }
    return arming.withLock {
      let answer = guarded.withLock { guarded -> TimerAnswer in
        switch guarded.phase {
        case .ended: return .refused(.ended)
        case .idle: return .refused(.notStarted)
        case .running, .suspended: break
        }
        let interval = guarded.plan?.interval ?? 0
        guarded.alarm = Alarm(
          clock: .monotonic, first: MonotonicClock.now() + delay, interval: interval,
          tolerance: guarded.plan?.tolerance ?? 0)
        guarded.plan?.postponed()
        guarded.served = 0
        return .accepted
      }
      if answer.isAccepted { rearm() }
      return answer
    }
  }

  func suspend() -> Bool {
    arming.withLock {
      let did = guarded.withLock { guarded in
        guard guarded.phase == .running else { return false }
        guarded.phase = .suspended
        return true
      }
      if did { driver.disarm() }
      return did
    }
  }

  func resume() -> Bool {
    arming.withLock {
      let did = guarded.withLock { guarded in
        guard guarded.phase == .suspended else { return false }
        guarded.phase = .running
        return true
      }
      if did { rearm() }
      return did
    }
  }

  /// Ends it; whether this call did.
  @discardableResult
  func end(_ reason: TimerEnd, cancellingWork: Bool = false) -> Bool {
    let did = guarded.withLock { guarded in
      if case .ended = guarded.phase { return false }
      guarded.phase = .ended(reason)
      return true
    }
    if did { driver.end() }
    if did || cancellingWork { work?.close(cancelling: cancellingWork) }
    settle()
    return did
  }

  /// Calls by hand, where callbacks run.
  func fire() -> TimerAnswer {
    if case .ended = guarded.withLock({ $0.phase }) { return .refused(.ended) }
    driver.perform { [weak self] in self?.wakeByHand() }
    return .accepted
  }

  private func wakeByHand() {
    let callback = MonotonicClock.now()
    guard let (action, elapsed) = begin({ _ in true }) else { return }
    call(action, TimerTick(deadline: callback, callback: callback, fired: 0, elapsed: elapsed, core: self))
  }

  // MARK: Callbacks

  /// Called by the driver at or after a deadline.
  func wake() {
    let callback = MonotonicClock.now()
    var fired: Int64 = 0
    var deadline: Int64 = 0
    var again = false
    let begun = begin { guarded in
      guard guarded.phase == .running, var alarm = guarded.alarm else { return false }
      let now = alarm.now(callback)
      if let date = guarded.plan?.date {
        guard date <= now else {
          // The clock or the zone has changed, or a part of a long way has passed: nothing is due.
          guarded.alarm = guarded.plan?.alarm(for: date, at: now)
          again = true
          return false
        }
        alarm.first = date
      }
      var elapsed = alarm.elapsed(at: now)
      if elapsed <= guarded.served, driver.mayBeEarly {
        // By its own conversion between clocks.
        elapsed = alarm.elapsed(
          at: now + (alarm.interval == 0 ? 1_000_000 : min(1_000_000, alarm.interval / 4)))
      }
      // One that was to come once must not be lost.
      again = elapsed == 0 && alarm.interval == 0
      fired = elapsed - guarded.served
      guard fired > 0 else { return false }
      guarded.served = elapsed
      deadline = callback - (now - alarm.deadline(elapsed - 1))
      if alarm.interval == 0 {
        guarded.alarm = guarded.plan?.nextAlarm()
        guarded.served = 0
        again = guarded.alarm != nil
      }
      return true
    }
    if again { arming.withLock { rearm() } }
    guard let (action, elapsed) = begun else { return }
    call(
      action,
      TimerTick(deadline: deadline, callback: callback, fired: Int(fired), elapsed: elapsed, core: self))
  }

  /// Counts a callback that is about to run.
  private func begin(_ isDue: (inout Guarded) -> Bool) -> (TimerAction, Duration)? {
    guarded.withLock { guarded in
      if case .ended = guarded.phase { return nil }
      guard let action = guarded.action, isDue(&guarded) else { return nil }
      guarded.active += 1
      let boot = platform_boot_ns()
      defer { guarded.last = boot }
      return (action, .nanoseconds(guarded.last == 0 ? 0 : boot - guarded.last))
    }
  }

  private func call(_ action: TimerAction, _ tick: TimerTick) {
    let reachedTarget = action.call(tick)
    let took = MonotonicClock.now() - tick.callback
    let backlog = work?.backlog ?? 0
    let (observer, isLast) = guarded.withLock { guarded in
      guarded.active -= 1
      guarded.statistics.add(tick, took: took, backlog: backlog)
      return (
        guarded.observer,
        guarded.alarm == nil && guarded.plan?.endsWhenServed == true && !tick.isByHand
      )
    }
    observer?(TickRecord(tick: tick, handlerDuration: .nanoseconds(took), backlog: backlog))
    if !reachedTarget { end(.targetGone) } else if isLast { end(.finished) } else { settle() }
  }

  /// Lets go of everything once it has ended and no callback runs, and tells of it, once.
  private func settle() {
    let (handlers, reason, action) = guarded.withLock { guarded in
      guard case .ended(let reason) = guarded.phase, guarded.active == 0 else {
        return ([@Sendable (TimerEnd) -> Void](), TimerEnd.stopped, TimerAction?.none)
      }
      defer {
        guarded.endHandlers = []
        guarded.action = nil
        guarded.observer = nil
      }
      return (guarded.endHandlers, reason, guarded.action)
    }
    // What was captured ends outside the lock: its end may come back here.
    withExtendedLifetime(action) {
      for handler in handlers { handler(reason) }
    }
  }

  /// Tells the driver what to wake up at now; a deadline that has passed calls at once.
  private func rearm() {
    let alarm = guarded.withLock { guarded in guarded.phase == .running ? guarded.alarm : nil }
    guard var alarm else { return driver.disarm() }
    let now = alarm.now(MonotonicClock.now())
    let elapsed = alarm.elapsed(at: now)
    if elapsed > 0 {
      driver.perform { [weak self] in self?.wake() }
      if alarm.interval == 0 { return driver.disarm() }
      alarm.first = alarm.deadline(elapsed)
    }
    driver.arm(alarm, for: self)
    // It may have ended meanwhile, and a driver that has ended is not to be armed.
    if case .ended = guarded.withLock({ $0.phase }) { driver.end() }
  }
}
