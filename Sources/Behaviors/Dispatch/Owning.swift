import Dispatch
import Text
import Timers

extension Behavior {
  private static let reference = "Timers: DispatchTimer"

  /// The owner of a Dispatch timer.
  static let dispatchOwner = [
    Behavior(
      "dispatch.owner-start-twice", "Starting an owner twice makes one timer.", documented: false,
      reference: reference
    ) {
      subjects in
      let stage = OwnerStage(subjects)
      let grid = SourceGrid(first: Pace.time(in: 2))
      let first = stage.owner.start(at: grid.first)
      let second = stage.owner.start(at: grid.first)
      wait { stage.log.count >= SourceGrid.enough || grid.contradiction(stage.log.events) != nil }
      _ = stage.owner.stop()
      let contradiction = grid.contradiction(stage.log.events)
      return .judge(
        first && !second && contradiction == nil && stage.log.count >= SourceGrid.enough,
        contradiction
          ?? "start: \(first), \(second); \(Numbers.counted(stage.log.count, "callback")) for \(stage.log.fired) deadlines"
      )
    },

    Behavior(
      "dispatch.owner-stop-first", "Stopped before its first deadline, an owner never calls back.",
      documented: false, reference: reference
    ) { subjects in
      let stage = OwnerStage(subjects)
      let started = stage.owner.start(at: Pace.time(in: 2))
      _ = stage.owner.stop()
      let again = stage.owner.start(at: Pace.time(in: 1))
      stall(Pace.silence)
      return .judge(
        started && !again && stage.log.count == 0,
        "\(Numbers.counted(stage.log.count, "callback")); starting it again: \(again)")
    },

    Behavior(
      "dispatch.owner-stop-inside", "Stopped inside its callback, that callback is the last.",
      documented: false,
      reference: reference
    ) { subjects in
      let stage = OwnerStage(subjects) { count, owner in
        guard count == 2 else { return }
        // The next deadline has passed already.
        stall(1.5)
        _ = owner?.stop()
      }
      _ = stage.owner.start(at: Pace.time(in: 1))
      wait { stage.log.count >= 2 }
      stall(Pace.silence)
      return .judge(stage.log.count == 2, "stopped in callback 2 of \(stage.log.count)")
    },

    Behavior(
      "dispatch.owner-stop-suspended",
      "Stopped while suspended, an owner ends cleanly: cancel handler once, no callback, target freed.",
      documented: false, reference: reference
    ) { subjects in
      let record = Target.Record()
      let cancels = Counter()
      let log = SourceLog()
      let after: Int
      do {
        let target = Target(record)
        let owner = subjects.owner.source(target, DispatchQueue(label: "owner")) { _, tick in
          log.note(fired: tick.fired)
        }
        _ = owner.onEnd { _ in cancels.add() }
        _ = owner.start(at: Pace.time(in: 1))
        wait { log.count >= 2 }
        _ = owner.suspend()
        stall(2)
        let before = log.count
        _ = owner.stop()
        _ = owner.resume()
        wait { cancels.value > 0 }
        stall(Pace.silence)
        after = log.count - before
        withExtendedLifetime(target) {}
      }
      let freed = wait(atMost: Pace.patience / 4) { record.isFreed }
      return .judge(
        cancels.value == 1 && after == 0 && freed,
        "cancel handler \(cancels.value)×, \(Numbers.counted(after, "callback")), target \(freed ? "freed" : "alive")"
      )
    },

    Behavior(
      "dispatch.owner-pending-teardown",
      "Let go of while a callback is pending, an owner never calls a target that is gone.", documented: false,
      reference: reference
    ) { subjects in
      let record = Target.Record()
      let queue = DispatchQueue(label: "owner")
      let blocked = DispatchSemaphore(value: 0)
      do {
        let target = Target(record)
        let owner = subjects.owner.source(target, queue) { target, _ in target.touch() }
        _ = owner.start(at: Pace.time(in: 1))
        wait { record.touches >= 1 }
        queue.async { blocked.wait() }
        // Deadlines pass and their event waits behind the block.
        stall(3)
        withExtendedLifetime((owner, target)) {}
      }
      let touches = record.touches
      let freed = wait(atMost: Pace.nanoseconds(10)) { record.isFreed }
      blocked.signal()
      queue.sync {}
      stall(Pace.silence)
      return .judge(
        touches >= 1 && record.touches == touches && freed,
        "\(touches) calls before, \(record.touches - touches) after; target \(freed ? "freed" : "alive") meanwhile"
      )
    },
  ]
}

/// An owner whose callbacks are logged.
private struct OwnerStage {
  let log = SourceLog()
  let owner: any TimerOwning
  private let target = Target(Target.Record())

  init(_ subjects: Subjects, work: @escaping @Sendable (Int, (any TimerOwning)?) -> Void = { _, _ in }) {
    let reference = WeakOwner()
    owner = subjects.owner.source(target, DispatchQueue(label: "owner")) { [log] _, tick in
      log.note(fired: tick.fired) { work($0, reference.owner.value?.value) }
    }
    reference.owner.value = Weak(value: owner)
  }
}

private struct Weak: Sendable {
  weak var value: (any TimerOwning)?
}

private final class WeakOwner: Sendable {
  let owner = Shared<Weak?>(nil)
}
