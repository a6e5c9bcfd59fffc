import Timing

extension ComparedFigure {
  /// The names that may be asked for; `p99` stands for every quantile.
  package static let names = ["p50", "p99", "p99.9", "missed", "max", "drift"]

  /// Parses the name of a metric of callbacks that two sides can be told apart by.
  /// - Throws: ``ParseError`` with what may be named.
  package init(parsing name: some StringProtocol) throws(ParseError) {
    let metric = try Metric(parsing: name, of: Metric.all)
    switch metric {
    case .quantile(let quantile, .callbacks): self = .quantile(quantile)
    case .maximum(.callbacks): self = .max
    case .missed: self = .missed
    case .drift: self = .drift
    case .quantile, .maximum, .minimum, .mean, .leftOut, .early:
      throw ParseError(
        "no verdict is made of '\(metric)': use \(Self.names.joined(separator: ", ")) or another quantile")
    }
  }
}
