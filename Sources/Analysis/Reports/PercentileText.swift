import Text
import Timing

/// The percentile text of HdrHistogram (`.hgrm`), which its plotters read; values in microseconds.
package struct PercentileText: Sendable {
  private let distribution: Distribution

  /// The text of one view of a cell.
  package init(_ distribution: Distribution) { self.distribution = distribution }

  /// The lines: value, percentile, count up to it, 1/(1 − percentile); then mean, deviation, maximum and count.
  package var text: String {
    var text =
      Self.columns("Value", "Percentile", "TotalCount") + " " + Self.right("1/(1-Percentile)", 14) + "\n\n"
    for point in distribution.curve {
      let share = Numbers.fixed(point.share, 12)
      text += Self.columns(Self.micros(Double(point.value)), share, String(point.count))
      if point.share < 1 { text += " " + Self.right(Numbers.fixed(1 / (1 - point.share), 2), 14) }
      text += "\n"
    }
    let mean = Self.micros(distribution.mean ?? 0)
    let deviation = Self.micros(distribution.standardDeviation ?? 0)
    let most = Self.micros(Double(distribution.max ?? 0))
    text += "#[Mean    = \(Self.right(mean, 12)), StdDeviation   = \(Self.right(deviation, 12))]\n"
    text +=
      "#[Max     = \(Self.right(most, 12)), Total count    = \(Self.right(String(distribution.count), 12))]\n"
    text += "#[Buckets = \(Self.right("0", 12)), SubBuckets     = \(Self.right("0", 12))]\n"
    return text
  }

  private static func micros(_ nanoseconds: Double) -> String { Numbers.fixed(nanoseconds / 1_000, 3) }

  private static func columns(_ value: String, _ share: String, _ count: String) -> String {
    "\(right(value, 12)) \(right(share, 14)) \(right(count, 10))"
  }

  private static func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
