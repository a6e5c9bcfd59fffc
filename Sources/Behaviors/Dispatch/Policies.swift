import Dispatch
import Timers

extension Behavior {
  private static let reference = "Timers: OverlapGuard"

  /// The overlap policies that an owner's callbacks can offer their occurrences to.
  static let overlapPolicies = [
    Behavior(
      "overlap.skip", Family.allCases, "Policy skip: occurrences that come while the work runs are dropped.",
      documented: false, reference: reference
    ) { subjects in
      let stage = PolicyStage(subjects, .skip, offers: 4)
      return .judge(
        stage.runs == [1] && stage.most == 1 && stage.outcomes == [.started, .dropped, .dropped, .dropped],
        stage.evidence)
    },

    Behavior(
      "overlap.coalesce", Family.allCases,
      "Policy coalesce: occurrences that come while the work runs share one more run.", documented: false,
      reference: reference
    ) { subjects in
      let stage = PolicyStage(subjects, .coalesce, offers: 4)
      return .judge(
        stage.runs == [1, 9] && stage.most == 1 && stage.outcomes == [.started, .pending, .merged, .merged],
        stage.evidence)
    },

    Behavior(
      "overlap.queue", Family.allCases,
      "Policy queue: every occurrence runs, one after the other, in order.",
      documented: false, reference: reference
    ) { subjects in
      let stage = PolicyStage(subjects, .queue, offers: 4)
      return .judge(
        stage.runs == [1, 2, 3, 4] && stage.most == 1
          && stage.outcomes == [.started, .pending, .pending, .pending],
        stage.evidence)
    },
  ]
}

/// Occurrences 1, 2, 3, … (their number is what they stand for) offered while the work of the first is held.
private struct PolicyStage {
  let outcomes: [OverlapGuard.Outcome]
  /// What each run stood for, in order.
  let runs: [Int]
  /// How many ran at once, at most.
  let most: Int

  init(_ subjects: Subjects, _ policy: OverlapPolicy, offers: Int) {
    let log = SourceLog()
    let begun = MonotonicSemaphore()
    let held = MonotonicSemaphore()
    @Sendable func run(_ tick: TimerTick) {
      log.note(fired: tick.fired) { count in
        if count == 1 {
          begun.signal()
          held.wait()
        } else {
          stall(0.5)
        }
      }
    }
    let work = subjects.owner.overlap(policy) { run($0) }
    func offer(_ fired: Int) -> OverlapGuard.Outcome {
      let now = MonotonicClock.now()
      return work.offer(TimerTick(deadline: now, callback: now, fired: fired))
    }
    var outcomes = [offer(1)]
    begun.wait()
    for fired in 2..<(offers + 1) { outcomes.append(offer(fired)) }
    // Work that wrongly overlaps has time to do so.
    stall(Pace.silence)
    held.signal()
    let expected = policy == .skip ? 1 : policy == .coalesce ? 2 : offers
    wait { log.count >= expected && log.running == 0 }
    stall(Pace.silence)
    self.outcomes = outcomes
    runs = log.events.map(\.fired)
    most = log.overlap
  }

  var evidence: String {
    "occurrences that stand for 1, 2, 3, 4 deadlines; runs told of \(runs.map { "\($0)" }.joined(separator: ", ")); at most \(most) at once"
  }
}
