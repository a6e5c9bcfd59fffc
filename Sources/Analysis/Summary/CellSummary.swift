import Timing

/// The figures of a cell over all its runs. Warm-up callbacks and failed runs are in none of them.
package struct CellSummary: Hashable, Sendable {
  /// The conditions.
  package let cell: Cell
  /// Runs that the figures come from.
  package let runs: Int
  /// Whether the callbacks were too many to keep: quantiles are then read from histograms, within
  /// ``Histogram/relativeError``, and what a histogram cannot tell is `nil`.
  package let isFromHistogram: Bool
  /// Runs that failed, with what is known of why.
  package let failures: [RunFailure]
  /// Runs that were planned and never began.
  package let unbegun: Int
  /// Lateness, one value a callback: how late the callbacks came that came.
  package let callbacks: Distribution
  /// Response, one value a deadline: from each deadline to the first callback that serves it or comes after it.
  ///
  /// Free of coordinated omission by construction; never to be corrected again.
  package let response: Distribution
  /// Lateness without the blocked part, one value a callback.
  package let latency: Distribution
  /// How the slots were served.
  package let slots: SlotFigures
  /// How the callbacks follow each other.
  package let pace: PaceFigures
  /// What the loop's own work, the load and the leeway explain.
  package let causes: CauseFigures
  /// Why callbacks were late; `nil` for a cell that was not traced.
  package let why: WhyFigures?
  /// Slope of lateness against deadline; `nil` when no timer called back three times.
  package let phaseDrift: PhaseDrift?
  /// What the runs' own facts add.
  package let facts: FactFigures
}

/// How the slots of a cell were served.
package struct SlotFigures: Hashable, Sendable {
  /// Slots accounted for by callbacks: `fired + missed`.
  package let total: Int64
  /// Deadlines that callbacks stood for.
  package let fired: Int64
  /// Slots passed over without a callback.
  package let missed: Int64
  /// Deadlines folded into the callback of an earlier one: `fired − callbacks`.
  package let merged: Int64
  /// Callbacks of the warm-up, in no figure.
  package let warmup: Int64
  /// Measured callbacks whose lateness belongs to a clock event, in no figure.
  package let eventful: Int64
  /// The slots of those, in no figure.
  package let eventfulSlots: Int64

  /// Missed slots as a fraction of all; `nil` without slots.
  package var missedShare: Double? { total > 0 ? Double(missed) / Double(total) : nil }
}

extension CellSummary {
  /// Slots without a callback as a share of all; those that a timer left unserved at the end of its run count too.
  package var unservedShare: Double? {
    let total = slots.total.addingSaturated(facts.stranded)
    return total > 0 ? Double(slots.missed.addingSaturated(facts.stranded)) / Double(total) : nil
  }

  /// Computes the figures.
  /// - Parameter quantiles: quantiles to give besides ``Quantile/standard``.
  package init(_ samples: CellSamples, quantiles extra: [Quantile] = []) {
    let quantiles = Quantile.standard + extra
    cell = samples.cell
    runs = samples.runs.count
    failures = samples.failures
    unbegun = samples.unbegun.count
    if let counts = CellCounts(samples) {
      isFromHistogram = false
      callbacks = Distribution(counts.callbacks, quantiles: quantiles)
      response = counts.deadlines.map { Distribution($0, quantiles: quantiles) } ?? callbacks
      latency = counts.latency.map { Distribution(ExactSamples($0), quantiles: quantiles) } ?? callbacks
      pace = PaceFigures(samples, counts)
      causes = CauseFigures(samples, counts, callbacks)
    } else {
      let digest = CellDigest(samples)
      isFromHistogram = true
      callbacks = Distribution(HistogramView(digest.callbacks), quantiles: quantiles)
      response = Distribution(HistogramView(digest.response), quantiles: quantiles)
      latency = digest.latency.map { Distribution(HistogramView($0), quantiles: quantiles) } ?? callbacks
      pace = PaceFigures(samples, digest)
      causes = CauseFigures(samples, digest, callbacks)
    }
    phaseDrift = PhaseDrift(samples.runs, interval: cell.interval)
    slots = SlotFigures(samples)
    why = WhyFigures(samples)
    facts = FactFigures(samples)
  }

  /// A time as a fraction of the interval.
  package func shareOfInterval(_ nanoseconds: Int64) -> Double {
    Double(nanoseconds) / Double(max(1, cell.interval.count))
  }
}

extension SlotFigures {
  init(_ samples: CellSamples) {
    fired = samples.runs.reduce(0) { $0.addingSaturated($1.slots.fired) }
    missed = samples.runs.reduce(0) { $0.addingSaturated($1.slots.missed) }
    total = fired.addingSaturated(missed)
    merged = fired.subtractingSaturated(samples.runs.reduce(0) { $0 + Int64($1.callbacks) })
    warmup = samples.runs.reduce(0) { $0 + $1.slots.warmup }
    eventful = samples.runs.reduce(0) { $0.addingSaturated($1.slots.eventful) }
    eventfulSlots = samples.runs.reduce(0) { $0.addingSaturated($1.slots.eventfulSlots) }
  }
}
