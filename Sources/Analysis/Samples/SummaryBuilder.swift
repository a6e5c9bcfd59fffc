import Timing

/// Gathers recordings, run by run and tick by tick, into the samples of their cells.
///
/// Holds about 8 bytes a callback. A cell that comes again, in the same recording or another, gains repetitions.
public struct SummaryBuilder: Sendable {
  private var cells: [Cell: CellSamples] = [:]
  private var current: RunSamples?
  private var trackIndex: [Int32: Int] = [:]
  private var lastSource: Int32 = 0
  private var lastTrack = -1
  private var clusterStart: Int64?

  /// Creates a builder without samples.
  public init() {}

  /// Begins a run; one that was begun before and not finished counts as broken off.
  public mutating func begin(_ planned: PlannedRun) {
    finish(nil)
    current = RunSamples(planned: planned)
    trackIndex = [:]
    lastTrack = -1
    clusterStart = nil
  }

  /// Adds the next callback of the run that was begun; without one it is ignored.
  public mutating func add(_ tick: Tick) {
    guard current != nil else { return }
    if tick.warmup {
      current?.warmup += 1
      return
    }
    let lateness = tick.callback.subtractingSaturated(tick.deadline)
    if lastTrack < 0 || tick.source != lastSource { selectTrack(tick.source) }
    current?.tracks[lastTrack].add(tick, lateness: lateness)
    current?.account(tick, lateness: lateness)
    if let start = clusterStart, tick.deadline <= start, current?.planned.cell.timers != 1 { return }
    clusterStart = tick.callback
    current?.clusters += 1
  }

  /// Ends the run that was begun; `nil` when the recording breaks off without its facts.
  public mutating func finish(_ facts: RunFacts?) {
    guard var run = current else { return }
    current = nil
    run.facts = facts
    let cell = run.planned.cell
    if facts?.status == .failed {
      cells[cell, default: CellSamples(cell: cell)].failures.append(
        RunFailure(planned: run.planned, problem: facts?.problem))
    } else {
      cells[cell, default: CellSamples(cell: cell)].runs.append(run)
    }
  }

  /// Adds every run of a recording.
  public mutating func add(_ recording: Recording) {
    for run in recording.runs {
      begin(run.planned)
      for tick in run.ticks { add(tick) }
      finish(run.facts)
    }
  }

  /// The samples of every cell so far, in the cells' order.
  public func samples() -> [CellSamples] {
    cells.values.sorted { $0.cell < $1.cell }
  }

  /// The summary of every cell so far, in the cells' order.
  /// - Parameter quantiles: quantiles to give besides ``Quantile/standard``.
  public func summaries(quantiles: [Quantile] = []) -> [CellSummary] {
    samples().map { CellSummary($0, quantiles: quantiles) }
  }

  private mutating func selectTrack(_ source: Int32) {
    lastSource = source
    if let known = trackIndex[source] {
      lastTrack = known
    } else {
      lastTrack = trackIndex.count
      trackIndex[source] = lastTrack
      current?.tracks.append(Track(source: source))
    }
  }
}

extension RunSamples {
  mutating func account(_ tick: Tick, lateness: Int64) {
    fired = fired.addingSaturated(tick.fired)
    missed = missed.addingSaturated(tick.missed)
    handler = handler.addingSaturated(tick.handler)
    guard tick.missed > 0 || tick.fired > 1 else { return }
    let interval = max(1, planned.cell.interval.count)
    if tick.missed > 0 {
      otherResponses.append(
        Progression(lowest: lateness.addingSaturated(interval), count: tick.missed, step: interval))
    }
    if tick.fired > 1 {
      let reach = interval.multipliedSaturated(by: tick.fired - 1)
      otherResponses.append(
        Progression(lowest: lateness.subtractingSaturated(reach), count: tick.fired - 1, step: interval))
    }
  }
}
