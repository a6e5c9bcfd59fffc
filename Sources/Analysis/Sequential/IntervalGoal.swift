import Timing

/// How narrow the interval of a figure is to become: `p50 ± 5%`, `p99 +- 200us`, `missed ± 0.1%`.
package struct IntervalGoal: Hashable, Sendable {
  /// Half the width that is asked for.
  package enum Width: Hashable, Sendable {
    /// A share of the figure, above 0 and below 1.
    case share(Double)
    /// A time in nanoseconds.
    case time(Double)
    /// A difference between shares of slots, for missed ones.
    case points(Double)
  }

  /// Which figure of a run: a quantile or a mean of a view, or the missed share.
  package let metric: Metric
  /// How far the ends of the interval may lie from the figure.
  package let width: Width
  /// The width as it was written.
  private let text: String
}

extension IntervalGoal {
  /// Parses `METRIC ± WIDTH`; `+-` and `+/-` stand for `±`, blanks for nothing.
  /// - Throws: ``ParseError`` that names what is wrong, and what is allowed.
  package init(parsing text: some StringProtocol) throws(ParseError) {
    let text = String(text.filter { $0 != " " })
    guard let sign = ["±", "+-", "+/-"].lazy.compactMap({ text.firstRange(of: $0) }).first else {
      throw ParseError("'\(text)' is no goal: write METRIC ± WIDTH, as in 'p50 ± 5%' or 'p99 +- 200us'")
    }
    let name = String(text[..<sign.lowerBound])
    let width = text[sign.upperBound...]
    guard let metric = Metric(name: name), metric.hasRunMean else {
      throw ParseError(
        "no interval of '\(name)' can be made narrower by repetitions: use p50, p99, another quantile, mean or missed, "
          + "or response.p99 and the like")
    }
    self.metric = metric
    self.text = String(width)
    if width.hasSuffix("%") {
      guard let parts = millionths(width.dropLast()), parts > 0, parts < 100_000_000 else {
        throw ParseError(
          "'\(width)' is no width: a percentage lies above 0% and below 100%, as in 5% or 2.5%")
      }
      let share = Double(parts) / 1e8
      self.width = metric == .missed ? .points(share) : .share(share)
      return
    }
    guard metric != .missed else {
      throw ParseError(
        "'\(width)': missed slots are a share of all, so write a percentage, as in missed ± 0.1%")
    }
    self.width = .time(Double(try Nanoseconds(parsing: width, in: .ns(1)...(.s(3_600))).count))
  }
}

extension IntervalGoal: CustomStringConvertible {
  /// As it is written: `p50 ± 5%`.
  package var description: String { "\(metric) ± \(text)" }
}

extension Metric {
  /// Whether a run has a value of it that more runs tell better: a maximum grows with them, and a drift has an interval of its
  /// own.
  fileprivate var hasRunMean: Bool {
    switch self {
    case .quantile, .mean, .missed, .leftOut: true
    case .minimum, .maximum, .early, .drift: false
    }
  }
}
