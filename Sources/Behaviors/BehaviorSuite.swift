import Foundation
import Synchronization
import Timers
import Timing
import UnderTest

/// Runs experiments and collects what they saw.
package enum BehaviorSuite {
  /// How many threads experiments may need at once, six of them side by side: their own, those of loops and queues, and
  /// those that Dispatch keeps.
  package static let threads = 32

  /// Runs the chosen behaviours side by side, each on a thread of its own, and waits for all; those that move the clocks
  /// come last, one by one.
  ///
  /// May be called on any thread; the main thread's run loop is neither needed nor used.
  /// - Parameters:
  ///   - behaviors: what to check; results come in this order.
  ///   - subjects: the timers, and how to start the processes that some experiments need.
  ///   - width: how many run at once; they mostly sleep.
  ///   - progress: told of each result as it comes, one at a time, on the calling thread.
  /// - Returns: a result for every behaviour; one whose experiment does not end is `failedToRun`.
  package static func run(
    _ behaviors: [Behavior] = Behavior.all, subjects: Subjects, width: Int = 6,
    progress: (BehaviorResult) -> Void = { _ in }
  ) -> [BehaviorResult] {
    var results: [String: BehaviorResult] = [:]
    func run(_ behaviors: [Behavior], width: Int) {
      let pool = Pool(behaviors, subjects)
      for _ in 0..<max(1, min(width, behaviors.count)) { pool.startNext() }
      var count = 0
      while count < behaviors.count {
        for result in pool.takeFinished() {
          count += 1
          results[result.id] = result
          progress(result)
        }
      }
    }
    run(behaviors.filter { !$0.movesClocks }, width: width)
    run(behaviors.filter(\.movesClocks), width: 1)
    return behaviors.compactMap { results[$0.id] }
  }
}

/// Experiments that run and those that wait.
private final class Pool: Sendable {
  /// How long one experiment may take, repetitions included.
  private static let limit: Int64 = 30_000_000_000
  /// How often a disturbed experiment is tried.
  private static let attempts = 4

  private struct State {
    var next = 0
    var running: [Int: Int64] = [:]
    var finished: [BehaviorResult] = []
  }

  private let behaviors: [Behavior]
  private let subjects: Subjects
  private let state = Mutex(State())
  private let change = MonotonicSemaphore()

  init(_ behaviors: [Behavior], _ subjects: Subjects) {
    self.behaviors = behaviors
    self.subjects = subjects
  }

  /// Starts the next experiment, if there is one.
  func startNext() {
    let index = state.withLock { state -> Int? in
      guard state.next < behaviors.count else { return nil }
      defer { state.next += 1 }
      state.running[state.next] = MonotonicClock.now() + Self.limit
      return state.next
    }
    guard let index else { return }
    let started = OwnThread.start(name: "experiment") { [self] in
      finish(index, Self.observe(behaviors[index], subjects))
    }
    if !started { finish(index, Observation(.failedToRun, "the system gave no thread for it")) }
  }

  /// The results since the last call; waits for one, and gives up on experiments that hang.
  func takeFinished() -> [BehaviorResult] {
    _ = change.wait(for: 200_000_000)
    let now = MonotonicClock.now()
    let hung = state.withLock { $0.running.filter { $0.value < now }.keys.sorted() }
    for index in hung { finish(index, Observation(.failedToRun, "it did not end within 30 s")) }
    return state.withLock { state in
      defer { state.finished = [] }
      return state.finished
    }
  }

  private func finish(_ index: Int, _ observation: Observation) {
    let counts = state.withLock { state in
      guard state.running.removeValue(forKey: index) != nil else { return false }
      state.finished.append(BehaviorResult(behaviors[index], observation))
      return true
    }
    guard counts else { return }
    startNext()
    change.signal()
  }

  private static func observe(_ behavior: Behavior, _ subjects: Subjects) -> Observation {
    var reason = ""
    for _ in 0..<attempts {
      do throws(Disturbed) {
        let start = ClockReading.now()
        let observation = try behavior.experiment(subjects)
        let events = ClockEvent.detected(from: start, to: .now())
        guard let event = events.first, !behavior.movesClocks else { return observation }
        throw Disturbed(event.kind == .set ? "the wall clock was set" : "the system slept")
      } catch {
        reason = error.description
      }
    }
    return Observation(.failedToRun, "disturbed \(attempts) times: \(reason)")
  }
}
