/// What the scheduler did between the deadline of one callback and the callback.
package struct SchedulerStory: Hashable, Sendable {
  /// A thread by its number and name; number 0 is a processor's idle thread.
  package struct Named: Hashable, Sendable {
    /// The kernel's number of the thread.
    package var id: Int32
    /// The name it had.
    package var name: String
  }

  /// What a thread does at a moment.
  package enum State: String, Hashable, Sendable {
    /// It has a processor.
    case running
    /// It is ready, and waits for a processor.
    case ready
    /// It waits for something.
    case sleeping
    /// A signal or a debugger holds it.
    case stopped
  }

  /// A time in one state.
  package struct Span: Hashable, Sendable {
    /// The start, nanoseconds after the deadline.
    package var start: Int64
    /// How long, in nanoseconds.
    package var length: Int64
    /// The state.
    package var state: State
    /// The processor of a running thread.
    package var cpu: Int32?
  }

  /// How long one thread had one processor.
  package struct Share: Hashable, Sendable {
    /// The processor.
    package var cpu: Int32
    /// Who had it.
    package var thread: Named
    /// How long in all, in nanoseconds.
    package var length: Int64
  }

  /// The thread of the callback; `nil` when the trace does not tell.
  package var thread: Named?
  /// What that thread did, in order, from the deadline to the callback.
  package var spans: [Span]
  /// Who had which processor meanwhile: by processor, the longest first. Threads that the trace did not see coming are
  /// left out.
  package var shares: [Share]
}

extension SchedulerStory {
  /// Tells the story from the events of the whole machine, in order of time.
  /// - Parameters:
  ///   - deadline: the callback's deadline, monotonic.
  ///   - callback: the callback, monotonic.
  ///   - thread: the thread it ran on; `nil` when unknown.
  package init(events: [KernelEvent], deadline: Int64, callback: Int64, thread: Int32?) {
    var current: [Int32: (thread: Named, since: Int64)] = [:]
    var lengths: [Int32: [Named: Int64]] = [:]
    var state: (value: State, cpu: Int32?, since: Int64)?
    var spans: [Span] = []
    var names: [Int32: String] = [0: "idle"]

    func enter(_ value: State?, cpu: Int32? = nil, at time: Int64) {
      if let state, time > deadline {
        let start = max(state.since, deadline)
        if time > start {
          spans.append(
            Span(start: start - deadline, length: time - start, state: state.value, cpu: state.cpu))
        }
      }
      state = value.map { ($0, cpu, time) }
    }
    func leave(_ cpu: Int32, at time: Int64) {
      guard let (thread, since) = current[cpu], time > deadline else { return }
      lengths[cpu, default: [:]][thread, default: 0] += time - max(since, deadline)
    }

    // Linux can leave out the switch from an idle processor to a thread: what the thread does next shows it there.
    func see(_ running: Int32, on cpu: Int32, at time: Int64) {
      guard current[cpu]?.thread.id != running else { return }
      leave(cpu, at: time)
      current[cpu] = (Named(id: running, name: names[running] ?? ""), time)
      if running == thread { enter(.running, cpu: cpu, at: time) }
    }

    for event in events.prefix(while: { $0.time <= callback }) {
      switch event.action {
      case .woken(let woken, let name):
        see(event.thread, on: event.cpu, at: event.time)
        names[woken] = name
        if woken == thread, state?.value != .running { enter(.ready, at: event.time) }
      case .resumed: see(event.thread, on: event.cpu, at: event.time)
      case .switched(let next, let nextName, let left):
        leave(event.cpu, at: event.time)
        if next != 0 { names[next] = nextName }
        current[event.cpu] = (Named(id: next, name: names[next] ?? ""), event.time)
        if event.thread == thread { enter(State(kernel: left), at: event.time) }
        if next == thread { enter(.running, cpu: event.cpu, at: event.time) }
      case .timerStarted, .timerExpired: break
      }
    }
    enter(nil, at: callback)
    for cpu in current.keys { leave(cpu, at: callback) }
    self.thread = thread.map { Named(id: $0, name: names[$0] ?? "") }
    self.spans = spans
    shares = lengths.flatMap { cpu, threads in
      threads.map { Share(cpu: cpu, thread: $0, length: $1) }
    }.sorted { ($0.cpu, -$0.length, $0.thread.id) < ($1.cpu, -$1.length, $1.thread.id) }
  }
}

extension SchedulerStory.State {
  /// The state of a thread that left its processor: bits of the kernel's `__TASK_STOPPED` and `__TASK_TRACED`.
  init(kernel state: Int32) {
    self =
      switch state & 0xFF {
      case 0: .ready
      case let bits where bits & (4 | 8) != 0: .stopped
      default: .sleeping
      }
  }
}
