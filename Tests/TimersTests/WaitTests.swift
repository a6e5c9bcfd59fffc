import Foundation
import Testing

@testable import Timers

@Suite struct WaitTests {
  /// Waits whose end is a time of the wall clock, on Linux at least (swift-corelibs-libdispatch waits with
  /// `sem_timedwait`), or a date that is turned into a duration only later.
  static let wallClockWaits = [
    ".wait(timeout:", "Thread.sleep", "before: Date(", "NSCondition", "sem_timedwait",
    "pthread_cond_timedwait(",
    "asyncAfter(",
  ]

  /// The timer under test is one; the home of monotonic waits gives its condition the monotonic clock.
  static let exceptions = [
    "DispatchAfterTimers.swift": "asyncAfter(", "waiting.c": "pthread_cond_timedwait(",
  ]

  @Test func `no wait of the program goes by the wall clock`() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    var found: [String] = []
    var files = 0
    for folder in ["Sources", "Benchmarks/bench"] {
      let enumerator = try #require(FileManager.default.enumerator(atPath: root.appending(path: folder).path))
      for case let path as String in enumerator where path.hasSuffix(".swift") || path.hasSuffix(".c") {
        files += 1
        let file = root.appending(path: folder).appending(path: path)
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        for line in lines where !line.drop(while: { $0 == " " }).hasPrefix("//") {
          for wait in Self.wallClockWaits
          where line.contains(wait) && Self.exceptions[file.lastPathComponent] != wait {
            found.append("\(path): \(line)")
          }
        }
      }
    }
    #expect(files > 100)
    #expect(found.isEmpty)
  }

  @Test func `a semaphore counts its signals`() {
    let semaphore = MonotonicSemaphore()
    #expect(!semaphore.wait(until: 0))
    semaphore.signal()
    semaphore.signal()
    #expect(semaphore.wait(until: 0))
    #expect(semaphore.wait(for: 0))
    #expect(!semaphore.wait(until: .min))
  }

  @Test func `a wait ends with its deadline, not before`() {
    let semaphore = MonotonicSemaphore()
    let deadline = MonotonicClock.time(in: 20_000_000)
    #expect(!semaphore.wait(until: deadline))
    #expect(MonotonicClock.now() >= deadline)
    let later = MonotonicClock.time(in: 5_000_000)
    #expect(MonotonicClock.sleep(until: later) >= later)
    #expect(MonotonicClock.time(in: .max) == .max)
  }

  @Test func `a signal from another thread ends a wait without a deadline`() {
    let (semaphore, answer) = (MonotonicSemaphore(), MonotonicSemaphore())
    Thread.detachNewThread {
      semaphore.wait()
      answer.signal()
    }
    semaphore.signal()
    #expect(answer.wait(for: 60_000_000_000))
  }

  @Test func `a loop without a timer does not run; one with a timer runs until the deadline`() {
    let done = MonotonicSemaphore()
    let outcome = Locked((empty: true, ran: false, fired: 0, inTime: false))
    Thread.detachNewThread {
      let mode = RunLoop.Mode("of the test")
      let empty = LoopReference.run(mode: mode, until: .max)
      let timer = Timer(timeInterval: 0.001, repeats: true) { _ in outcome.withLock { $0.fired += 1 } }
      RunLoop.current.add(timer, forMode: mode)
      let deadline = MonotonicClock.time(in: 50_000_000)
      let ran = LoopReference.run(mode: mode, until: deadline)
      // Foundation arms it some microseconds early.
      let inTime = MonotonicClock.now() >= deadline - 1_000_000
      timer.invalidate()
      outcome.withLock { ($0.empty, $0.ran, $0.inTime) = (empty, ran, inTime) }
      done.signal()
    }
    #expect(done.wait(for: 60_000_000_000))
    let found = outcome.withLock { $0 }
    #expect(!found.empty)
    #expect(found.ran && found.fired > 0 && found.inTime)
  }
}
