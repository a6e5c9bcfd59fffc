import Testing
import Timing

/// Traces laid down by hand; every expected time is one of the trace's own.
@Suite struct AttributorTests {
  static let interval: Int64 = 10_000_000
  static let timer: UInt64 = 0xffff_8881
  static let manager: Int32 = 11
  static let worker: Int32 = 12
  static let other: Int32 = 99

  func event(_ time: Int64, _ thread: Int32, _ action: KernelEvent.Action, cpu: Int32 = 0) -> KernelEvent {
    KernelEvent(time: time, cpu: cpu, thread: thread, action: action)
  }

  func start(_ time: Int64, by thread: Int32, expires: Int64, timer: UInt64 = timer) -> KernelEvent {
    event(time, thread, .timerStarted(timer: timer, function: .file, expires: expires))
  }

  func expire(
    _ time: Int64, timer: UInt64 = timer, _ function: KernelEvent.TimerFunction = .file, now: Int64? = nil
  ) -> KernelEvent {
    event(time, Self.other, .timerExpired(timer: timer, function: function, now: now ?? time))
  }

  func wake(_ time: Int64, _ thread: Int32, by waker: Int32 = other) -> KernelEvent {
    event(time, waker, .woken(thread: thread, name: ""))
  }

  func change(_ time: Int64, from left: Int32, to next: Int32, state: Int32 = 0, cpu: Int32 = 0)
    -> KernelEvent
  {
    event(time, left, .switched(to: next, name: "", state: state), cpu: cpu)
  }

  func attribution(
    _ events: [KernelEvent], on thread: Int32 = worker, deadline: Int64 = interval, callback: Int64,
    wallOffset: Int64? = nil
  ) -> Attribution? {
    var attributor = Attributor(
      interval: Self.interval,
      clocks: wallOffset.map { ClockRecord(ClockReading(monotonic: 0, boot: 0, wall: $0)) })
    events.forEach { attributor.enter($0) }
    attributor.enter(callbacksOn: thread, from: callback)
    return attributor.attribution(deadline: deadline, callback: callback)
  }

  @Test func `a loop that sleeps in the kernel is woken by its timer`() {
    let events = [
      start(1_000, by: Self.worker, expires: 9_996_300), change(2_000, from: Self.worker, to: 0, state: 1),
      expire(10_020_000), wake(10_021_000, Self.worker), change(10_040_000, from: 0, to: Self.worker),
    ]
    #expect(
      attribution(events, callback: 10_055_000)
        == Attribution(armed: 9_996_300, expired: 10_020_000, woken: 10_021_000, running: 10_040_000))
  }

  @Test func `of two wakeups in a chain the last, that of the callback's thread, counts`() {
    let events = [
      start(1_000, by: Self.manager, expires: 10_000_000), expire(10_020_000), wake(10_021_000, Self.manager),
      change(10_030_000, from: 0, to: Self.manager), wake(10_045_000, Self.worker, by: Self.manager),
      start(10_050_000, by: Self.manager, expires: 20_000_000),
      change(10_060_000, from: Self.manager, to: Self.worker, state: 1),
    ]
    #expect(
      attribution(events, callback: 10_070_000)
        == Attribution(armed: 10_000_000, expired: 10_020_000, woken: 10_045_000, running: 10_060_000))
  }

  @Test func `a thread that ran when the timer expired was neither woken nor switched to`() {
    let events = [
      start(1_000, by: Self.worker, expires: 10_000_000), change(5_000_000, from: 0, to: Self.worker),
      expire(10_020_000),
    ]
    #expect(
      attribution(events, callback: 13_000_000)
        == Attribution(armed: 10_000_000, expired: 10_020_000, woken: 10_020_000, running: 10_020_000))
  }

  @Test func `a busy thread that lost its processor meanwhile counts from its return`() {
    let events = [
      start(1_000, by: Self.worker, expires: 10_000_000), wake(4_000_000, Self.worker),
      change(5_000_000, from: 0, to: Self.worker), expire(10_020_000),
      change(11_000_000, from: Self.worker, to: Self.other),
      change(12_500_000, from: Self.other, to: Self.worker),
    ]
    #expect(
      attribution(events, callback: 13_000_000)
        == Attribution(armed: 10_000_000, expired: 10_020_000, woken: 10_020_000, running: 12_500_000))
  }

  @Test func `a wall-clock timer's expiry is read on the monotonic clock`() {
    let offset: Int64 = 1_790_000_000_000_000_000
    let events = [
      start(1_000, by: Self.worker, expires: offset + 10_000_000), expire(10_020_000),
      change(10_040_000, from: 0, to: Self.worker),
    ]
    #expect(attribution(events, callback: 10_050_000, wallOffset: offset)?.armed == 10_000_000)
  }

  @Test func `an expiry is at the kernel's reading, whichever clock that is of, and not at the later stamp`()
  {
    let offset: Int64 = 1_790_000_000_000_000_000
    func expired(now: Int64) -> Int64? {
      let events = [
        start(1_000, by: Self.worker, expires: 10_000_000), expire(10_020_000, now: now),
        change(10_040_000, from: 0, to: Self.worker),
      ]
      return attribution(events, callback: 10_050_000, wallOffset: offset)?.expired
    }
    #expect(expired(now: 10_017_300) == 10_017_300)
    #expect(expired(now: offset + 10_017_300) == 10_017_300)
    // The wall clock was set back or forward by a second.
    #expect(expired(now: offset + 10_017_300 - 1_000_000_000) == 10_020_000)
    #expect(expired(now: offset + 10_017_300 + 1_000_000_000) == 10_020_000)
  }

  @Test func `a timer that is armed when its expiry has passed could fire from then on only`() {
    let events = [
      change(5_000_000, from: 0, to: Self.worker), start(38_000_000, by: Self.worker, expires: 10_000_000),
      expire(38_004_000),
    ]
    let found = attribution(events, callback: 38_010_000)
    #expect(found?.armed == 38_000_000)
    #expect(found?.expired == 38_004_000)
  }

  @Test func `expiries of two processors count in the order of their readings`() {
    let events = [
      start(1_000, by: Self.worker, expires: 10_000_000),
      start(1_100, by: Self.worker, expires: 10_000_000, timer: 7),
      expire(10_020_000, now: 10_018_000), expire(10_020_500, timer: 7, now: 10_017_000),
      change(10_040_000, from: 0, to: Self.worker),
    ]
    #expect(attribution(events, callback: 10_050_000)?.expired == 10_018_000)
  }

  @Test func `a loop that found itself early and armed again has the second expiry`() {
    let events = [
      start(1_000, by: Self.worker, expires: 9_996_000), expire(9_997_000), wake(9_997_500, Self.worker),
      change(9_998_000, from: 0, to: Self.worker), start(9_999_000, by: Self.worker, expires: 10_000_500),
      change(9_999_500, from: Self.worker, to: 0, state: 1), expire(10_009_000),
      wake(10_009_500, Self.worker),
      change(10_012_000, from: 0, to: Self.worker),
    ]
    #expect(
      attribution(events, callback: 10_020_000)
        == Attribution(armed: 10_000_500, expired: 10_009_000, woken: 10_009_500, running: 10_012_000))
  }

  @Test func `a merged callback has the expiry of the first deadline it stands for`() {
    let events = [
      start(1_000, by: Self.manager, expires: 10_000_000),
      change(9_000_000, from: 0, to: Self.worker, cpu: 1),
      expire(10_020_000), start(10_050_000, by: Self.manager, expires: 20_000_000), expire(20_015_000),
      start(20_050_000, by: Self.manager, expires: 30_000_000), expire(30_011_000),
    ]
    #expect(attribution(events, callback: 31_000_000)?.armed == 10_000_000)
    #expect(attribution(events, deadline: 30_000_000, callback: 31_000_000)?.expired == 30_011_000)
  }

  @Test func `a timer armed only after its deadline is an arming error`() {
    let events = [
      change(15_900_000, from: 0, to: Self.worker), start(16_000_000, by: Self.worker, expires: 16_000_100),
      change(16_000_500, from: Self.worker, to: 0, state: 1), expire(16_010_000),
      wake(16_010_500, Self.worker),
      change(16_020_000, from: 0, to: Self.worker),
    ]
    #expect(attribution(events, callback: 16_030_000)?.armed == 16_000_100)
  }

  @Test func `a sleep of another thread leads to no callback`() {
    let events = [
      event(1_000, Self.other, .timerStarted(timer: 7, function: .wakeup, expires: 10_000_000)),
      expire(10_020_000, timer: 7, .wakeup), change(10_040_000, from: 0, to: Self.worker),
    ]
    #expect(attribution(events, callback: 10_050_000) == nil)
    #expect(
      attribution(
        events + [change(10_045_000, from: 0, to: Self.other, cpu: 1)], on: Self.other, callback: 10_050_000)
        != nil)
  }

  @Test(arguments: ["no start", "no expiry", "no switch", "left", "no thread"])
  func `what the trace does not tell stays empty`(_ lack: String) {
    var events: [KernelEvent] = []
    if lack != "no start" { events.append(start(1_000, by: Self.worker, expires: 10_000_000)) }
    events.append(change(2_000, from: Self.worker, to: 0, state: 1))
    if lack != "no expiry" { events.append(expire(10_020_000)) }
    if lack != "no switch" { events.append(change(10_040_000, from: 0, to: Self.worker)) }
    if lack == "left" { events.append(change(10_045_000, from: Self.worker, to: 0, state: 1)) }
    #expect(attribution(events, on: lack == "no thread" ? 13 : Self.worker, callback: 10_050_000) == nil)
  }

  @Test func `a thread whose switch was not traced runs from the first thing it does`() {
    let events = [
      start(1_000, by: Self.worker, expires: 10_000_000), change(2_000, from: Self.worker, to: 0, state: 1),
      expire(10_020_000), wake(10_021_000, Self.worker), event(10_042_000, Self.worker, .resumed),
    ]
    #expect(attribution(events, callback: 10_050_000)?.running == 10_042_000)
  }

  @Test func `forgetting keeps what later callbacks need and loses the rest`() {
    var attributor = Attributor(interval: Self.interval)
    for slot in Int64(1)...1_000 {
      let deadline = slot * Self.interval
      attributor.enter(start(deadline - 9_000_000, by: Self.worker, expires: deadline))
      attributor.enter(change(deadline - 8_999_000, from: Self.worker, to: 0, state: 1))
      attributor.enter(expire(deadline + 10_000))
      attributor.enter(change(deadline + 20_000, from: 0, to: Self.worker))
      if slot == 1 { attributor.enter(callbacksOn: Self.worker, from: deadline + 30_000) }
      #expect(
        attributor.attribution(deadline: deadline, callback: deadline + 30_000)?.expired == deadline + 10_000)
      attributor.forget(before: deadline)
    }
    #expect(attributor.attribution(deadline: Self.interval, callback: Self.interval + 30_000) == nil)
  }

  @Test(
    arguments: [
      // blocked, then arming, kernel, wakeup, framework, blocked as they should come out.
      (0, [-4_000, 24_000, 20_000, 15_000, 0]), (10_000, [-4_000, 24_000, 20_000, 5_000, 10_000]),
      (25_000, [-4_000, 24_000, 10_000, 0, 25_000]), (90_000, [-4_000, 24_000, 0, 0, 35_000]),
    ] as [(Int64, [Int64])])
  func `parts sum to the lateness whatever was blocked`(_ blocked: Int64, _ expected: [Int64]) {
    let tick = Tick(slot: 1, deadline: 10_000_000, callback: 10_055_000, blocked: blocked)
    let attribution = Attribution(
      armed: 9_996_000, expired: 10_020_000, woken: 10_021_000, running: 10_040_000)
    let parts = attribution.parts(of: tick)
    #expect(LatenessPart.allCases.map { parts[$0] } == expected)
    #expect(parts.values.reduce(0, +) == tick.lateness)
  }
}
