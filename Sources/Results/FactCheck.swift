import Timing

extension RunCursor {
  /// What is wrong with the facts of a run.
  enum Contradiction: Error {
    /// A fact that no run can have.
    case impossible(String)
    /// A fact that the rows disprove; with the line, where it is that of a row.
    case disproved(String, line: Int? = nil)
  }

  /// Makes sure that facts are possible and agree with the rows: each as documented, and
  /// `fired + missed + lost + pending = slots` for the deadlines up to the end.
  func check(_ facts: RunFacts) throws(Contradiction) {
    try checkRanges(facts)
    let lost = facts.lost ?? 0
    if facts.dropped == 0, lost > 0 {
      throw .disproved("lost is \(lost) where no callback was dropped")
    }
    try compare("callbacks", facts.callbacks, totals.rows)
    try compare("warmup", facts.warmup, totals.warmup)
    try compare("fired", facts.fired, totals.fired)
    try compare("missed", facts.missed, totals.missed)
    if facts.warmup > facts.callbacks { throw .disproved("warmup is more than callbacks") }
    if facts.fired < facts.callbacks { throw .disproved("fired is less than callbacks") }
    if let rejected = facts.rejectedFireDates, rejected > facts.callbacks {
      throw .disproved("rejected_fire_dates is more than callbacks")
    }
    // The end of a run that failed can be that of what failed.
    if facts.status != .failed, facts.end < lastCallback {
      throw .disproved("end_ns is \(facts.end), before the last row's callback_ns, \(lastCallback)")
    }
    if let gap = totals.firstGap, totals.unclaimed > lost {
      let slots =
        gap.slots.count == 1
        ? "slot \(gap.slots.lowerBound)" : "slots \(gap.slots.lowerBound) to \(gap.slots.upperBound - 1)"
      throw .disproved("no row of timer \(gap.source) accounts for \(slots) before this one", line: gap.line)
    }
    // A run that failed before its slots could be counted has none.
    if facts.status != .failed || facts.slots != 0 { try checkSlots(facts, lost) }
  }

  private func checkSlots(_ facts: RunFacts, _ lost: Int64) throws(Contradiction) {
    let accounted = Int128(facts.fired) + Int128(facts.missed) + Int128(lost) + Int128(facts.pending)
    guard accounted == Int128(facts.slots) else {
      throw .disproved("fired + missed + lost + pending is \(accounted), and slots is \(facts.slots)")
    }
    if let unaccounted = unaccounted(at: facts.end) {
      // Lost callbacks that no recorded one came after stand for deadlines at the end.
      let told = Int128(facts.pending) + Int128(lost - totals.unclaimed)
      guard unaccounted.contains(told) else {
        throw .disproved(
          "\(unaccounted.upperBound) deadlines up to end_ns have no row after them, and pending and lost tell of \(told)"
        )
      }
    } else {
      let elapsed = self.elapsed(before: facts.end)
      guard Int128(facts.slots) >= elapsed else {
        throw .disproved("slots is \(facts.slots), and \(elapsed) deadlines lie before end_ns")
      }
    }
  }

  /// A fact that is the sum over all rows of the run, of which some may not be in the file.
  private func compare(_ name: String, _ fact: Int64, _ rows: Int64) throws(Contradiction) {
    guard extent == .whole ? fact == rows : fact >= rows else {
      throw .disproved("\(name) is \(fact), and the rows come to \(rows)")
    }
  }

  private func checkRanges(_ facts: RunFacts) throws(Contradiction) {
    let counts = [
      facts.slots, facts.fired, facts.missed, facts.pending, facts.callbacks, facts.warmup, facts.dropped,
      facts.lost, facts.rejectedFireDates, facts.effectiveLeeway, facts.wallBracket, facts.cpu,
      facts.peakMemory, facts.epoch, facts.voluntarySwitches, facts.involuntarySwitches, facts.traceLost,
    ]
    guard counts.allSatisfy({ (0..<RunCursor.bound).contains($0 ?? 0) }) else {
      throw .impossible("a count is negative or not below 2^62")
    }
    let pauses = facts.pauses ?? []
    let times = [facts.end, facts.gridOffset ?? 0] + pauses.map(\.at)
    guard times.allSatisfy({ $0 > -RunCursor.bound && $0 < RunCursor.bound }) else {
      throw .impossible("a time is not within ±2^62 ns")
    }
    guard [facts.requestedOccupancy, facts.achievedOccupancy].allSatisfy({ ($0 ?? 0) >= 0 }) else {
      throw .impossible("an occupancy is negative")
    }
    guard pauses.allSatisfy({ (0..<RunCursor.bound).contains($0.length) && $0.at <= facts.end }) else {
      throw .impossible("a pause has no length or lies after end_ns")
    }
  }
}
