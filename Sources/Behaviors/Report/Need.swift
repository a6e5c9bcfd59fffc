/// What a program may need of a timer, and which timer the observed behaviour gives it.
package struct Need: Hashable, Sendable {
  /// What is needed.
  package var need: String
  /// What to use for it.
  package var use: String
  /// The behaviours that say so.
  package var because: [String]

  /// Creates an answer.
  package init(need: String, use: String, because: [String]) {
    self.need = need
    self.use = use
    self.because = because
  }
}

/// A need with its candidates, best first: the first whose conditions were all observed is the answer.
struct NeedRule: Sendable {
  struct Candidate: Sendable {
    let use: String
    let conditions: [(id: String, result: Observation.Result)]

    init(_ use: String, holds: [String] = [], differs: [String] = []) {
      self.use = use
      conditions = holds.map { ($0, .holds) } + differs.map { ($0, .differs) }
    }
  }

  let need: String
  let candidates: [Candidate]

  init(_ need: String, _ candidates: Candidate...) {
    self.need = need
    self.candidates = candidates
  }
}

extension Need {
  /// The answers that results allow; a need about which nothing decisive was observed is left out.
  package static func derived(from results: [BehaviorResult]) -> [Need] {
    let observed = Dictionary(results.map { ($0.id, $0.observed) }) { first, _ in first }
    return rules.compactMap { rule in
      let answer = rule.candidates.first { candidate in
        candidate.conditions.allSatisfy { observed[$0.id] == $0.result }
      }
      return answer.map { Need(need: rule.need, use: $0.use, because: $0.conditions.map(\.id)) }
    }
  }

  private static let rules: [NeedRule] = [
    NeedRule(
      "a thread without a run loop",
      .init("DispatchSourceTimer", holds: ["runloop.thread-no-loop", "dispatch.handler-first"])),
    NeedRule(
      "a pause while the loop is in another mode",
      .init("Timer in the default mode", holds: ["runloop.mode-pauses"])),
    NeedRule(
      "callbacks in every mode of a loop",
      .init("Timer in the common modes", holds: ["runloop.mode-common"]),
      .init("DispatchSourceTimer", holds: ["dispatch.handler-first"])),
    NeedRule(
      "the count of deadlines under load",
      .init(
        "DispatchSourceTimer, the sum of data", holds: ["dispatch.overrun-merges", "dispatch.busy-queue"]),
      .init("Timer, slots by fireDate", holds: ["runloop.never-early", "runloop.overrun-phase"])),
    NeedRule(
      "one callback after a stall, no burst",
      .init("either", holds: ["runloop.busy-loop", "dispatch.busy-queue"]),
      .init("DispatchSourceTimer", holds: ["dispatch.busy-queue"]),
      .init("Timer", holds: ["runloop.busy-loop"])),
    NeedRule(
      "a phase that survives overruns",
      .init("either", holds: ["runloop.overrun-phase", "dispatch.overrun-merges"]),
      .init("DispatchSourceTimer", holds: ["dispatch.overrun-merges"]),
      .init("Timer", holds: ["runloop.overrun-phase"])),
    NeedRule(
      "a handler that never overlaps itself",
      .init(
        "either", holds: ["runloop.nested", "dispatch.serial-no-overlap", "dispatch.concurrent-no-overlap"]),
      .init("DispatchSourceTimer on a serial queue", holds: ["dispatch.serial-no-overlap"])),
    NeedRule(
      "suspend and resume with the backlog counted",
      .init("DispatchSourceTimer", holds: ["dispatch.suspended-silent", "dispatch.suspended-backlog"])),
    NeedRule(
      "the end known: a handler after the last",
      .init("DispatchSourceTimer, cancel handler", holds: ["dispatch.cancel-handler"])),
    NeedRule(
      "captures freed when the timer ends",
      .init("either", holds: ["runloop.strong-capture-freed", "dispatch.captures-freed"]),
      .init(
        "DispatchSourceTimer, or Timer with weak captures",
        holds: ["dispatch.captures-freed", "runloop.weak-capture"], differs: ["runloop.strong-capture-freed"])
    ),
    NeedRule(
      "the first callback after one interval",
      .init("either", holds: ["runloop.interval-first-fire", "dispatch.handler-first"]),
      .init(
        "scheduledTimer or Timer(fire:), not Timer(timeInterval:)", holds: ["runloop.scheduled-first-fire"],
        differs: ["runloop.interval-first-fire"])),
    NeedRule(
      "a grid that moves while it runs",
      .init("either", holds: ["runloop.fire-date-moves", "dispatch.reschedule"]),
      .init("Timer, fireDate", holds: ["runloop.fire-date-moves"]),
      .init("DispatchSourceTimer, schedule", holds: ["dispatch.reschedule"])),
    NeedRule(
      "wakeups shared to save energy",
      .init("either", holds: ["runloop.tolerance-shares", "dispatch.leeway-shares"]),
      .init("DispatchSourceTimer with leeway", holds: ["dispatch.leeway-shares"]),
      .init("Timer with tolerance", holds: ["runloop.tolerance-shares"]),
      .init(
        "neither here: give timers the same deadlines",
        differs: ["runloop.tolerance-shares", "dispatch.leeway-shares"])),
    NeedRule(
      "deadlines on the wall clock",
      .init("DispatchSourceTimer, wallDeadline", holds: ["dispatch.wall-deadline"])),
    NeedRule(
      "slots known after the process was stopped",
      .init("DispatchSourceTimer, the sum of data", holds: ["dispatch.stopped-process"]),
      .init("Timer, slots by fireDate", holds: ["runloop.stopped-process"])),
    NeedRule(
      "work longer than the interval",
      .init("either, with an OverlapGuard", holds: ["overlap.skip", "overlap.coalesce", "overlap.queue"])),
  ]
}
