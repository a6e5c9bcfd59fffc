import Timing

/// The figures of a cell over all its runs. Warm-up callbacks and failed runs are in none of them.
public struct CellSummary: Hashable, Sendable {
  /// The conditions.
  public let cell: Cell
  /// Runs that the figures come from.
  public let runs: Int
  /// Whether the callbacks were too many to keep: quantiles are then read from histograms, within
  /// ``Histogram/relativeError``, and what a histogram cannot tell is `nil`.
  public let isFromHistogram: Bool
  /// Runs that failed, with what is known of why.
  public let failures: [RunFailure]
  /// Lateness, one value a callback: how late the callbacks came that came.
  public let callbacks: Distribution
  /// Response, one value a deadline: from each deadline to the first callback that serves it or comes after it.
  ///
  /// Free of coordinated omission by construction; never to be corrected again.
  public let response: Distribution
  /// Lateness without the blocked part, one value a callback.
  public let latency: Distribution
  /// How the slots were served.
  public let slots: SlotFigures
  /// How the callbacks follow each other.
  public let pace: PaceFigures
  /// What the loop's own work, the load and the leeway explain.
  public let causes: CauseFigures
  /// Why callbacks were late; `nil` for a cell that was not traced.
  public let why: WhyFigures?
  /// Slope of lateness against deadline; `nil` when no timer called back three times.
  public let phaseDrift: PhaseDrift?
  /// What the runs' own facts add.
  public let facts: FactFigures
}

/// How the slots of a cell were served.
public struct SlotFigures: Hashable, Sendable {
  /// Slots accounted for by callbacks: `fired + missed`.
  public let total: Int64
  /// Deadlines that callbacks stood for.
  public let fired: Int64
  /// Slots passed over without a callback.
  public let missed: Int64
  /// Deadlines folded into the callback of an earlier one: `fired − callbacks`.
  public let merged: Int64
  /// Callbacks of the warm-up, in no figure.
  public let warmup: Int64

  /// Missed slots as a fraction of all; `nil` without slots.
  public var missedShare: Double? { total > 0 ? Double(missed) / Double(total) : nil }
}

extension CellSummary {
  /// Slots without a callback as a share of all; those that a timer left unserved at the end of its run count too.
  public var unservedShare: Double? {
    let total = slots.total.addingSaturated(facts.stranded)
    return total > 0 ? Double(slots.missed.addingSaturated(facts.stranded)) / Double(total) : nil
  }

  /// Computes the figures; takes time for a sort of the samples in each view.
  /// - Parameter quantiles: quantiles to give besides ``Quantile/standard``.
  public init(_ samples: CellSamples, quantiles extra: [Quantile] = []) {
    let quantiles = Quantile.standard + extra
    cell = samples.cell
    runs = samples.runs.count
    failures = samples.failures
    if let digest = CellDigest(samples) {
      isFromHistogram = true
      let view = HistogramView(digest.callbacks)
      callbacks = Distribution(view, quantiles: quantiles)
      response = Distribution(HistogramView(digest.response), quantiles: quantiles)
      latency = digest.latency.map { Distribution(HistogramView($0), quantiles: quantiles) } ?? callbacks
      pace = PaceFigures(samples, digest)
      causes = CauseFigures(samples, digest, lateness: view)
    } else {
      isFromHistogram = false
      let sorted = SortedSamples(sorting: samples.runs.flatMap { $0.tracks.map(\.lateness) })
      callbacks = Distribution(sorted, quantiles: quantiles)
      let others = samples.runs.flatMap(\.slots.otherResponses)
      response =
        others.isEmpty
        ? callbacks : Distribution(SortedSamples(sorted, progressions: others), quantiles: quantiles)
      // In this order no more than one sorted copy of the callbacks is there at a time.
      causes = CauseFigures(samples, lateness: consume sorted)
      latency = samples.hasBlocked ? Distribution(samples.latency, quantiles: quantiles) : callbacks
      pace = PaceFigures(samples)
    }
    slots = SlotFigures(samples)
    why = WhyFigures(samples)
    phaseDrift = PhaseDrift(samples.runs, interval: cell.interval)
    facts = FactFigures(samples)
  }

  /// A time as a fraction of the interval.
  public func shareOfInterval(_ nanoseconds: Int64) -> Double {
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
  }
}

extension CellSamples {
  var hasBlocked: Bool { runs.contains { $0.tracks.contains { !$0.blocked.isEmpty } } }

  var latency: SortedSamples {
    SortedSamples(
      sorting: runs.flatMap(\.tracks).map { track in
        guard !track.blocked.isEmpty else { return track.lateness }
        return TimeList(zip(track.lateness, track.blocked).lazy.map { $0.subtractingSaturated($1) })
      })
  }
}
