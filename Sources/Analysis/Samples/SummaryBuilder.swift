import Timing

/// Gathers recordings, run by run and tick by tick, into the samples of their cells.
///
/// Holds about 8 bytes a callback. A cell that comes again, in the same recording or another, gains repetitions.
public struct SummaryBuilder: Sendable {
  private var cells: [Cell: CellSamples] = [:]
  private var run: RunSamples?
  private var account = SlotAccount()
  private var traced = TracedSamples()
  private var track = Track(source: 0)
  private var parked: [Int32: Track] = [:]
  private var sources: [Int32] = []

  /// Creates a builder without samples.
  public init() {}

  /// Begins a run; one that was begun before and not finished counts as broken off.
  public mutating func begin(_ planned: PlannedRun) {
    finish(nil)
    run = RunSamples(planned: planned)
    account = SlotAccount(interval: max(1, planned.cell.interval.count), timers: planned.cell.timers)
    traced = TracedSamples()
    track = Track(source: 0)
    (parked, sources) = ([:], [])
  }

  /// Adds the next callback of the run that was begun; without one it is lost when the next run begins.
  public mutating func add(_ tick: Tick) {
    if tick.warmup {
      account.warmup += 1
      return
    }
    let lateness = tick.callback.subtractingSaturated(tick.deadline)
    if tick.source != track.source || track.lateness.isEmpty { select(tick.source) }
    track.add(tick, lateness: lateness)
    account.add(tick, lateness: lateness)
    if tick.attribution != nil { traced.add(tick) }
  }

  /// Ends the run that was begun; `nil` when the recording breaks off without its facts.
  public mutating func finish(_ facts: RunFacts?) {
    guard var run else { return }
    self.run = nil
    run.facts = facts
    run.slots = account
    run.traced = traced
    if !track.lateness.isEmpty { parked[track.source] = track }
    run.tracks = sources.compactMap { parked[$0] }
    track = Track(source: 0)
    parked = [:]
    let cell = run.planned.cell
    if facts?.status == .failed {
      cells[cell, default: CellSamples(cell: cell)].failures.append(
        RunFailure(planned: run.planned, problem: facts?.problem))
    } else {
      cells[cell, default: CellSamples(cell: cell)].runs.append(run)
    }
  }

  private mutating func select(_ source: Int32) {
    if !track.lateness.isEmpty { parked[track.source] = track }
    if let known = parked.removeValue(forKey: source) {
      track = known
    } else {
      track = Track(source: source)
      sources.append(source)
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
}
