import Foundation
import Testing
import Timers

/// The life of a timer, the same on a run loop, a queue and a thread.
@Suite struct TimerLifeTests {
  @Test(arguments: Mechanism.allCases)
  func `it starts once, is suspended and resumed, and ends once`(mechanism: Mechanism) {
    let stage = Stage(mechanism)
    let timer = stage.bag.schedule(.every(interval)) { _ in }
    #expect(timer.state == .running)
    #expect(timer.start(.every(interval)) == .refused(.alreadyStarted))
    #expect(!timer.resume() && timer.suspend() && timer.state == .suspended && !timer.suspend())
    #expect(timer.start(.every(interval)) == .refused(.alreadyStarted))
    #expect(timer.resume())
    #expect(timer.stop() && timer.state == .ended(.stopped) && !timer.stop())
    for answer in [
      timer.start(.every(interval)), timer.reschedule(.every(interval)), timer.postpone(interval),
      timer.fire(),
    ] {
      #expect(answer == .refused(.ended))
    }
    #expect(!timer.suspend() && !timer.resume() && !timer.onEnd { _ in })
  }

  @Test func `what is not started has nothing to move`() {
    let timer = DispatchTimer(on: .global(), TimerAction { _ in })
    #expect(timer.reschedule(.every(interval)) == .refused(.notStarted))
    #expect(timer.postpone(interval) == .refused(.notStarted))
    #expect(timer.state == .idle && timer.end == nil)
  }

  @Test(arguments: [
    (TimerSchedule.every(.zero), TimerRefusal.intervalOutOfRange),
    (.every(.seconds(-1)), .intervalOutOfRange), (.every(.seconds(Int64.max)), .intervalOutOfRange),
    (.every(.nanoseconds(1), after: .seconds(-1)), .delayOutOfRange),
    (.once(after: .seconds(Int64.min)), .delayOutOfRange),
    (.every(interval, tolerance: .seconds(-1)), .toleranceOutOfRange),
    (.once(after: interval, tolerance: .seconds(Int64.max)), .toleranceOutOfRange),
    (.once(at: Date(timeIntervalSince1970: .nan)), .dateOutOfRange),
    (.every(interval, from: Date(timeIntervalSince1970: .infinity)), .dateOutOfRange),
    (.matching(DateComponents()), .noSuchDate), (.matching(DateComponents(year: 1990)), .noSuchDate),
  ])
  func `a schedule that cannot be followed is refused with its reason`(
    schedule: TimerSchedule, refusal: TimerRefusal
  ) {
    for timer in [
      RunLoopTimer(TimerAction { _ in }), DispatchTimer(on: .global(), TimerAction { _ in }),
    ] as [TimerOwner] {
      #expect(timer.start(schedule) == .refused(refusal))
      #expect(timer.state == .idle)
    }
    #expect(throws: refusal) { try TimerTicks(schedule) }
  }

  @Test(arguments: Mechanism.allCases)
  func `schedules that are far or long are taken and call nothing now`(mechanism: Mechanism) {
    let stage = Stage(mechanism)
    let calls = Calls()
    for schedule in [
      TimerSchedule.every(.seconds(4_000_000_000), tolerance: .seconds(4_000_000_000)),
      .once(at: .distantFuture), .every(interval, from: .distantFuture), .onDemand(),
    ] {
      #expect(stage.bag.schedule(schedule) { _ in calls.add() }.state == .running, "\(schedule)")
    }
    #expect(stage.bag.count == 4)
    pause(3)
    #expect(calls.count == 0)
  }

  @Test(arguments: Mechanism.allCases)
  func `stopped in its action through the tick, that is the last and the end comes after it`(
    mechanism: Mechanism
  ) {
    let stage = Stage(mechanism)
    let log = Log<String>()
    let timer = stage.bag.schedule(.every(interval)) { tick in
      tick.stop()
      tick.stop()
      log.add("callback")
    }
    timer.onEnd { log.add("end: \($0)") }
    #expect(soon { log.all.count == 2 })
    pause(4)
    #expect(log.all == ["callback", "end: stopped"])
    #expect(stage.bag.count == 0)
  }

  @Test(arguments: Mechanism.allCases)
  func `stopped where it calls while deadlines wait, it never calls again`(mechanism: Mechanism) {
    let stage = Stage(mechanism)
    let calls = Calls()
    let timer = stage.bag.schedule(.every(interval)) { _ in calls.add() }
    #expect(soon { calls.count >= 2 })
    let count = stage.perform {
      pause(4)
      timer.stop()
      return calls.count
    }
    pause(4)
    #expect(calls.count == count)
  }

  @Test(arguments: Mechanism.allCases)
  func `each way to end is told once, with its reason, and frees what was captured`(mechanism: Mechanism) {
    for reason in TimerEnd.allCases {
      let stage = Stage(mechanism)
      let log = Log<TimerEnd>()
      weak var captured: Calls?
      let target = Holder<Calls>()
      target.value = Calls()
      do {
        let capture = Calls()
        captured = capture
        var bag: TimerBag? = reason == .ownerGone ? Stage.bag(beside: stage, mechanism) : stage.bag
        let timer = bag?.schedule(
          reason == .finished ? .once(after: interval) : .every(interval),
          TimerAction(target: target.value ?? Calls()) { _, _ in capture.add() })
        timer?.onEnd { log.add($0) }
        #expect(soon { capture.count >= 1 })
        switch reason {
        case .stopped: timer?.stop()
        case .ownerGone: bag = nil
        case .targetGone: target.value = nil
        case .finished: break
        }
        #expect(soon { log.all.count == 1 }, "\(reason)")
        #expect(timer?.end == reason)
      }
      pause(2)
      #expect(log.all == [reason])
      #expect(soon { captured == nil }, "\(reason)")
    }
  }

  @Test(arguments: Mechanism.allCases)
  func `letting go of an owner ends it in every state`(mechanism: Mechanism) {
    for state in ["idle", "running", "suspended", "ended"] {
      let stage = Stage(mechanism)
      let ends = Log<TimerEnd>()
      let calls = Calls()
      do {
        let timer: TimerOwner =
          switch mechanism {
          case .runLoop:
            RunLoopTimer(
              on: stage.perform { .current() } ?? .main, mode: .default, TimerAction { _ in calls.add() })
          case .queue, .thread: DispatchTimer(on: .global(), TimerAction { _ in calls.add() })
          }
        timer.onEnd { ends.add($0) }
        if state != "idle" { timer.start(.every(interval)) }
        if state == "suspended" { timer.suspend() }
        if state == "ended" { timer.stop() }
      }
      #expect(soon { ends.all == [state == "ended" ? .stopped : .ownerGone] })
      let count = calls.count
      pause(3)
      #expect(calls.count <= count + 1 && ends.all.count == 1)
    }
  }

  @Test(arguments: Mechanism.allCases)
  func `let go of in its own action, it ends there`(mechanism: Mechanism) {
    let stage = Stage(mechanism)
    let holder = Holder<TimerBag>()
    let (calls, ends) = (Calls(), Log<TimerEnd>())
    holder.value = Stage.bag(beside: stage, mechanism)
    holder.value?.schedule(.every(interval)) { _ in
      calls.add()
      holder.value = nil
    }.onEnd { ends.add($0) }
    #expect(soon { ends.all == [.ownerGone] })
    pause(3)
    #expect(calls.count == 1)
  }

  @Test(arguments: Mechanism.allCases)
  func `threads that do everything at once leave it ended once`(mechanism: Mechanism) {
    let stage = Stage(mechanism)
    for _ in 0..<15 {
      let (ends, running, overlaps) = (Calls(), Calls(), Calls())
      let left = Calls()
      let timer = stage.bag.schedule(.every(.microseconds(50))) { _ in
        if running.add() - left.count > 1 { overlaps.add() }
        left.add()
      }
      timer.onEnd { _ in ends.add() }
      DispatchQueue.concurrentPerform(iterations: 6) { index in
        for step in 0..<20 {
          switch (index + step) % 6 {
          case 0: timer.start(.every(interval))
          case 1: timer.suspend()
          case 2: timer.resume()
          case 3: timer.postpone(.microseconds(20))
          case 4: timer.reschedule(.every(.microseconds(30)))
          default: if step > 10 { timer.stop() } else { timer.fire() }
          }
        }
      }
      #expect(soon { ends.count == 1 })
      #expect(overlaps.count == 0)
      #expect(timer.state == .ended(.stopped))
    }
  }

  @Test(arguments: Mechanism.allCases)
  func `no callback begins after stop has returned, whoever calls it`(mechanism: Mechanism) {
    let stage = Stage(mechanism)
    let late = Calls()
    for _ in 0..<60 {
      let stopped = Calls()
      let timer = stage.bag.schedule(.every(.microseconds(20))) { [stopped] tick in
        // A callback that had begun before may still run; one that begins later has a later time.
        if stopped.count > 0, let at = stopped.time, tick.callback > at { late.add() }
      }
      for _ in 0..<Int.random(in: 0..<3_000) { _ = MonotonicClock.now() }
      timer.stop()
      stopped.time = MonotonicClock.now()
      stopped.add()
    }
    pause(1)
    #expect(late.count == 0)
  }

  @Test func `a timer of a loop whose thread has ended is ended without harm`() {
    let calls = Calls()
    let timer = onThread { () -> RunLoopTimer in
      let timer = RunLoopTimer(target: calls, on: .current()) { calls, _ in calls.add() }
      timer.start(.every(interval))
      return timer
    }
    pause(2)
    timer?.fire()
    #expect(timer?.stop() == true)
    #expect(calls.count == 0)
  }
}

extension Stage {
  /// Another bag in the same place, which may go while the place stays.
  static func bag(beside stage: Stage, _ mechanism: Mechanism) -> TimerBag {
    switch mechanism {
    case .runLoop: TimerBag(on: .runLoop(stage.perform { .current() } ?? .main, .default))
    case .queue: TimerBag(on: .queue(DispatchQueue(label: "other")))
    case .thread: TimerBag(on: .thread(name: "other"))
    }
  }
}
