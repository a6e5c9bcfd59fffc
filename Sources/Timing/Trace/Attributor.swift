/// Finds, for each callback, the kernel's timer that led to it and how its thread came to run.
///
/// Pure: kernel events go in, in order of time; every time is monotonic nanoseconds. A callback can be attributed
/// once all events before it are in.
///
/// The kernel timer of a callback is, among those that the process started and that expired before the callback,
/// the one armed nearest to the deadline and less than half an interval from it; of several that are equally near,
/// to 20 µs or an eighth of the interval, the one that expired last: a loop that finds itself early arms again. Without
/// any, it is the last that was started only after the deadline: a thread that came too late to arm it in time. A
/// timer that wakes a thread is only considered for callbacks of the thread that started it.
///
/// Some kernels do not trace every switch. A thread that does something runs, so it then counts as running from the
/// first thing it was seen to do.
package struct Attributor: Sendable {
  private struct Arming {
    var expires: Int64
    var started: Int64
    var thread: Int32
  }

  private struct Expiry {
    var armed: Int64
    var started: Int64
    var expired: Int64
    /// The only thread whose callbacks it can lead to; `nil` for any.
    var thread: Int32?

    /// From when on the kernel could run it: what comes before is the delay of whoever armed it too late.
    var couldFire: Int64 { min(max(armed, started), expired) }
  }

  private let interval: Int64
  /// How the wall clock stood to the monotonic clock, for timers on it; `nil` where none are.
  package var clocks: ClockRecord?
  private var armings: [UInt64: Arming] = [:]
  private var expiries: [Expiry] = []
  private var threads: [Int32: ThreadTimeline] = [:]
  private var callbackThreads: [(from: Int64, thread: Int32)] = []

  /// Begins with no events.
  /// - Parameters:
  ///   - interval: the distance between a timer's deadlines, in nanoseconds.
  ///   - clocks: how the wall clock stood to the monotonic clock, for timers on it; `nil` where none are.
  package init(interval: Int64, clocks: ClockRecord? = nil) {
    self.interval = interval
    self.clocks = clocks
  }

  /// Enters the next event.
  package mutating func enter(_ event: KernelEvent) {
    switch event.action {
    case .timerStarted(let timer, _, let expires):
      armings[timer] = Arming(
        expires: monotonic(expires, at: event.time), started: event.time, thread: event.thread)
      threads[event.thread, default: ThreadTimeline()].act(at: event.time)
    case .timerExpired(let timer, let function, let now):
      // Timers that another process started are not known here.
      guard let arming = armings.removeValue(forKey: timer), function != .other else { return }
      let expiry = Expiry(
        armed: arming.expires, started: arming.started, expired: expired(now, tracedAt: event.time),
        thread: function == .wakeup ? arming.thread : nil)
      expiries.insert(expiry, at: expiries.partitioningIndex { $0.expired > expiry.expired })
    case .woken(let thread, _):
      threads[thread, default: ThreadTimeline()].wake(at: event.time)
    case .switched(let next, _, _):
      if event.thread != 0 { threads[event.thread, default: ThreadTimeline()].leave(at: event.time) }
      if next != 0 { threads[next, default: ThreadTimeline()].run(from: event.time) }
    case .resumed: threads[event.thread, default: ThreadTimeline()].act(at: event.time)
    }
  }

  /// Enters that callbacks from `time` on, until the next such entry, run on `thread`.
  package mutating func enter(callbacksOn thread: Int32, from time: Int64) {
    callbackThreads.append((time, thread))
  }

  /// The thread of a callback at a time; `nil` when none was entered.
  package func callbackThread(at time: Int64) -> Int32? {
    let index = callbackThreads.partitioningIndex { $0.from > time }
    return index > 0 ? callbackThreads[index - 1].thread : nil
  }

  /// The four moments of a callback; `nil` when the events do not tell them.
  package func attribution(deadline: Int64, callback: Int64) -> Attribution? {
    guard let thread = callbackThread(at: callback),
      let expiry = expiry(deadline: deadline, callback: callback, thread: thread),
      let timeline = threads[thread], let running = timeline.running(at: callback)
    else { return nil }
    guard running > expiry.expired else {
      return Attribution(
        armed: expiry.couldFire, expired: expiry.expired, woken: expiry.expired, running: expiry.expired)
    }
    // A thread that was ready when the timer expired and had to wait for a processor needed no waking.
    let woken = timeline.woken(before: running).map { max($0, expiry.expired) } ?? expiry.expired
    return Attribution(armed: expiry.couldFire, expired: expiry.expired, woken: woken, running: running)
  }

  private func expiry(deadline: Int64, callback: Int64, thread: Int32) -> Expiry? {
    let equallyNear = min(20_000, interval / 8)
    var best: Expiry?
    var lateStart: Expiry?
    var nearerThan = (interval + 1) / 2
    var index = expiries.partitioningIndex { $0.expired > callback }
    while index > 0 {
      index -= 1
      let expiry = expiries[index]
      // No timer expires before the time it was armed with, so what is left is farther from the deadline.
      if deadline - expiry.expired >= nearerThan { break }
      guard expiry.thread ?? thread == thread else { continue }
      if lateStart == nil, expiry.started > deadline { lateStart = expiry }
      let distance = abs(expiry.armed - deadline)
      guard distance < nearerThan else { continue }
      best = expiry
      nearerThan = distance - equallyNear
    }
    return best ?? lateStart
  }

  /// Forgets what no callback after `time` can need.
  package mutating func forget(before time: Int64) {
    expiries.removeFirst(expiries.partitioningIndex { $0.expired >= time })
    for thread in threads.keys { threads[thread]?.forget(before: time) }
    threads = threads.filter { !$0.value.isEmpty }
    let live = callbackThreads.partitioningIndex { $0.from > time }
    if live > 1 { callbackThreads.removeFirst(live - 1) }
  }

  /// Forgets everything: events were lost, and what was known may no longer hold.
  package mutating func forgetEvents() {
    armings = [:]
    expiries = []
    threads = [:]
  }

  /// When a timer expired: at the kernel's own reading, since the event is stamped only after what it takes to trace it,
  /// microseconds where several trace. A wall clock that was set between arming and expiry tells nothing.
  private func expired(_ now: Int64, tracedAt time: Int64) -> Int64 {
    let reading = monotonic(now, at: time)
    return reading <= time && (reading == now || time - reading < 1_000_000) ? reading : time
  }

  /// A reading of a timer's clock on the monotonic clock. The two clocks lie decades apart, so the nearer reading is
  /// meant.
  private func monotonic(_ reading: Int64, at time: Int64) -> Int64 {
    guard let clocks else { return reading }
    let (wall, overflow) = reading.subtractingReportingOverflow(clocks.wallOffset(at: time))
    guard !overflow, wall.magnitude < Int64.max / 2, reading < Int64.max / 2 else { return reading }
    return abs(wall - time) < abs(reading - time) ? wall : reading
  }
}
