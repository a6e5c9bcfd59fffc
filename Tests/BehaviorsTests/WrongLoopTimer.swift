import Behaviors
import Foundation

/// What a run-loop timer does wrong.
enum LoopFault: Hashable, Sendable {
  case firesUnadded, neverFires, ignoresMode, leavesCommonModes, reenters, firesOffLoop, repeatsForever
  case revivesOnSecondInvalidate, diesWithHandle, firesAfterInvalidate, leaksBlock, dropsBlock, holdsTarget
  case early, shiftsPhase, catchesUp, ignoresFireDate, forgetsTolerance, neverShares, firesAtOnce, skipsSlots
}

/// A run-loop timer that keeps every documented promise, but for its faults.
///
/// Unchecked: experiments hand timers to other threads; the lock is for those.
final class WrongLoopTimer: LoopTimer, @unchecked Sendable {
  private let lock = NSRecursiveLock()
  private let faults: Set<LoopFault>
  private let interval: TimeInterval
  private let repeats: Bool
  private let made = Date()
  private var grid: Date
  private var next: Date
  private var block: LoopBlock?
  private var kept: LoopBlock?
  private var modes: [RunLoop.Mode] = []
  private var invalidations = 0
  private var wakeup: Timer?
  private var leeway: TimeInterval = 0

  init(
    _ faults: Set<LoopFault>, fire: Date, interval: TimeInterval, repeats: Bool, block: @escaping LoopBlock
  ) {
    self.faults = faults
    self.interval = interval
    self.repeats = repeats
    self.block = faults.contains(.dropsBlock) ? nil : block
    grid = faults.contains(.firesAtOnce) ? Date() : fire
    next = grid
    if faults.contains(.leaksBlock) || faults.contains(.firesAfterInvalidate) { kept = block }
    if faults.contains(.leaksBlock) { leak(self) }
    if faults.contains(.firesUnadded) { add(to: .current, mode: .default) }
    if faults.contains(.firesOffLoop) { fireOffLoop() }
    if faults.contains(.dropsBlock) { callWeakly(block) }
  }

  var fireDate: Date {
    get { lock.withLock { next } }
    set {
      guard !faults.contains(.ignoresFireDate) else { return }
      lock.withLock {
        grid = newValue
        next = newValue
        moved = true
      }
    }
  }
  private var moved = false

  var tolerance: TimeInterval {
    get { faults.contains(.forgetsTolerance) ? 0 : leeway }
    set { leeway = newValue }
  }

  var isValid: Bool {
    lock.withLock { invalidations == 0 || (invalidations > 1 && faults.contains(.revivesOnSecondInvalidate)) }
  }

  func invalidate() {
    lock.withLock {
      invalidations += 1
      if isValid { return arm() }
      if faults.contains(.firesAfterInvalidate) { return }
      if !faults.contains(.revivesOnSecondInvalidate) { block = nil }
      wakeup?.invalidate()
    }
  }

  func add(to loop: RunLoop, mode: RunLoop.Mode) {
    lock.withLock {
      let mode = faults.contains(.leavesCommonModes) && mode == .common ? .default : mode
      modes = faults.contains(.ignoresMode) ? [mode, RunLoop.Mode("timer-bench.other")] : [mode]
      arm(on: loop)
    }
  }

  /// Sets the wakeup for the next fire date; sharing timers round it up to a common grid.
  private func arm(on loop: RunLoop = .current) {
    guard !faults.contains(.neverFires), !faults.contains(.firesOffLoop) else { return }
    var date = next
    if leeway >= interval, !faults.contains(.neverShares) {
      date = Date(
        timeIntervalSinceReferenceDate: (date.timeIntervalSinceReferenceDate / interval).rounded(.up)
          * interval)
    }
    if faults.contains(.early) { date -= interval / 2 }
    wakeup?.invalidate()
    let wakeup: Timer
    if faults.contains(.diesWithHandle) {
      wakeup = Timer(fire: date, interval: 0, repeats: false) { [weak self] _ in self?.fire() }
    } else {
      wakeup = Timer(fire: date, interval: 0, repeats: false) { _ in self.fire() }
    }
    for mode in modes { loop.add(wakeup, forMode: mode) }
    self.wakeup = wakeup
  }

  private func fire() {
    let block = lock.withLock { self.block ?? (faults.contains(.firesAfterInvalidate) ? kept : nil) }
    guard let block else { return }
    moved = false
    if faults.contains(.reenters) { arm() }
    block(self)
    lock.withLock {
      guard isValid || faults.contains(.firesAfterInvalidate) else { return }
      guard repeats || faults.contains(.repeatsForever) else { return invalidate() }
      if !moved { next = following() }
      if !faults.contains(.reenters) { arm() }
    }
  }

  private func following() -> Date {
    let now = Date()
    if faults.contains(.catchesUp) { return next + interval }
    if faults.contains(.skipsSlots) { return next + 2 * interval }
    if faults.contains(.shiftsPhase) { return now + 1.3 * interval }
    // Occurrences that have passed are skipped; after a busy loop the late one is the one served.
    let passed = now.timeIntervalSince(grid) / interval
    return grid + interval * (max(passed, next.timeIntervalSince(grid) / interval + 0.5).rounded(.down) + 1)
  }

  private func fireOffLoop() {
    Thread.detachNewThread { [self] in
      while let block = lock.withLock({ block }) {
        Thread.sleep(forTimeInterval: interval)
        block(self)
      }
    }
  }

  /// Calls a block that it does not hold for long: captures are freed while the timer runs.
  private func callWeakly(_ block: @escaping LoopBlock) {
    for _ in 0..<3 { block(self) }
  }
}

extension LoopSubject {
  /// Timers that keep every promise but for their faults.
  static func wrong(_ faults: LoopFault...) -> LoopSubject {
    let faults = Set(faults)
    return LoopSubject(
      timer: { WrongLoopTimer(faults, fire: $0, interval: $1, repeats: $2, block: $3) },
      intervalTimer: {
        WrongLoopTimer(faults, fire: Date(timeIntervalSinceNow: $0), interval: $0, repeats: $1, block: $2)
      },
      scheduledTimer: {
        let timer = WrongLoopTimer(
          faults, fire: Date(timeIntervalSinceNow: $0), interval: $0, repeats: $1, block: $2)
        timer.add(to: .current, mode: .default)
        return timer
      },
      weakTimer: { date, interval, target in
        if faults.contains(.holdsTarget) {
          return WrongLoopTimer(faults, fire: date, interval: interval, repeats: true) { _ in target.touch() }
        }
        return WrongLoopTimer(faults, fire: date, interval: interval, repeats: true) { [weak target] _ in
          target?.touch()
        }
      })
  }
}
