import Dispatch
import Foundation
import Timers

/// The part of an experiment that runs in a process of its own, since it may trap or is stopped.
package enum BehaviorChild {
  /// Runs the part that the arguments name, on the calling thread and its run loop, and writes to standard output.
  /// - Returns: the exit status.
  package static func run(_ arguments: [String]) -> Int32 {
    switch (arguments.first, arguments.dropFirst().first, arguments.dropFirst(2).first.flatMap { Double($0) })
    {
    case ("interval", "runloop", let seconds?): loopInterval(seconds)
    case ("interval", "dispatch", let seconds?): sourceInterval(seconds)
    case ("release", "source", _): releaseSource()
    case ("release", "owner", _): releaseOwner()
    case ("stopped", "runloop", _): stoppedLoop()
    case ("stopped", "dispatch", _): stoppedSource()
    default: return 64
    }
    return 0
  }

  private static func write(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  /// Fires a run-loop timer of an interval that may be out of range.
  private static func loopInterval(_ seconds: Double) {
    let log = LoopLog()
    let timer = Timer(fire: Pace.date(in: 0.5), interval: seconds, repeats: true) { log.note($0) }
    RunLoop.current.add(timer, forMode: .default)
    runLoop(atMost: Pace.nanoseconds(4)) { log.count >= 1_000 }
    write("interval \(timer.timeInterval)")
    write("callbacks \(log.count)")
  }

  /// Fires a Dispatch timer of an interval that may be out of range.
  private static func sourceInterval(_ seconds: Double) {
    let queue = DispatchQueue(label: "child")
    let source = SystemSource(queue: queue, strict: false)
    let log = SourceLog()
    log.attach(to: source)
    let first = Pace.time(in: 0.5)
    source.schedule(at: .at(first), every: .nanoseconds(Int(seconds * 1e9)), leeway: nil)
    source.activate()
    wait(atMost: Pace.nanoseconds(4)) { log.count >= 1_000 }
    source.cancel()
    queue.sync {}
    write("callbacks \(log.count)")
    write("fired \(log.fired)")
  }

  /// Lets go of a bare source that is suspended.
  private static func releaseSource() {
    do {
      let source = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "child"))
      source.setEventHandler {}
      source.schedule(deadline: .now(), repeating: Pace.dispatch)
      source.activate()
      source.suspend()
    }
    stall(2)
    write("went on")
  }

  /// Lets go of an owner that is suspended.
  private static func releaseOwner() {
    let ends = Counter()
    do {
      let owner = DispatchTimer(on: DispatchQueue(label: "child"), TimerAction { _ in })
      owner.onEnd { _ in ends.add() }
      owner.start(.every(.nanoseconds(Pace.interval)))
      owner.suspend()
    }
    stall(2)
    write("ended \(ends.value)")
  }

  /// A run-loop timer that reports every callback: slot, 1, lateness in intervals, phase of the fire date.
  private static func stoppedLoop() {
    let grid = LoopGrid(first: Pace.date(in: 4))
    let log = LoopLog()
    let timer = Timer(fire: grid.first, interval: Pace.seconds, repeats: true) { log.note($0) }
    RunLoop.current.add(timer, forMode: .default)
    do { try grid.requireAhead() } catch { return write("disturbed \(error)") }
    let gap = GapWatch()
    runLoop(atMost: Pace.processPatience / 2) {
      if gap.isReady(after: log.count) { write("ready") }
      return gap.isPassed(by: log.events.map(\.callback))
    }
    for event in log.events {
      write("event \(grid.slot(event.fireDate)) 1 \(grid.lateness(event)) \(grid.phase(event.fireDate))")
    }
  }

  /// A Dispatch timer that reports every callback: first slot, number, lateness of the first in intervals, phase 0.
  private static func stoppedSource() {
    let grid = SourceGrid(first: Pace.time(in: 1))
    let log = SourceLog()
    let source = SystemSource(queue: DispatchQueue(label: "child"), strict: false)
    log.attach(to: source)
    source.schedule(at: .at(grid.first), every: Pace.dispatch, leeway: nil)
    source.activate()
    let gap = GapWatch()
    wait(atMost: Pace.processPatience / 2) {
      if gap.isReady(after: log.count) { write("ready") }
      return gap.isPassed(by: log.events.map(\.callback))
    }
    source.cancel()
    var slot = 0
    for event in log.events {
      let late = Double(event.callback - grid.first) / Double(grid.interval) - Double(slot)
      write("event \(slot) \(event.fired) \(late) 0")
      slot += event.fired
    }
  }
}

/// Says when the parent may stop the process, and when it has been continued and seen enough.
private final class GapWatch {
  private var isAnnounced = false

  /// Whether this is the moment to announce.
  func isReady(after count: Int) -> Bool {
    guard !isAnnounced, count > Phases.enough else { return false }
    isAnnounced = true
    return true
  }

  /// Whether enough callbacks came after a gap of eight intervals.
  func isPassed(by callbacks: [Int64]) -> Bool {
    let gap = zip(callbacks, callbacks.dropFirst()).lastIndexed { $1 - $0 > Pace.nanoseconds(8) }
    return gap.map { callbacks.count >= $0 + Phases.enough + 2 } ?? false
  }
}

extension Sequence {
  /// The position of the last element that meets a condition.
  fileprivate func lastIndexed(where condition: (Element) -> Bool) -> Int? {
    var last: Int?
    for (index, element) in enumerated() where condition(element) { last = index }
    return last
  }
}
