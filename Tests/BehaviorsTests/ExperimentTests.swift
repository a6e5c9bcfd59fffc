import Behaviors
import Foundation
import Testing

/// A behaviour, and subjects under which its experiment must see that the claim does not hold.
struct Wrong: Sendable, CustomTestStringConvertible {
  let id: String
  let subjects: Subjects
  let fault: String

  static func loop(_ id: String, _ faults: LoopFault) -> Wrong {
    Wrong(id: id, subjects: Subjects(loop: .wrong(faults)), fault: "\(faults)")
  }

  static func source(_ id: String, _ faults: SourceFault) -> Wrong {
    Wrong(id: id, subjects: Subjects(source: .wrong(faults)), fault: "\(faults)")
  }

  static func owner(_ id: String, _ owner: OwnerSubject, _ fault: String) -> Wrong {
    Wrong(id: id, subjects: Subjects(owner: owner), fault: fault)
  }

  /// A child that only writes what a wrong timer's process would.
  static func child(_ id: String, _ script: String, _ fault: String) -> Wrong {
    let command = ChildCommand(executable: "/bin/sh", arguments: ["-c", script, "sh"])
    return Wrong(id: id, subjects: Subjects(child: command), fault: fault)
  }

  var testDescription: String { "\(id), \(fault)" }
}

extension Wrong {
  static let all: [Wrong] = loops + sources + owners + children

  static let loops: [Wrong] = [
    .loop("runloop.not-added", .firesUnadded),
    .loop("runloop.added", .neverFires),
    .loop("runloop.scheduled-default", .ignoresMode),
    .loop("runloop.scheduled-default", .neverFires),
    .loop("runloop.interval-first-fire", .firesAtOnce),
    .loop("runloop.scheduled-first-fire", .firesAtOnce),
    .loop("runloop.past-fire-date", .catchesUp),
    .loop("runloop.mode-pauses", .ignoresMode),
    .loop("runloop.mode-common", .leavesCommonModes),
    .loop("runloop.nested", .reenters),
    .loop("runloop.thread-no-loop", .firesOffLoop),
    .loop("runloop.thread-loop", .firesOffLoop),
    .loop("runloop.added-from-outside", .firesOffLoop),
    .loop("runloop.added-from-outside", .neverFires),
    .loop("runloop.invalidated-from-outside", .firesAfterInvalidate),
    .loop("runloop.one-shot", .repeatsForever),
    .loop("runloop.invalidate-twice", .revivesOnSecondInvalidate),
    .loop("runloop.reference-dropped", .diesWithHandle),
    .loop("runloop.invalidate-inside", .firesAfterInvalidate),
    .loop("runloop.invalidate-outside", .firesAfterInvalidate),
    .loop("runloop.strong-capture-held", .dropsBlock),
    .loop("runloop.strong-capture-freed", .leaksBlock),
    .loop("runloop.weak-capture", .holdsTarget),
    .loop("runloop.never-early", .early),
    .loop("runloop.overrun-skips", .catchesUp),
    .loop("runloop.overrun-phase", .shiftsPhase),
    .loop("runloop.busy-loop", .catchesUp),
    .loop("runloop.busy-loop", .shiftsPhase),
    .loop("runloop.fire-date-moves", .ignoresFireDate),
    .loop("runloop.fire-date-moves", .shiftsPhase),
    .loop("runloop.tolerance-read", .forgetsTolerance),
    .loop("runloop.tolerance-shares", .neverShares),
    .loop("runloop.smallest-interval", .skipsSlots),
  ]

  static let sources: [Wrong] = [
    .source("dispatch.created-inactive", .startsActive),
    .source("dispatch.handler-first", .dropsFirst),
    .source("dispatch.activate-twice", .doublesOnActivate),
    .source("dispatch.schedule-late", .schedulesItself),
    .source("dispatch.reschedule", .ignoresReschedule),
    .source("dispatch.schedule-after-cancel", .revivesAfterCancel),
    .source("dispatch.schedule-after-cancel", .firesAfterCancel),
    .source("dispatch.cancel-handler", .cancelsTwice),
    .source("dispatch.cancel-handler", .firesAfterCancel),
    .source("dispatch.running-handler", .overlaps),
    .source("dispatch.captures-freed", .leaksHandler),
    .source("dispatch.suspend-balanced", .resumesAtOnce),
    .source("dispatch.suspended-silent", .ignoresSuspend),
    .source("dispatch.suspended-backlog", .losesBacklog),
    .source("dispatch.suspended-backlog", .catchesUp),
    .source("dispatch.serial-no-overlap", .overlaps),
    .source("dispatch.concurrent-no-overlap", .overlaps),
    .source("dispatch.overrun-merges", .losesBacklog),
    .source("dispatch.overrun-merges", .losesCount),
    .source("dispatch.overrun-merges", .shiftsPhase),
    .source("dispatch.never-early", .early),
    .source("dispatch.busy-queue", .catchesUp),
    .source("dispatch.busy-queue", .shiftsPhase),
    .source("dispatch.leeway-default", .sharesWakeups),
    .source("dispatch.leeway-zero", .sharesWakeups),
    .source("dispatch.leeway-strict", .sharesWakeups),
    .source("dispatch.leeway-bounds", .comesLate),
    .source("dispatch.wall-deadline", .early),
    .source("dispatch.past-start", .losesBacklog),
    .source("dispatch.never", .comesNow),
    .source("dispatch.far-future", .comesNow),
    .source("dispatch.repeating-never", .repeatsNever),
    .source("dispatch.target-queue", .overlaps),
    .source("dispatch.smallest-interval", .losesCount),
  ]

  static let owners: [Wrong] = [
    .owner("runloop.owner-weak-target", .wrong(.holdsTarget), "holds its target"),
    .owner("runloop.owner-stops", .wrong(.forgetsToStop), "goes on without its owner"),
    .owner("dispatch.owner-start-twice", .wrong(.startsTwice), "two timers"),
    .owner("dispatch.owner-stop-first", .wrong(.ignoresStop), "ignores stop"),
    .owner("dispatch.owner-stop-inside", .wrong(.ignoresStop), "ignores stop"),
    .owner("dispatch.owner-stop-suspended", .wrong(.endsTwice), "end handler twice"),
    .owner("dispatch.owner-stop-suspended", .wrong(.holdsTarget), "leaks its target"),
    .owner("dispatch.owner-pending-teardown", .wrong(.holdsTarget), "calls a target that was let go of"),
    .owner("runloop.owner-end-once", .wrong(.endsTwice), "end handler twice"),
    .owner("runloop.owner-end-once", .wrong(.ignoresStop), "ignores stop"),
    .owner("bag.shares-wakeups", .wrongBag(isEarly: false), "a wakeup for each"),
    .owner("bag.shares-wakeups", .wrongBag(isEarly: true), "early"),
    .owner("overlap.skip", .overlapping, "overlaps"),
    .owner("overlap.coalesce", .overlapping, "overlaps"),
    .owner("overlap.queue", .overlapping, "overlaps"),
    .owner("overlap.skip", .confused, "another policy"),
    .owner("overlap.coalesce", .confused, "another policy"),
    .owner("overlap.queue", .confused, "another policy"),
  ]

  static let children: [Wrong] = [
    .child("runloop.interval-zero", "echo callbacks 1; echo interval 0.0", "fires once"),
    .child("runloop.interval-negative", "echo callbacks 1; echo interval 0.0", "fires once"),
    .child("runloop.interval-below-1ns", "echo callbacks 1; echo interval 0.0", "fires once"),
    .child("dispatch.interval-zero", "echo callbacks 0; echo fired 0", "never fires"),
    .child("dispatch.interval-negative", "echo callbacks 0; echo fired 0", "never fires"),
    .child("dispatch.release-suspended", "echo went on", "is released"),
    .child("dispatch.owner-release-suspended", "kill -ILL $$", "traps"),
    .child("dispatch.owner-release-suspended", "echo ended 2", "ends twice"),
    .child(
      "runloop.stopped-process", stopped("3 1 12 0", "4 1 11 0", "5 1 10 0"), "makes up for what passed"),
    .child(
      "runloop.stopped-process", stopped("3 1 12 0.3", "15 1 0.1 0.3", "16 1 0.1 0.3"), "shifts the phase"),
    .child("dispatch.stopped-process", stopped("3 1 12.5 0", "4 1 11.5 0", "5 1 10.5 0"), "a burst"),
    .child("dispatch.stopped-process", stopped("3 1 12.5 0", "4 1 0.5 0", "5 1 0.5 0"), "loses the number"),
  ]

  /// What a process writes that fired three times on time before it was stopped.
  private static func stopped(_ events: String...) -> String {
    "echo ready; sleep 0.1; for slot in 0 1 2; do echo event $slot 1 0.01 0; done; "
      + events.map { "echo event \($0)" }.joined(separator: "; ")
  }
}

/// Runs experiments without holding a thread that other tests need.
func observe(_ behaviors: [Behavior], _ subjects: Subjects) async -> [BehaviorResult] {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread {
      continuation.resume(returning: BehaviorSuite.run(behaviors, subjects: subjects))
    }
  }
}

@Suite struct ExperimentTests {
  @Test(arguments: Wrong.all)
  func `an experiment sees that a wrong timer differs`(wrong: Wrong) async throws {
    let behavior = try #require(Behavior.named(wrong.id))
    let results = await observe([behavior], wrong.subjects)
    #expect(results.first?.observed == .differs, "\(results.first?.evidence ?? "no result")")
  }

  @Test func `every experiment is shown a wrong timer`() {
    // Without an effect of leeway on this platform the system's own timer is the wrong one; see the test below.
    let bySystem: Set = ["dispatch.leeway-shares", "dispatch.leeway-never"]
    #expect(Set(Behavior.all.map(\.id)).subtracting(Wrong.all.map(\.id)) == bySystem)
  }

  @Test func `leeway that is ignored is seen`() async throws {
    for id in ["dispatch.leeway-shares", "dispatch.leeway-never"] {
      let behavior = try #require(Behavior.named(id))
      let subject = SourceSubject { queue, _ in StrictSource(queue) }
      #expect(await observe([behavior], Subjects(source: subject)).first?.observed == .differs)
    }
  }

  @Test func `right timers keep every claim`() async {
    let right = Subjects(loop: .wrong(), source: .wrong(shares: true), child: nil)
    let results = await observe(Behavior.all, right)
    for result in results where result.observed != .holds {
      #expect(result.observed == .unsupported, "\(result.id): \(result.evidence)")
      #expect(result.evidence.contains("process"), "\(result.id): \(result.evidence)")
    }
  }

  @Test func `identifiers are unique and begin with their family`() {
    #expect(Set(Behavior.all.map(\.id)).count == Behavior.all.count)
    for behavior in Behavior.all {
      #expect(behavior.families.count > 1 || behavior.id.hasPrefix("\(behavior.families[0].rawValue)."))
      #expect(behavior.claim.hasSuffix("."))
      #expect(!behavior.reference.isEmpty)
    }
  }

  @Test func `an experiment that traps in its process is unsupported`() async throws {
    let behavior = try #require(Behavior.named("dispatch.interval-negative"))
    let command = ChildCommand(executable: "/bin/sh", arguments: ["-c", "kill -ILL $$"])
    let result = await observe([behavior], Subjects(child: command)).first
    #expect(result?.observed == .unsupported)
    #expect(result?.evidence.contains("signal 4") == true)
  }

  @Test func `a process that was disturbed is repeated and given up with its reason`() async throws {
    let behavior = try #require(Behavior.named("runloop.stopped-process"))
    let command = ChildCommand(executable: "/bin/sh", arguments: ["-c", "echo disturbed too late"])
    let result = await observe([behavior], Subjects(child: command)).first
    #expect(result?.observed == .failedToRun)
    #expect(result?.evidence == "disturbed 4 times: too late")
  }

  @Test(arguments: ["/nonexistent/program", "/bin/false"])
  func `a process that gives no answer is a failure to run`(program: String) async throws {
    for id in ["dispatch.interval-zero", "dispatch.stopped-process"] {
      let behavior = try #require(Behavior.named(id))
      let subjects = Subjects(child: ChildCommand(executable: program, arguments: []))
      #expect(await observe([behavior], subjects).first?.observed == .failedToRun)
    }
  }
}
