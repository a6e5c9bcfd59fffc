import Timing

/// Why the callbacks of a traced cell were late.
///
/// The figures are means over callbacks of like lateness, so that the parts sum to the mean lateness of the same
/// callbacks; the quantiles of the parts would not.
package struct WhyFigures: Hashable, Sendable {
  /// Callbacks whose lateness the trace explains; the figures are theirs alone.
  package let attributed: Int64
  /// All callbacks of the cell's traced runs.
  package let callbacks: Int64
  /// Kernel events that tracing lost.
  package let lostEvents: Int64
  /// The tenth of the callbacks around the median lateness.
  package let median: LatenessBreakdown
  /// The hundredth that was latest; `nil` with fewer than 100 callbacks.
  package let worst: LatenessBreakdown?

  /// Attributed callbacks as a fraction of all.
  package var attributedShare: Double { Double(attributed) / Double(max(callbacks, 1)) }
}

/// The parts of the lateness of some callbacks, as means in nanoseconds.
package struct LatenessBreakdown: Hashable, Sendable {
  /// How many callbacks.
  package let count: Int64
  /// Their mean lateness; the sum of the parts.
  package let lateness: Double
  /// The mean of each part.
  package let parts: [LatenessPart: Double]
  /// The time from the expiry until the callback's thread was woken: where a mechanism waits on another thread, that
  /// thread's wakeup and work. Part of the wakeup and of what blocked it.
  package let handover: Double

  /// The part that is the greatest.
  package var dominant: LatenessPart {
    LatenessPart.allCases.max { parts[$0, default: 0] < parts[$1, default: 0] } ?? .kernel
  }

  /// A part as a fraction of the lateness; `nil` when the callbacks were not late. Negative for one that shortened it.
  package func share(_ part: LatenessPart) -> Double? {
    lateness > 0 ? parts[part, default: 0] / lateness : nil
  }
}

extension WhyFigures {
  /// The figures of a cell; `nil` when none of its callbacks was attributed.
  init?(_ samples: CellSamples) {
    let runs = samples.runs.filter { $0.facts?.traceLost != nil || !$0.traced.samples.isEmpty }
    var late = runs.flatMap(\.traced.samples)
    guard !late.isEmpty else { return nil }
    late.sort { $0.lateness < $1.lateness }
    attributed = Int64(late.count)
    callbacks = runs.reduce(0) { $0 + Int64($1.callbacks) }
    lostEvents = runs.reduce(0) { $0.addingSaturated($1.facts?.traceLost ?? 0) }
    let low = (45 * late.count - 1) / 100
    let high = min(late.count - 1, 55 * late.count / 100)
    median = LatenessBreakdown(late[low...high])
    worst = late.count >= 100 ? LatenessBreakdown(late.suffix((late.count + 99) / 100)) : nil
  }
}

extension LatenessBreakdown {
  /// The means of some callbacks, at least one.
  init(_ samples: ArraySlice<TracedSamples.Sample>) {
    func mean(_ value: (TracedSamples.Sample) -> Int64) -> Double {
      samples.reduce(0.0) { $0 + Double(value($1)) } / Double(samples.count)
    }
    count = Int64(samples.count)
    lateness = mean(\.lateness)
    parts = Dictionary(
      uniqueKeysWithValues: LatenessPart.allCases.map { part in (part, mean { $0.part(part) }) })
    handover = mean(\.handover)
  }
}
