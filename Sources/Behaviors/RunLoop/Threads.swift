import Dispatch
import Foundation
import Text
import Timers

extension Behavior {
  /// The thread whose loop serves a timer.
  static let runLoopThreads = [
    Behavior(
      "runloop.thread-no-loop",
      "On a worker whose run loop does not run, a timer never fires, without an error.",
      reference: "Threading Programming Guide, Run Loops"
    ) { subjects in
      let log = LoopLog()
      let done = DispatchSemaphore(value: 0)
      DispatchQueue(label: "worker").async {
        let timer = subjects.loop.scheduledTimer(Pace.seconds, true) { log.note($0) }
        stall(Pace.silence)
        timer.invalidate()
        done.signal()
      }
      done.wait()
      return .judge(
        log.count == 0, "\(Numbers.counted(log.count, "callback")) in \(decimal(Pace.silence)) intervals")
    },

    Behavior(
      "runloop.thread-loop", "On a thread whose run loop runs, it fires on that thread.",
      reference: "Threading Programming Guide, Run Loops"
    ) { subjects in
      let log = LoopLog()
      let thread = LoopThread()
      defer { thread.end() }
      let made = Shared<HandOver<any LoopTimer>?>(nil)
      thread.perform {
        made.value = HandOver(subjects.loop.scheduledTimer(Pace.seconds, true) { log.note($0) })
      }
      let came = wait { log.count >= 3 }
      if let timer = made.value { thread.perform { timer.value.invalidate() } }
      let there = log.events.allSatisfy { $0.thread == thread.thread }
      return .judge(
        came && there, "\(Numbers.counted(log.count, "callback")), \(there ? "all there" : "elsewhere")")
    },

    Behavior(
      "runloop.added-from-outside",
      "A timer that is added to another thread's sleeping loop wakes it and fires on that thread.",
      documented: false, reference: "CFRunLoopAddTimer is thread-safe; RunLoop is documented not to be"
    ) { subjects in
      let log = LoopLog()
      let thread = LoopThread()
      defer { thread.end() }
      let timer = HandOver(subjects.loop.timer(Pace.date(in: 1), Pace.seconds, true) { log.note($0) })
      thread.add(timer.value)
      let came = wait(atMost: Pace.patience / 2) { log.count >= 3 }
      thread.perform { timer.value.invalidate() }
      let there = log.events.allSatisfy { $0.thread == thread.thread }
      return .judge(
        came && there, "\(Numbers.counted(log.count, "callback")), \(there ? "all there" : "elsewhere")")
    },

    Behavior(
      "runloop.invalidated-from-outside", "A timer that another thread invalidates does not fire any more.",
      documented: false, reference: "Timer.invalidate() asks to be called on the timer's thread"
    ) { subjects throws(Disturbed) in
      let log = LoopLog()
      let thread = LoopThread()
      defer { thread.end() }
      let timer = HandOver(subjects.loop.timer(Pace.date(in: 1), Pace.seconds, true) { log.note($0) })
      thread.perform { timer.value.add(to: .current, mode: .default) }
      guard wait(until: { log.count >= 2 }) else { return Observation(.differs, "it never fired") }
      timer.value.invalidate()
      let at = Date()
      stall(Pace.silence)
      // A callback that had begun counts as before.
      let after = log.events.filter { $0.fireDate > at && $0.date > at }.count
      return .judge(after == 0, "\(Numbers.counted(log.count - after, "callback")) before, \(after) after")
    },
  ]
}
