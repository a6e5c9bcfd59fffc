import Timing

/// Rows of a run that were measured and found no room in the file.
package struct RowLosses: Hashable, Sendable {
  /// How many.
  package private(set) var rows: Int64 = 0
  /// When the first and the last of them were called back, in nanoseconds from the run's epoch.
  package private(set) var first: Int64 = 0
  package private(set) var last: Int64 = 0
  fileprivate var warmup: Int64 = 0
  fileprivate var fired: Int64 = 0
  fileprivate var missed: Int64 = 0

  mutating func add(_ tick: Tick) {
    if rows == 0 { first = tick.callback }
    last = tick.callback
    rows += 1
    warmup += tick.warmup ? 1 : 0
    fired += tick.fired
    missed += tick.missed
  }
}

extension RunFacts {
  /// The facts of the rows that are in the file; the slots of the others are lost.
  func without(_ losses: RowLosses) -> RunFacts {
    guard losses.rows > 0 else { return self }
    var facts = self
    facts.callbacks -= losses.rows
    facts.warmup -= losses.warmup
    facts.fired -= losses.fired
    facts.missed -= losses.missed
    facts.dropped += losses.rows
    facts.lost = (facts.lost ?? 0) + losses.fired + losses.missed
    return facts
  }
}
