/// Something that the kernel did and traced.
package struct KernelEvent: Hashable, Sendable {
  /// What a kernel timer does when it expires.
  package enum TimerFunction: Hashable, Sendable {
    /// Makes a file readable for which any thread may wait.
    case file
    /// Wakes the thread that started it.
    case wakeup
    /// Something else.
    case other
  }

  /// What was done.
  package enum Action: Hashable, Sendable {
    /// The running thread started a timer; `expires` is on the timer's own clock, monotonic or wall.
    case timerStarted(timer: UInt64, function: TimerFunction, expires: Int64)
    /// A timer expired, in an interrupt: the running thread has nothing to do with it. `now` is the reading of the
    /// timer's own clock by which the kernel found it due; the event comes later, by what tracing it takes.
    case timerExpired(timer: UInt64, function: TimerFunction, now: Int64)
    /// A thread was made ready to run.
    case woken(thread: Int32, name: String)
    /// The running thread gave the processor to another; 0 is the processor's idle thread. `state` is 0 when it
    /// could have gone on.
    case switched(to: Int32, name: String, state: Int32)
    /// The running thread goes on in its own code after it was not on a processor.
    case resumed
  }

  /// Monotonic nanoseconds.
  package var time: Int64
  /// The processor.
  package var cpu: Int32
  /// The thread that ran there.
  package var thread: Int32
  /// What was done.
  package var action: Action

  /// Creates an event.
  package init(time: Int64, cpu: Int32, thread: Int32, action: Action) {
    self.time = time
    self.cpu = cpu
    self.thread = thread
    self.action = action
  }
}
