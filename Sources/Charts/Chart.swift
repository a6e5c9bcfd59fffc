/// A picture that is made from a CSV by a gnuplot script of its own.
///
/// A new chart is a script in `plot/` and a line in ``all``.
package struct Chart: Hashable, Sendable {
  /// The name, `[a-z]+`: of the script and of the image.
  package let name: String
  /// One line for people: what the picture shows.
  package let shows: String

  /// Creates a chart.
  package init(name: String, shows: String) {
    self.name = name
    self.shows = shows
  }
}

extension Chart {
  /// Lateness and count drift over the run.
  package static let drift = Chart(
    name: "drift",
    shows: "lateness over the run, missed and merged slots, and how far a count of callbacks is behind")
  /// Missed and merged deadlines, and shared wakeups.
  package static let coalescing = Chart(
    name: "coalescing", shows: "missed and merged deadlines, and what leeway does to several timers at once")
  /// Lateness by percentile.
  package static let percentiles = Chart(
    name: "percentiles", shows: "lateness by percentile on an axis of 1/(1-p), beside the floor")
  /// Lateness against load.
  package static let load = Chart(
    name: "load", shows: "p50 and p99 of lateness, missed and merged share, against load")

  /// TDEV and MTIE against averaging time, from a summary as CSV.
  package static let stability = Chart(
    name: "stability", shows: "time deviation and maximum time interval error against averaging time")
  /// Others against a base, from a comparison as CSV.
  package static let compare = Chart(
    name: "compare",
    shows: "lateness by percentile of others and a base, and their ratios with 95 % intervals")

  /// Why callbacks were late; of a traced recording only.
  package static let why = Chart(
    name: "why",
    shows: "the parts of the lateness around the median and in the latest 1 %, of a traced recording")

  /// The charts of one ticks CSV, in the order in which they are drawn.
  package static let all = [drift, coalescing, percentiles, load]

  /// Transitional: those that are still drawn from the ticks.
  package static let ofTicks = [coalescing, percentiles, load]
}

/// The format of an image.
package enum ChartFormat: String, Hashable, Sendable, CaseIterable {
  /// Scalable Vector Graphics; the default.
  case svg
  /// Portable Network Graphics, two pixels for each of the layout's.
  case png
  /// Portable Document Format, one page.
  case pdf
}
