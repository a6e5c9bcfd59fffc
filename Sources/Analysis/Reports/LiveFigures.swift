import Text
import Timing

/// The figures of a run while it goes on, in constant memory.
package struct LiveFigures: Sendable {
  private var lateness = Histogram()
  private var missed: Int64 = 0

  /// Creates the figures of a run that begins.
  package init() {}

  /// Adds the next callback; those of the warm-up count nothing.
  package mutating func add(_ tick: Tick) {
    guard tick.isMeasured else { return }
    lateness.add(tick.lateness)
    missed = missed.addingSaturated(tick.missed)
  }

  /// Median, 99th percentile and largest lateness, and the missed slots; empty without callbacks.
  ///
  /// The quantiles are within ``Histogram/relativeError``.
  package var text: String {
    guard lateness.count > 0 else { return "" }
    let view = HistogramView(lateness)
    let p99 = view.count >= Quantile.p99.samplesNeeded ? " p99 \(Numbers.time(view.quantile(.p99)))" : ""
    return "p50 \(Numbers.time(view.quantile(.p50)))\(p99) max \(Numbers.time(lateness.max)) "
      + "missed \(Numbers.count(missed))"
  }
}
