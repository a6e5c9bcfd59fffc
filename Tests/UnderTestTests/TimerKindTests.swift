import Foundation
import Synchronization
import Testing
import Timing
import struct Timing.Nanoseconds

@testable import Timers
@testable import UnderTest

/// Every kind on its real clock, by what must hold however busy the machine is; no test looks at how late it was.
@Suite(.serialized) struct TimerKindTests {
  /// The main run loop has a thread that tests do not own.
  static let kinds = TimerKind.all.filter { $0.id != "runloop-main" }.map(\.id)

  @Test(arguments: kinds) func `slots increase and callbacks are not early`(id: String) async throws {
    let calls = try await onFreshThread {
      let log = CallLog()
      let (timer, schedules) = try Self.started(id, interval: .ms(2), log: log)
      log.wait(for: 12)
      timer.stop()
      return log.calls.map { ($0, schedules[0], timer.evidence) }
    }
    #expect(calls.count >= 12)
    let wall = WallClockOffset.measured()
    var expected: Int64 = 0
    for (call, schedule, evidence) in calls {
      // Nobody sets the clock while the test runs.
      let time = call.evidence - wall.offset - schedule.first
      let slot = evidence == .slot ? call.evidence : schedule.slot(nearestOffset: time)
      #expect(slot >= expected)
      #expect(call.fired >= 1)
      // A run loop arms the kernel by a conversion of its own from the wall clock, and may be early by any amount.
      #expect(call.time >= schedule.deadline(slot) || evidence == .fireDate)
      expected = slot + Int64(call.fired)
    }
  }

  @Test(arguments: kinds) func `several timers each keep their own grid`(id: String) async throws {
    let calls = try await onFreshThread {
      let log = CallLog()
      let (timer, _) = try Self.started(id, interval: .ms(4), count: 7, log: log)
      log.wait(for: 42)
      timer.stop()
      return log.calls
    }
    #expect(Set(calls.map(\.source)) == Set(0..<7))
    for source in 0..<Int32(7) {
      let evidence = calls.filter { $0.source == source }.map(\.evidence)
      #expect(zip(evidence, evidence.dropFirst()).allSatisfy { $0 < $1 })
    }
  }

  @Test(arguments: kinds) func `nothing comes after stop, which another thread may call`(id: String)
    async throws
  {
    let (atStop, later) = try await onFreshThread {
      let log = CallLog()
      let (timer, _) = try Self.started(id, interval: .ms(1), count: 3, log: log)
      log.wait(for: 5)
      runAndWait { timer.stop() }
      let atStop = log.calls.count
      Thread.sleep(forTimeInterval: 0.02)
      return (atStop, log.calls.count)
    }
    #expect(atStop >= 5)
    #expect(atStop == later)
  }

  @Test(arguments: kinds) func `stop comes back at once from the middle of a long wait`(id: String)
    async throws
  {
    let (calls, ended) = try await onFreshThread {
      let log = CallLog()
      let (timer, _) = try Self.started(id, interval: .s(3_600), lead: .s(3_600), count: 2, log: log)
      Thread.sleep(forTimeInterval: 0.01)
      let ended = DispatchSemaphore(value: 0)
      Thread {
        timer.stop()
        ended.signal()
      }.start()
      return (log.calls.count, ended.wait(timeout: .now() + 60))
    }
    #expect(calls == 0)
    #expect(ended == .success)
  }

  @Test(arguments: kinds) func `a stop right after the start, and a second one, are harmless`(id: String)
    async throws
  {
    let calls = try await onFreshThread {
      let log = CallLog()
      for _ in 0..<3 {
        let (timer, _) = try Self.started(id, interval: .ms(1), lead: .s(60), log: log)
        timer.stop()
        timer.stop()
      }
      return log.calls.count
    }
    #expect(calls == 0)
  }

  @Test(arguments: kinds) func `three in a row each call back`(id: String) async throws {
    let counts = try await onFreshThread {
      try (0..<3).map { _ in
        let log = CallLog()
        let (timer, _) = try Self.started(id, interval: .ms(1), log: log)
        log.wait(for: 3)
        timer.stop()
        return log.calls.count
      }
    }
    #expect(counts.allSatisfy { $0 >= 3 })
  }

  @Test(arguments: kinds) func `the receiver is held weakly while the timer runs`(id: String) async throws {
    let released = try await onFreshThread {
      weak var watched: CallLog?
      let timer: any TimerUnderTest
      do {
        let log = CallLog()
        watched = log
        timer = try Self.started(id, interval: .ms(1), log: log).timer
        log.wait(for: 2)
      }
      // A callback that runs now still holds it.
      let patience = MonotonicClock.now() + 60_000_000_000
      while watched != nil, MonotonicClock.now() < patience { Thread.sleep(forTimeInterval: 0.001) }
      defer { timer.stop() }
      return watched == nil
    }
    #expect(released)
  }

  @Test(arguments: kinds) func `letting go of a timer ends it`(id: String) async throws {
    let (released, atEnd, later) = try await onFreshThread {
      let log = CallLog()
      weak var watched: (any TimerUnderTest)?
      do {
        let timer = try Self.started(id, interval: .ms(1), log: log).timer
        watched = timer
        log.wait(for: 2)
      }
      let released = watched == nil
      // What ran when the timer went may finish.
      Thread.sleep(forTimeInterval: 0.02)
      let atEnd = log.calls.count
      Thread.sleep(forTimeInterval: 0.02)
      return (released, atEnd, log.calls.count)
    }
    #expect(released)
    #expect(atEnd == later)
  }

  @Test(arguments: TimerKind.all.filter { $0.traits.hasLoop && $0.id != "runloop-main" }.map(\.id))
  func `work that is sent to the loop runs between callbacks, never beside one`(id: String) async throws {
    let (done, overlaps) = try await onFreshThread {
      let log = CallLog()
      let (timer, _) = try Self.started(id, interval: .ms(1), log: log)
      let done = DispatchSemaphore(value: 0)
      for _ in 0..<5 {
        timer.perform {
          log.occupy()
          done.signal()
        }
      }
      let results = (0..<5).map { _ in done.wait(timeout: .now() + 60) }
      log.wait(for: 3)
      timer.stop()
      return (results, log.overlaps)
    }
    #expect(done.allSatisfy { $0 == .success })
    #expect(overlaps == 0)
  }

  @Test(arguments: ["runloop", "runloop-common", "bag", "nanosleep", "timerfd", "spin"])
  func `the setup runs once, on the thread that calls back`(id: String) async throws {
    let (setUp, called) = try await onFreshThread {
      let setUp = Threads()
      let log = CallLog()
      let setup = ThreadSetup {
        setUp.note()
        return {}
      }
      let (timer, _) = try Self.started(id, interval: .ms(1), setup: setup, log: log)
      log.wait(for: 3)
      timer.stop()
      return (setUp.all, Set(log.threads.all))
    }
    #expect(setUp.count == 1)
    #expect(called == Set(setUp))
  }

  private static func started(
    _ id: String, interval: Nanoseconds, lead: Nanoseconds = .ms(5), count: Int = 1,
    setup: ThreadSetup = .none,
    log: CallLog
  ) throws -> (timer: any TimerUnderTest, schedules: [Schedule]) {
    let timer = try #require(TimerKind.named(id)).make(setup: setup)
    let schedules = Schedule.phased(
      first: MonotonicClock.now() + lead.count, interval: interval.count, count: count)
    let facts = timer.start(schedules, leeway: 0, until: .max, receiver: log)
    #expect(facts.problem == nil)
    return (timer, schedules)
  }
}
