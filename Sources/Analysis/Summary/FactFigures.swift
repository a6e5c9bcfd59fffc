import Timing

/// What the facts of a cell's runs add to its callbacks; unknown values are `nil`.
package struct FactFigures: Hashable, Sendable {
  /// Deadlines that had passed when their run ended and that no callback had served.
  package let pending: Int64
  /// Of these, what goes beyond the deadlines that may be on their way when a run ends: one of each timer, but no
  /// more than one in a hundred.
  package let stranded: Int64
  /// How far the grids of run-loop timers stood from their deadlines, in nanoseconds; runs beyond 50 µs only.
  package let gridOffsets: [Int64]
  /// Callbacks that found the recorder full and are in no figure.
  package let dropped: Int64
  /// Slots of those callbacks; neither missed nor in any figure.
  package let lost: Int64
  /// Times in which the process was stopped or the system slept.
  package let pauses: [RunPause]
  /// What happened to the clocks.
  package let clockEvents: [ClockEvent]
  /// Runs whose deadlines are times of the wall clock, and were moved by an event.
  package let moved: Int
  /// Runs that a signal ended.
  package let interrupted: Int
  /// Runs whose recording breaks off before their end.
  package let unfinished: Int
  /// The share of time the load was asked to hold the loop, the mean over the runs.
  package let requestedOccupancy: Double?
  /// The share of time the load did hold the loop, the mean over the runs.
  package let achievedOccupancy: Double?
  /// Why real-time settings that were asked for did not reach the timer's threads, of the first run that tells; `nil`
  /// where they did, and where none were asked for.
  package let withoutRealtime: String?
  /// Kernel events that tracing lost; `nil` for a cell that was not traced.
  package let traceLost: Int64?
  /// What went short with the load, each sentence once.
  package let loadProblems: [String]
  /// The leeway the mechanism reads back in nanoseconds, of the first run that tells.
  package let effectiveLeeway: Int64?
  /// CPU time of the whole process for each callback, in nanoseconds.
  package let cpuPerCallback: Double?
  /// Context switches of the whole process for each callback, asked for and forced together.
  package let switchesPerCallback: Double?
  /// The most memory that the process had at once in any of the runs, in bytes.
  package let peakMemory: Int64?
}

extension FactFigures {
  init(_ samples: CellSamples) {
    let facts = samples.runs.compactMap(\.facts)
    pending = facts.reduce(0) { $0.addingSaturated($1.pending) }
    stranded = facts.reduce(0) { $0.addingSaturated($1.stranded(in: samples.cell)) }
    gridOffsets = facts.compactMap(\.gridOffset).filter { $0.magnitude > 50_000 }
    dropped = facts.reduce(0) { $0.addingSaturated($1.dropped) }
    lost = facts.reduce(0) { $0.addingSaturated($1.lost ?? 0) }
    pauses = facts.flatMap { $0.pauses ?? [] }
    clockEvents = facts.flatMap(\.clockEvents)
    moved = facts.count { $0.deadlineClock == .wall && !$0.clockEvents.isEmpty }
    interrupted = facts.count { $0.status == .interrupted }
    unfinished = samples.runs.count - facts.count
    requestedOccupancy = Self.mean(facts.compactMap(\.requestedOccupancy))
    achievedOccupancy = Self.mean(facts.compactMap(\.achievedOccupancy))
    withoutRealtime =
      facts.lazy.compactMap(\.realtime).compactMap {
        if case .notApplied(let reason) = $0 { reason } else { nil }
      }.first
    let traced = facts.compactMap(\.traceLost)
    traceLost = traced.isEmpty ? nil : traced.reduce(0) { $0.addingSaturated($1) }
    loadProblems = facts.compactMap(\.loadProblem).reduce(into: []) { sentences, sentence in
      if !sentences.contains(sentence) { sentences.append(sentence) }
    }
    effectiveLeeway = facts.lazy.compactMap(\.effectiveLeeway).first
    cpuPerCallback = Self.perCallback(facts) { $0.cpu }
    switchesPerCallback = Self.perCallback(facts) { run in
      run.voluntarySwitches.flatMap { asked in run.involuntarySwitches.map { asked.addingSaturated($0) } }
    }
    peakMemory = facts.compactMap(\.peakMemory).max()
  }

  private static func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

  /// The process's figures cover warm-up and measured callbacks alike, so the callbacks of both divide them.
  private static func perCallback(_ facts: [RunFacts], _ figure: (RunFacts) -> Int64?) -> Double? {
    var (sum, callbacks) = (0.0, 0.0)
    for run in facts {
      guard let value = figure(run) else { continue }
      sum += Double(value)
      callbacks += Double(run.callbacks)
    }
    return callbacks > 0 ? sum / callbacks : nil
  }
}

extension RunFacts {
  /// The pending deadlines of a run of `cell` beyond those that may be on their way when it ends: one of each timer, but
  /// no more than one in a hundred.
  func stranded(in cell: Cell) -> Int64 {
    if pendingBelongsToEvent(interval: cell.interval.count) { return 0 }
    let onTheirWay = min(Int64(max(1, cell.timers)), max(1, slots / 100))
    return max(0, pending.subtractingSaturated(onTheirWay))
  }
}
