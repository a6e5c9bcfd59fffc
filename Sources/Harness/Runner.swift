import Synchronization
import Text
import Timers
import UnderTest
import Timing

/// What the runner tells while it measures; it prints nothing itself.
package enum RunnerEvent: Sendable {
  /// A run begins.
  case began(PlannedRun)
  /// Callbacks of the run that began last, in order; at least one.
  case ticks([Tick])
  /// The run goes on; the remaining time of the whole plan in nanoseconds.
  case remaining(Int64)
  /// The run has ended early, by its stop condition; comes before ``finished(_:_:)``.
  case stopped(StopReport)
  /// The run has ended.
  case finished(PlannedRun, RunFacts)
}

/// Measures a plan, run by run.
package struct Runner: Sendable {
  private let plan: Plan
  private let interruption: Interruption
  private let realtime: RealtimeSettings?
  private let tracing: KernelTracing?
  private let stop: StopCondition?
  private let more: (@Sendable (Plan) -> [Cell])?
  private let make: (@Sendable (String) -> (any TimerUnderTest)?)?

  /// Creates a runner.
  /// - Parameters:
  ///   - plan: the runs in the order to measure.
  ///   - interruption: ends the current run and those after it.
  ///   - realtime: what the threads that wait for deadlines ask for; `nil` for nothing.
  ///   - tracing: traces the kernel in every run; `nil` for not.
  ///   - stop: ends a run early; `nil` for nothing.
  ///   - make: makes a timer by its identifier; by default one of ``TimerKind/all``.
  ///   - more: asked when all of the plan is measured, and again after each repetition that it asked for: the cells to
  ///     repeat once more, none for the end. `nil` for the plan and no more.
  package init(
    plan: Plan, interruption: Interruption, realtime: RealtimeSettings? = nil, tracing: KernelTracing? = nil,
    stop: StopCondition? = nil, make: (@Sendable (String) -> (any TimerUnderTest)?)? = nil,
    more: (@Sendable (Plan) -> [Cell])? = nil
  ) {
    self.plan = plan
    self.interruption = interruption
    self.realtime = realtime
    self.tracing = tracing
    self.stop = stop
    self.more = more
    self.make = make
  }

  /// How long the whole plan takes if nothing holds it up.
  package var expectedLength: Nanoseconds {
    Nanoseconds(Self.remaining(of: plan, from: 0))
  }

  /// Measures every run of the plan; a run that fails does not keep the next from being measured.
  ///
  /// Called on the main thread, it lends that thread to the timers of the main run loop.
  /// - Parameter report: gets every event, from changing threads but never two at once. What it does while a run
  ///   goes on should be short, for it shares the machine with the timers.
  package func run(_ report: @escaping @Sendable (RunnerEvent) -> Void) -> Recording.Status {
    var status = Recording.Status.complete
    var plan = plan
    var next = 0
    while true {
      if next == plan.runs.count, interruption.signal == nil, let more { plan.add(more(plan)) }
      guard next < plan.runs.count else { return status }
      let planned = plan.runs[next]
      next += 1
      if interruption.signal != nil { return .interrupted }
      report(.began(planned))
      let rest = Self.remaining(of: plan, from: next)
      let facts = measure(planned) { event in
        if case .remaining(let ofRun) = event { report(.remaining(ofRun + rest)) } else { report(event) }
      }
      report(.finished(planned, facts))
      if facts.status == .failed { status = .failed }
      if facts.status == .interrupted { return .interrupted }
    }
  }

  private static func remaining(of plan: Plan, from index: Int) -> Int64 {
    plan.runs[index...].reduce(0) { $0 + plan.expectedLength(of: $1) }
  }

  private func measure(
    _ planned: PlannedRun, report: @escaping @Sendable (RunnerEvent) -> Void
  ) -> RunFacts {
    do throws(RunError) {
      let threads = realtime.map { RealtimeThreads($0) }
      let id = planned.cell.timer
      let made =
        if let make { make(id) } else { TimerKind.named(id)?.make(setup: threads?.setup ?? .none) }
      guard let timer = made else { throw .unknownTimer(id) }
      guard let load = planned.cell.load.known else { throw .unknownLoad(planned.cell.load.label) }
      let measurement = Measurement(
        planned: planned, load: load, timer: timer, length: plan.length, warmup: plan.warmup,
        expectedLength: plan.expectedLength(of: planned), seed: plan.seed &+ UInt64(planned.index),
        realtime: threads, interruption: interruption,
        tracing: tracing, stop: stop, report: report)
      return try measurement.run()
    } catch {
      return .failed("\(error)")
    }
  }
}

/// Why a run could not be measured at all.
package enum RunError: Error, CustomStringConvertible, Sendable {
  /// No timer has this identifier.
  case unknownTimer(String)
  /// No load has this label.
  case unknownLoad(String)
  /// The recorder has no memory.
  case recorder(RecorderError)
  /// The system has too little of what every run needs.
  case means(String)
  /// The load could not start.
  case load(String)
  /// The kernel could not be traced.
  case tracing(TracingError)

  package var description: String {
    switch self {
    case .unknownTimer(let id): "there is no timer '\(id)': see 'bench list'"
    case .unknownLoad(let label): "there is no load '\(label.printable)': see 'bench list'"
    case .means(let reason), .load(let reason): reason
    case .recorder(let error): "\(error)"
    case .tracing(let error): "\(error)"
    }
  }
}

extension RunFacts {
  /// A run that never began.
  static func failed(_ problem: String) -> RunFacts {
    RunFacts(
      status: .failed, problem: problem, epoch: MonotonicClock.now(), end: 0, slots: 0, fired: 0, missed: 0,
      pending: 0, callbacks: 0, warmup: 0, dropped: 0)
  }
}
