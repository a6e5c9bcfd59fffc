import Foundation
import Testing

@testable import Timers

@Suite struct TimerScheduleTests {
  @Test(arguments: Mechanism.allCases)
  func `deadlines are those of the grid, each stood for once, none early`(mechanism: Mechanism) {
    let stage = Stage(mechanism)
    let log = Log<TimerTick>()
    let before = MonotonicClock.now()
    let timer = stage.bag.schedule(.every(interval, after: interval * 2)) { log.add($0) }
    let after = MonotonicClock.now()
    #expect(soon { log.all.count >= 6 })
    timer.stop()
    let ticks = log.all
    guard let first = ticks.first else { return }
    let start = first.deadline - Int64((first.fired - 1) * tick)
    // The first deadline lies two intervals after a moment in the call.
    #expect(start >= before + Int64(2 * tick) - 1_000 && start <= after + Int64(2 * tick) + 1_000)
    var stoodFor: Int64 = 0
    for each in ticks {
      stoodFor += Int64(each.fired)
      #expect(each.deadline == start + (stoodFor - 1) * Int64(tick))
      #expect(each.fired >= 1 && each.skipped == each.fired - 1 && !each.isByHand)
      // A run loop arms the kernel through a conversion from the wall clock.
      #expect(each.callback >= each.deadline || mechanism == .runLoop)
    }
  }

  @Test(arguments: Mechanism.allCases)
  func `a gap is one callback that says how much passed`(mechanism: Mechanism) {
    let stage = Stage(mechanism)
    let log = Log<TimerTick>()
    let timer = stage.bag.schedule(.every(interval)) { log.add($0) }
    #expect(soon { log.all.count >= 2 })
    let held = stage.perform {
      pause(8)
      return log.all.count
    }
    #expect(soon { log.all.count >= (held ?? 0) + 3 })
    timer.stop()
    let late = log.all.dropFirst(held ?? 0).first
    #expect(late?.fired ?? 0 >= 7)
    #expect(late?.elapsed ?? .zero >= interval * 7)
    #expect(late?.lateness ?? interval < interval * 8)
  }

  @Test(arguments: Mechanism.allCases)
  func `what passes while it is suspended arrives as one`(mechanism: Mechanism) {
    let stage = Stage(mechanism)
    let log = Log<TimerTick>()
    let first = MonotonicClock.now() + Int64(tick)
    let timer = stage.bag.schedule(.every(Int64(tick), fromUptime: first, tolerance: 0)) { log.add($0) }
    timer.suspend()
    // One that had begun may still come.
    pause(1)
    let before = log.all.reduce(0) { $0 + $1.fired }
    let count = log.all.count
    pause(6)
    #expect(log.all.count == count)
    let passed = Int((MonotonicClock.now() - first) / Int64(tick)) + 1
    timer.resume()
    #expect(soon { log.all.count > count })
    #expect(log.all[count].fired >= passed - before)
    timer.stop()
  }

  @Test(arguments: Mechanism.allCases)
  func `a start in the past calls once for all that passed, and keeps its grid`(mechanism: Mechanism) {
    let stage = Stage(mechanism)
    let log = Log<TimerTick>()
    let date = Date(timeIntervalSinceNow: -5.5 * seconds)
    stage.bag.schedule(.every(interval, from: date)) { log.add($0) }
    #expect(soon { log.all.count >= 3 })
    #expect(log.all.first?.fired ?? 0 >= 6)
    stage.bag.clear()
    let once = Log<TimerTick>()
    let timer = stage.bag.schedule(.once(at: date)) { once.add($0) }
    #expect(soon { timer.end == .finished })
    #expect(once.all.count == 1)
  }

  @Test(arguments: Mechanism.allCases)
  func `a call by hand is one more, and the grid stays`(mechanism: Mechanism) {
    let stage = Stage(mechanism)
    let log = Log<TimerTick>()
    let timer = stage.bag.schedule(.every(interval, after: interval * 3)) { log.add($0) }
    #expect(timer.fire() == .accepted)
    #expect(soon { log.all.contains { $0.isByHand } })
    #expect(soon { log.all.filter { !$0.isByHand }.count >= 3 })
    timer.stop()
    #expect(log.all.filter { $0.isByHand }.count == 1)
    let regular = log.all.filter { !$0.isByHand }
    let start = (regular.first?.deadline ?? 0) - Int64(((regular.first?.fired ?? 1) - 1) * tick)
    for each in regular { #expect((each.deadline - start) % Int64(tick) == 0) }
  }

  @Test(arguments: Mechanism.allCases)
  func `a new schedule replaces the running one and what is pending of it`(mechanism: Mechanism) {
    let stage = Stage(mechanism)
    let log = Log<TimerTick>()
    let timer = stage.bag.schedule(.every(interval)) { log.add($0) }
    #expect(soon { log.all.count >= 2 })
    let first = MonotonicClock.now() + Int64(6 * tick)
    let count = stage.perform {
      pause(2)
      timer.reschedule(.every(Int64(2 * tick), fromUptime: first, tolerance: 0))
      return log.all.count
    }
    #expect(soon { log.all.count >= (count ?? 0) + 3 })
    timer.stop()
    for each in log.all.dropFirst(count ?? 0) {
      #expect(each.deadline >= first && (each.deadline - first) % Int64(2 * tick) == 0)
    }
  }

  @Test(arguments: Mechanism.allCases)
  func `postponed again and again it calls once, after the last, each time`(mechanism: Mechanism) {
    let stage = Stage(mechanism)
    let log = Log<TimerTick>()
    let timer = stage.bag.schedule(.onDemand()) { log.add($0) }
    for round in 1...2 {
      var last: Int64 = 0
      // Within the delay, however slow this thread is.
      for _ in 0..<20 {
        last = MonotonicClock.now()
        #expect(timer.postpone(.milliseconds(300)).isAccepted)
      }
      #expect(soon { log.all.count == round })
      #expect(log.all.last?.callback ?? 0 >= last + 299_000_000)
    }
    pause(4)
    #expect(log.all.count == 2 && timer.state == .running)
  }

  @Test(arguments: Mechanism.allCases)
  func `a local date is waited for and looked at anew`(mechanism: Mechanism) {
    let stage = Stage(mechanism)
    let log = Log<Date>()
    // Every whole second.
    let timer = stage.bag.schedule(.matching(DateComponents(nanosecond: 0))) { _ in log.add(Date()) }
    #expect(timer.state == .running)
    #expect(soon { log.all.count >= 2 })
    timer.stop()
    for (one, next) in zip(log.all, log.all.dropFirst()) { #expect(next.timeIntervalSince(one) > 0.2) }
  }

  /// Days of 23, 24 and 25 hours in Berlin; dates from `date -d 'TZ="Europe/Berlin" 2026-…' +%s`.
  @Test(arguments: [
    (1_774_738_800, 1_774_821_600), (1_774_821_600, 1_774_908_000), (1_792_879_200, 1_792_969_200),
  ])
  func `the next local day is 23, 24 or 25 hours away`(midnight: Int, next: Int) throws {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
    let plan = try TimerPlan(.matching(DateComponents(hour: 0, minute: 0, second: 0), in: calendar))
    #expect(plan.nextMatch(after: Int64(midnight) * 1_000_000_000) == Int64(next) * 1_000_000_000)
    // Waited for in steps of a quarter of an hour, so that a change is noticed.
    let alarm = plan.alarm(for: Int64(next) * 1_000_000_000, at: Int64(midnight) * 1_000_000_000)
    #expect(alarm.first == Int64(midnight + 900) * 1_000_000_000)
  }

  /// What wakes a timer may do so twice, when it was armed anew meanwhile.
  @Test func `a second wakeup right before the next deadline is not a callback for it`() {
    let log = Log<TimerTick>()
    for _ in 0..<50 {
      let core = TimerCore(TimerAction { log.add($0) }, driver: SilentDriver())
      let first = MonotonicClock.now() - 99_500_000
      _ = core.follow(.every(100_000_000, fromUptime: first, tolerance: 0), isStart: true)
      core.wake()
      core.wake()
      core.end(.stopped)
    }
    #expect(log.all.count >= 50)
    for tick in log.all { #expect(tick.callback >= tick.deadline) }
  }

  @Test func `a context is handed to each callback`() {
    let log = Log<String>()
    let target = Calls()
    let timer = DispatchTimer(
      on: .global(),
      TimerAction(target: target, context: "page 7") { target, _, page in
        target.add()
        log.add(page)
      })
    timer.start(.every(interval))
    #expect(soon { log.all.count >= 2 })
    timer.stop()
    #expect(Set(log.all) == ["page 7"])
  }

  @Test func `a mode is the only one it calls in, and the common modes are the main loop's default`() {
    let counts = onThread { () -> [Int] in
      let target = Calls()
      let timer = RunLoopTimer(target: target, on: .current(), mode: RunLoop.Mode("other")) { target, _ in
        target.add()
      }
      timer.start(.every(interval))
      looping(intervals: 5)
      let inDefault = target.count
      looping(mode: RunLoop.Mode("other")) { target.count >= 3 }
      timer.stop()
      return [inDefault, min(3, target.count)]
    }
    #expect(counts == [0, 3])
  }
}

/// Wakes nothing.
private final class SilentDriver: TimerDriver {
  let followsWallClock = false
  let mayBeEarly = false
  func arm(_ alarm: Alarm, for core: TimerCore) {}
  func disarm() {}
  func end() {}
  func perform(_ work: @escaping @Sendable () -> Void) {}
}
