import Dispatch
import Text
import Timers

extension Behavior {
  /// Cancelling and what is left afterwards.
  static let dispatchCancelling = [
    Behavior(
      "dispatch.schedule-after-cancel", "After cancel() a new schedule has no effect.",
      reference: "DispatchSourceTimer.schedule(deadline:repeating:leeway:)"
    ) { subjects throws(Disturbed) in
      try withSource(subjects) { source, queue in
        let log = SourceLog()
        log.attach(to: source)
        source.schedule(at: .at(Pace.time(in: 1)), every: Pace.dispatch, leeway: nil)
        source.activate()
        wait { log.count >= 2 }
        source.cancel()
        queue.sync {}
        let before = log.count
        source.schedule(at: .at(Pace.time(in: 1)), every: Pace.dispatch, leeway: nil)
        stall(Pace.silence)
        queue.sync {}
        return .judge(
          before >= 2 && log.count == before, "\(before) events before cancel(), \(log.count - before) after")
      }
    },

    Behavior(
      "dispatch.cancel-handler", "The cancel handler runs exactly once, after the last event handler.",
      reference: "dispatch_source_set_cancel_handler"
    ) { subjects throws(Disturbed) in
      try withSource(subjects) { source, queue in
        let log = SourceLog()
        let cancels = Counter()
        let eventsThen = Shared(-1)
        log.attach(to: source)
        source.onCancel {
          cancels.add()
          eventsThen.value = log.count
        }
        source.schedule(at: .at(Pace.time(in: 1)), every: Pace.dispatch, leeway: nil)
        source.activate()
        wait { log.count >= 3 }
        source.cancel()
        source.cancel()
        wait { cancels.value > 0 }
        stall(Pace.silence)
        queue.sync {}
        return .judge(
          cancels.value == 1 && eventsThen.value == log.count,
          "ran \(cancels.value)×, after event \(eventsThen.value) of \(log.count)")
      }
    },

    Behavior(
      "dispatch.running-handler", "A handler that runs when the timer is cancelled finishes first.",
      reference: "dispatch_source_cancel"
    ) { subjects throws(Disturbed) in
      try withSource(subjects) { source, _ in
        let log = SourceLog()
        let begun = Counter()
        let finished = Counter()
        let finishedAtCancel = Shared(-1)
        log.attach(to: source) { count in
          guard count == 1 else { return }
          begun.add()
          // Longer than a cancel handler that does not wait for it may be late.
          stall(Pace.silence)
          finished.add()
        }
        source.onCancel { finishedAtCancel.value = finished.value }
        source.schedule(at: .at(Pace.time(in: 1)), every: Pace.dispatch, leeway: nil)
        source.activate()
        wait { begun.value > 0 }
        source.cancel()
        wait { finishedAtCancel.value >= 0 && finished.value > 0 }
        stall(Pace.silence)
        return .judge(
          finished.value == 1 && finishedAtCancel.value == 1 && log.count == 1,
          "the handler \(finishedAtCancel.value == 1 ? "had" : "had not") finished when the cancel handler ran; \(Numbers.counted(log.count, "event"))"
        )
      }
    },

    Behavior(
      "dispatch.captures-freed", "A cancelled timer frees what its handlers capture.",
      reference: "dispatch_source_cancel"
    ) { subjects throws(Disturbed) in
      let record = Target.Record()
      return try withSource(subjects) { source, _ in
        do {
          let target = Target(record)
          source.onEvent { target.touch() }
        }
        source.schedule(at: .at(Pace.time(in: 1)), every: Pace.dispatch, leeway: nil)
        source.activate()
        wait { record.touches >= 2 }
        let held = !record.isFreed
        source.cancel()
        let freed = wait(atMost: Pace.patience / 4) { record.isFreed }
        return .judge(
          held && freed,
          "after \(record.touches) calls \(held ? "alive" : "freed") before and \(freed ? "freed" : "alive") after cancel()"
        )
      }
    },
  ]
}
