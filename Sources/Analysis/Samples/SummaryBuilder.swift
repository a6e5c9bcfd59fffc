import Timing

/// Gathers recordings, run by run and tick by tick, into the samples of their cells.
///
/// Holds about 4 bytes a callback; beyond a limit it keeps histograms instead, in constant memory. A cell that comes again, in the same recording or another, gains repetitions.
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
  /// Takes the place of the tracks once the cell holds more than the limit.
  private var digest: RunDigest?
  /// Whether there is a digest: what every callback asks, which copies the digest when it is asked itself.
  private var isCondensed = false
  private let limit: Int?
  private var held = 0

  /// Creates a builder without samples.
  /// - Parameter limit: how many callbacks of a cell are kept one by one; with more, all of the cell are kept as
  ///   ``RunDigest``. `nil` keeps every callback.
  package init(limit: Int? = nil) {
    self.limit = limit
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
    (parked, sources) = ([:], [])
    let before = cells[planned.cell]?.runs ?? []
    held = before.reduce(0) { $0 + $1.callbacks }
    isCondensed = limit == 0 || before.contains { $0.digest != nil }
    digest = isCondensed ? RunDigest(planned) : nil
  }

  /// Adds the next callback of the run that was begun; without one it is lost when the next run begins.
  package mutating func add(_ tick: Tick) {
    let lateness = tick.callback.subtractingSaturated(tick.deadline)
    if tick.warmup { return account.addWarmup(tick, lateness: lateness) }
    if tick.event { return setAside(tick, lateness: lateness) }
    let answers = account.add(tick, lateness: lateness)
    if isCondensed {
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
    if isCondensed {
      digest?.setAside(source: tick.source, slots: slots)
    } else if tick.source == track.source {
      track.setAside(slots)
    } else {
      parked[tick.source]?.setAside(slots)
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
    var tracks = parked
    if !track.lateness.isEmpty { tracks[track.source] = track }
    run.tracks = sources.compactMap { tracks[$0] }
    return run
  }

  /// Goes over to histograms for all of the cell.
  private mutating func condense() {
    guard let run else { return }
    let condensed = gathered(run, nil).condensed
    digest = condensed.digest
    isCondensed = true
    account = condensed.slots
    traced = TracedSamples()
    track = Track(source: 0)
    (parked, sources) = ([:], [])
    let cell = run.planned.cell
    if let runs = cells[cell]?.runs { cells[cell]?.runs = runs.map(\.condensed) }
  }

  /// The digest of the run that was begun, for a checkpoint; `nil` while its callbacks are kept.
  package var currentDigest: StoredDigest? { digest.map { StoredDigest($0, slots: account) } }

  /// Takes what a recording holds in place of the callbacks of the run that was begun.
  package mutating func replace(with stored: StoredDigest) {
    guard let run else { return }
    (digest, account) = stored.restored(run.planned)
    isCondensed = true
    track = Track(source: 0)
    (parked, sources) = ([:], [])
  }

  /// Ends the run that was begun; `nil` when the recording breaks off without its facts.
  package mutating func finish(_ facts: RunFacts?) {
    guard let begun = run else { return }
    let run = gathered(begun, facts)
    self.run = nil
    digest = nil
    isCondensed = false
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
