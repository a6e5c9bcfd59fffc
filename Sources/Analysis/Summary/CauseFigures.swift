import Timing

/// What the loop's own work, the load and the leeway explain of a cell's lateness.
package struct CauseFigures: Hashable, Sendable {
  /// The part of all lateness in which the loop or queue was known to be busy, 0 … 1; `nil` when lateness sums to
  /// nothing or less.
  package let blockedShare: Double?
  /// The time that handlers were held as a fraction of the time measured; `nil` without slots.
  package let handlerShare: Double?
  /// What the leeway asked for explains; `nil` for no leeway or a leeway of 0.
  package let leeway: LeewayFigures?

  /// The rest of all lateness, which the system itself cost.
  package var latencyShare: Double? { blockedShare.map { 1 - $0 } }
}

/// How much of the leeway asked for was used.
package struct LeewayFigures: Hashable, Sendable {
  /// The median lateness as a fraction of the leeway.
  package let usedP50: Double?
  /// The 99th percentile of lateness as a fraction of the leeway; `nil` with fewer than 100 callbacks.
  package let usedP99: Double?
  /// Callbacks later than their deadline and the leeway together.
  package let violations: Int64
}

extension CauseFigures {
  init(_ samples: CellSamples, _ counts: CellCounts, _ callbacks: Distribution) {
    let lateness = counts.callbacks
    self.init(samples, late: Double(lateness.histogram.sum), blocked: samples.blocked) { leeway in
      LeewayFigures(callbacks, leeway: leeway, violations: lateness.count - lateness.count(atMost: leeway))
    }
  }

  init(_ samples: CellSamples, _ digest: CellDigest, _ callbacks: Distribution) {
    self.init(samples, late: Double(digest.callbacks.sum), blocked: digest.blocked) { leeway in
      LeewayFigures(callbacks, leeway: leeway, violations: digest.violations)
    }
  }

  private init(_ samples: CellSamples, late: Double, blocked: Double, leeway: (Int64) -> LeewayFigures) {
    blockedShare = late > 0 ? blocked / late : nil
    let handler = samples.runs.reduce(0.0) { $0 + Double($1.slots.handler) }
    let wall = samples.runs.reduce(0.0) { sum, run in
      let slots = Double(run.slots.total)
      return sum + slots / Double(max(1, run.timers)) * Double(samples.cell.interval.count)
    }
    handlerShare = wall > 0 ? handler / wall : nil
    self.leeway = samples.cell.leeway.flatMap { $0.count > 0 ? leeway($0.count) : nil }
  }
}

extension LeewayFigures {
  init(_ callbacks: Distribution, leeway: Int64, violations: Int64) {
    usedP50 = callbacks[.p50].map { Double($0) / Double(leeway) }
    usedP99 = callbacks[.p99].map { Double($0) / Double(leeway) }
    self.violations = violations
  }
}
