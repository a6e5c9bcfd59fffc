import Timers
import UnderTest
import Timing

/// One run: load, timers, recorder, and what comes of them.
struct Measurement {
  let planned: PlannedRun
  let load: Load
  let timer: any TimerUnderTest
  let length: RunLength
  let warmup: Nanoseconds
  let expectedLength: Int64
  let seed: UInt64
  let realtime: RealtimeThreads?
  let interruption: Interruption
  let tracing: KernelTracing?
  let stop: StopCondition?
  let report: @Sendable (RunnerEvent) -> Void

  /// Measures the run on the calling thread.
  func run() throws(RunError) -> RunFacts {
    try Means.check(load.threads)
    let outside: (any RunningLoad)?
    do throws(LoadError) { outside = try load.startBeforeTimers() } catch { throw .load("\(error)") }
    let instances = try startTracing(outside)
    defer { instances?.end() }
    let begun = MonotonicClock.now()
    let cell = planned.cell
    let window = RunWindow(
      cell: cell, neighbours: load.neighbours, length: length, warmup: warmup, now: begun)
    let end = EndSignal()
    let limits = Recorder.Limits(
      sources: window.measured, warmupEnd: window.warmupEnd, count: window.count,
      handler: load.handlerLength(interval: cell.interval))
    let room = window.capacity(under: load, length: length, warmup: warmup)
    let (recorder, threads): (Recorder, ThreadLog?)
    do throws(RecorderError) {
      recorder = try Recorder(capacity: room, limits: limits, end: end)
      threads = instances == nil ? nil : try ThreadLog(capacity: room)
    } catch {
      _ = outside?.stop(.nothing)
      throw .recorder(error)
    }
    do throws(RunError) { try Means.check(0) } catch {
      _ = outside?.stop(.nothing)
      throw error
    }
    let keeper = ClockKeeper(period: ClockKeeper.period(interval: cell.interval.count))
    defer { keeper.stop() }
    let ledger = Ledger(
      recorder: recorder, accounting: accounting(of: window, begun: begun), keeper: keeper,
      distance: cell.interval.count / Int64(window.measured), epoch: window.schedules[0].first)
    let trace = instances.flatMap { instances in
      threads.map {
        RunTrace(
          instances, threads: $0, epoch: window.schedules[0].first, interval: cell.interval.count)
      }
    }
    let tap = tap(recorder, window, threads: threads, end: end)
    let newest = stop.map { _ in TickWindow() }
    let drain = Drain(
      ledger: ledger, trace: trace, window: newest, end: end,
      patience: window.patience(handler: limits.handler),
      finish: begun + expectedLength, interruption: interruption,
      report: report)
    interruption.watch(end)

    let usage = ResourceUsage.withNewPeak()
    let facts = timer.start(
      window.schedules, leeway: cell.leeway?.count ?? 0, until: window.end ?? .max, receiver: tap ?? recorder)
    let onLoop = load.startOnLoop(
      LoadContext(timer: timer, recorder: recorder, interval: cell.interval, seed: seed))
    if facts.problem != nil { end.raise() }
    timer.wait(for: end, until: window.end ?? .max)
    let ended = MonotonicClock.now()
    end.raise()
    onLoop?.endSending()
    timer.stop()
    let spent = ResourceUsage.now() - usage
    drain.join()

    var concluded = conclude(
      ledger, ended: ended, begun: begun, window: window, timer: facts, spent: spent,
      stalled: drain.stalled, loads: [outside, onLoop].compactMap { $0 })
    concluded.traceLost = trace?.lost
    if let stop, let stopped = newest?.report(planned, stop, story: { trace?.story(of: $0) }) {
      concluded.stoppedBy = "\(stop)"
      report(.stopped(stopped))
    }
    return concluded
  }

  /// Begins to trace, where that is asked for; after the load, so that a program it runs is not traced.
  private func startTracing(_ outside: (any RunningLoad)?) throws(RunError) -> TraceInstances? {
    guard tracing != nil else { return nil }
    do throws(TracingError) {
      return try TraceInstances(wholeMachine: stop != nil)
    } catch {
      _ = outside?.stop(.nothing)
      throw .tracing(error)
    }
  }

  /// What stands before the recorder; `nil` when nothing has to.
  private func tap(_ recorder: Recorder, _ window: RunWindow, threads: ThreadLog?, end: EndSignal)
    -> CallbackTap?
  {
    guard threads != nil || stop != nil else { return nil }
    let threshold = stop.map { stop in
      CallbackTap.Threshold(
        lateness: stop.lateness.count, schedules: Array(window.schedules.prefix(window.measured)),
        evidence: timer.evidence, warmupEnd: window.warmupEnd)
    }
    return CallbackTap(recorder: recorder, threads: threads, threshold: threshold, end: end)
  }

  private func accounting(of window: RunWindow, begun: Int64) -> Accounting {
    Accounting(
      schedules: Array(window.schedules.prefix(window.measured)), evidence: timer.evidence,
      wallDeadlines: timer.wallDeadlines, begun: begun, warmupEnd: window.warmupEnd)
  }

  private func conclude(
    _ ledger: Ledger, ended: Int64, begun: Int64, window: RunWindow, timer: TimerFacts,
    spent: ResourceUsage, stalled: Bool, loads: [any RunningLoad]
  ) -> RunFacts {
    let epoch = window.schedules[0].first
    let called = ledger.accounting.totals
    // A count ends with its last callback; what the clock shows after it belongs to no run.
    let reachedCount = window.count.map { called.callbacks - called.warmup >= Int64($0) } ?? false
    // A callback can come between the reading of the clock and the end that it is the reading of.
    let last = ledger.lastCallback ?? ended
    let end = reachedCount ? last : max(ended, last)
    ledger.settleLosses(at: end)
    let accounting = ledger.accounting
    let totals = accounting.totals
    var problem = ledger.problem.map { "the accounting does not hold: \($0)" }
    var slots: Int64 = 0
    do throws(AccountingError) {
      slots = try accounting.slotsElapsed(at: end)
    } catch {
      problem = problem ?? "the accounting does not hold: \(error)"
    }
    let outcome = LoadContext.Outcome(
      length: end - begun, busy: totals.busy, slots: slots,
      neighbourCallbacks: Int64(ledger.recorder.neighbourCallbacks))
    let achievements = loads.map { $0.stop(outcome) }
    if let refusal = timer.problem { problem = problem ?? refusal }
    if let failed = achievements.first(where: \.failed) { problem = problem ?? failed.problem }
    if stalled { problem = problem ?? "callbacks ceased to come: the timer no longer fires under this load" }
    if interruption.signal == nil, totals.callbacks == totals.warmup {
      problem = problem ?? noCallback(slots: slots)
    }

    var facts = RunFacts(
      status: problem != nil
        ? .failed : interruption.signal != nil && !reachedCount ? .interrupted : .complete,
      problem: problem, epoch: epoch, end: end - epoch, slots: slots, fired: totals.fired,
      missed: totals.missed, pending: accounting.pending(at: end), callbacks: totals.callbacks,
      warmup: totals.warmup, dropped: Int64(ledger.recorder.dropped))
    facts.lost = facts.dropped > 0 ? totals.lost : nil
    facts.requestedOccupancy = achievements.compactMap(\.requested).first
    facts.achievedOccupancy = achievements.compactMap(\.achieved).first
    facts.loadProblem = achievements.compactMap(\.problem).first
    facts.effectiveLeeway = timer.effectiveLeeway
    facts.wallBracket = timer.wallBracket
    facts.gridOffset = ledger.gridOffset
    facts.rejectedFireDates = self.timer.evidence == .fireDate ? totals.rejected : nil
    facts.cpu = spent.cpu
    facts.voluntarySwitches = spent.voluntarySwitches
    facts.involuntarySwitches = spent.involuntarySwitches
    facts.peakMemory = spent.peakMemory
    facts.pauses = ledger.watch.pauses.isEmpty ? nil : ledger.watch.pauses
    let events = ledger.clockEvents.map { $0.since(epoch) }
    let (set, slept) = (events.filter { $0.kind == .set }, events.filter { $0.kind == .sleep })
    facts.clockSet = set.isEmpty ? nil : set
    facts.sleep = slept.isEmpty ? nil : slept
    facts.deadlineClock = self.timer.wallDeadlines ? .wall : nil
    facts.eventful = totals.eventful > 0 ? totals.eventful : nil
    facts.realtime = realtime?.outcome
    return facts
  }

  private func noCallback(slots: Int64) -> String {
    slots == 0
      ? "no callback came: the run is shorter than one interval of \(planned.cell.interval); measure for longer"
      : "no callback came, though \(slots) deadlines passed"
  }
}
