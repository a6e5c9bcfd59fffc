import Timing

/// Gathers recordings, run by run and tick by tick, into the samples of their cells.
///
/// Holds about 4 bytes a callback; beyond a limit it keeps counts of times or histograms instead, in memory that does not
/// grow with the callbacks. A cell that comes again, in the same recording or another, gains repetitions.
package struct SummaryBuilder: Sendable {
  private var cells: [Cell: CellSamples] = [:]
  /// The runs planned that have not begun, by their number.
  private var awaited: [Int: PlannedRun] = [:]
  private var begun: Set<Int> = []
  private var run: RunSamples?
  private var account = SlotAccount()
  private var traced = TracedSamples()
  private var track = Track(source: 0)
  private var parked: [Int32: Track] = [:]
  private var sources: [Int32] = []
  private var opening: [Int64] = []
  /// Takes the place of the tracks once the cell holds more than the limit.
  private var digest: RunDigest?
  /// Takes the place of the tracks once the run is longer than the limit.
  private var counts: RunCounts?
  /// What is kept of the run: what every callback asks, which copies a digest when it is asked itself.
  private var keeping = Keeping.callbacks
  private let limit: Int?
  /// Whether times are counted beyond the limit, and whether every lateness is kept besides.
  private let isCounting: Bool
  private let keepsSeries: Bool
  private var held = 0

  private enum Keeping {
    case callbacks, counts, digest
  }

  /// Creates a builder without samples.
  /// - Parameter limit: how many callbacks of a cell are kept one by one; with more, all of the cell are kept as
  ///   ``RunDigest``. `nil` keeps every callback.
  package init(limit: Int? = nil) {
    (self.limit, isCounting, keepsSeries) = (limit, false, false)
  }

  /// Creates a builder without samples that counts times where callbacks are many: every quantile is still that of all,
  /// and nothing tells what is beyond chance.
  /// - Parameters:
  ///   - limit: how many callbacks of a cell are kept one by one.
  ///   - series: whether the lateness of each is kept besides, 4 bytes a callback, as TDEV and MTIE need it.
  package init(countingBeyond limit: Int, series: Bool) {
    (self.limit, isCounting, keepsSeries) = (limit, true, series)
  }

  /// Tells what a recording is to hold: runs that never begin are part of their cells. The parts of a recording may tell
  /// the same runs again.
  package mutating func plan(_ runs: [PlannedRun]) {
    for run in runs where !begun.contains(run.index) { awaited[run.index] = run }
  }

  /// Begins a run; one that was begun before and not finished counts as broken off.
  package mutating func begin(_ planned: PlannedRun) {
    finish(nil)
    begun.insert(planned.index)
    awaited[planned.index] = nil
    run = RunSamples(planned: planned)
    account = SlotAccount(interval: max(1, planned.cell.interval.count))
    traced = TracedSamples()
    track = Track(source: 0)
    (parked, sources, opening) = ([:], [], [])
    let before = cells[planned.cell]?.runs ?? []
    held = isCounting ? 0 : before.reduce(0) { $0 + $1.callbacks }
    let isCondensed = !isCounting && (limit == 0 || before.contains { $0.digest != nil })
    keeping = isCondensed ? .digest : .callbacks
    digest = isCondensed ? RunDigest(planned) : nil
    counts = nil
  }

  /// Adds the next callback of the run that was begun; without one it is lost when the next run begins.
  package mutating func add(_ tick: Tick) {
    let lateness = tick.callback.subtractingSaturated(tick.deadline)
    if tick.warmup { return account.addWarmup(tick, lateness: lateness) }
    if tick.event { return setAside(tick, lateness: lateness) }
    let answers = account.add(tick, lateness: lateness)
    if opening.count < RunSamples.longestOpening { opening.append(lateness) }
    switch keeping {
    case .callbacks: break
    case .counts:
      counts?.add(
        source: tick.source, slot: tick.slot, lateness: lateness, blocked: tick.blocked, answers: answers)
      if account.hasOtherResponses {
        for progression in account.takeOtherResponses() { counts?.add(response: progression) }
      }
      if tick.attribution != nil { traced.add(tick) }
      guard keepsSeries else { return }
      if tick.source != track.source || track.lateness.isEmpty { select(tick.source) }
      track.add(slot: tick.slot, lateness: lateness)
      return
    case .digest:
      digest?.add(
        source: tick.source, slot: tick.slot, lateness: lateness, blocked: tick.blocked, answers: answers)
      for progression in account.takeOtherResponses() { digest?.add(response: progression) }
      return
    }
    if tick.source != track.source || track.lateness.isEmpty { select(tick.source) }
    track.add(tick, lateness: lateness, answers: answers)
    if tick.attribution != nil { traced.add(tick) }
    held += 1
    if let limit, held > limit { condense() }
  }

  /// Counts a callback whose lateness belongs to a clock event: it is in no figure, and its slots are a gap.
  private mutating func setAside(_ tick: Tick, lateness: Int64) {
    account.setAside(tick, lateness: lateness)
    let slots = tick.fired.addingSaturated(tick.missed)
    switch keeping {
    case .digest: digest?.setAside(source: tick.source, slots: slots)
    case .counts: counts?.setAside(source: tick.source, slots: slots)
    case .callbacks:
      if tick.source == track.source {
        track.setAside(slots)
      } else {
        parked[tick.source]?.setAside(slots)
      }
    }
  }

  /// Adds the next callbacks of the run that was begun.
  package mutating func add(_ ticks: [Tick]) {
    for tick in ticks { add(tick) }
  }

  /// The run that was begun, with what is known of it so far.
  private func gathered(_ run: RunSamples, _ facts: RunFacts?) -> RunSamples {
    var run = run
    run.facts = facts
    run.slots = account
    run.traced = traced
    run.digest = digest
    run.opening = opening
    var tracks = parked
    if !track.lateness.isEmpty { tracks[track.source] = track }
    run.tracks = sources.compactMap { tracks[$0] }
    return run
  }

  /// Goes over to counts for the run, or to histograms for all of the cell.
  private mutating func condense() {
    guard let run else { return }
    let kept = gathered(run, nil)
    if isCounting {
      counts = RunCounts(kept)
      keeping = .counts
      _ = account.takeOtherResponses()
      if keepsSeries { return forgetCauses() }
    } else {
      let condensed = kept.condensed
      digest = condensed.digest
      keeping = .digest
      account = condensed.slots
      traced = TracedSamples()
      let cell = run.planned.cell
      if let runs = cells[cell]?.runs { cells[cell]?.runs = runs.map(\.condensed) }
    }
    track = Track(source: 0)
    (parked, sources) = ([:], [])
  }

  /// Keeps of the tracks what is asked of a series.
  private mutating func forgetCauses() {
    track.forgetCauses()
    for source in parked.keys { parked[source]?.forgetCauses() }
  }

  /// The digest of the run that was begun, for a checkpoint; `nil` while its callbacks are kept.
  package var currentDigest: StoredDigest? { digest.map { StoredDigest($0, slots: account) } }

  /// Takes what a recording holds in place of the callbacks of the run that was begun.
  package mutating func replace(with stored: StoredDigest) {
    guard let run else { return }
    (digest, account) = stored.restored(run.planned)
    keeping = .digest
    counts = nil
    track = Track(source: 0)
    (parked, sources) = ([:], [])
  }

  /// Ends the run that was begun; `nil` when the recording breaks off without its facts.
  package mutating func finish(_ facts: RunFacts?) {
    guard let begun = run else { return }
    var run = gathered(begun, facts)
    let counted = counts?.finished()
    self.run = nil
    (digest, counts) = (nil, nil)
    keeping = .callbacks
    track = Track(source: 0)
    parked = [:]
    let cell = run.planned.cell
    if let counted {
      (run.digest, run.isCounted) = (counted.digest, true)
      if facts?.status != .failed { cells[cell, default: CellSamples(cell: cell)].counts.add(counted.times) }
    }
    if facts?.status == .failed {
      cells[cell, default: CellSamples(cell: cell)].failures.append(
        RunFailure(planned: run.planned, problem: facts?.problem))
    } else {
      cells[cell, default: CellSamples(cell: cell)].runs.append(run)
      if isCounting, let limit { cells[cell]?.countKept(beyond: limit, series: keepsSeries) }
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
  package mutating func add(_ recording: Recording) {
    for run in recording.runs {
      begin(run.planned)
      for tick in run.ticks { add(tick) }
      finish(run.facts)
    }
  }

  /// The samples of a cell's last run alone, once it is finished; `nil` where the cell has none whose figures count.
  package func latestRun(of cell: Cell) -> CellSamples? {
    cells[cell]?.runs.last.map { run in
      var samples = CellSamples(cell: cell)
      samples.runs = [run]
      return samples
    }
  }

  /// The samples of every cell so far, in the cells' order.
  package func samples() -> [CellSamples] {
    var cells = cells
    for run in awaited.values.sorted(by: { $0.index < $1.index }) {
      cells[run.cell, default: CellSamples(cell: run.cell)].unbegun.append(run)
    }
    return cells.values.sorted { $0.cell < $1.cell }
  }
}

extension CellSamples {
  /// Counts the times of runs whose callbacks are kept one by one, where they are too many together.
  fileprivate mutating func countKept(beyond limit: Int, series: Bool) {
    let kept = runs.indices.filter { runs[$0].digest == nil }
    guard kept.reduce(0, { $0 + runs[$1].callbacks }) > limit else { return }
    for index in kept {
      let (times, digest) = RunCounts(runs[index]).finished()
      counts.add(times)
      (runs[index].digest, runs[index].isCounted) = (digest, true)
      runs[index].forgetCallbacks(series: series)
    }
  }
}
