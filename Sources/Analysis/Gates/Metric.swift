import Text
import Timing

/// A figure of a cell that can be limited or compared.
package enum Metric: Hashable, Sendable {
  /// A quantile of a view, a time.
  case quantile(Quantile, View)
  /// The smallest lateness, a time.
  case minimum
  /// The largest value of a view, a time.
  case maximum(View)
  /// The mean of a view, a time.
  case mean(View)
  /// Missed slots, by number or as a share of all slots.
  case missed
  /// Deadlines without a callback of their own, missed or merged, by number or as a share of all: above
  /// ``LoadResponse/mostLeftOut`` a timer breaks under its load.
  case leftOut
  /// Callbacks before their deadline, by number or as a share of all callbacks.
  case early
  /// The phase drift without its sign, in parts per million.
  case drift

  /// Which values a figure is taken over.
  package enum View: Hashable, Sendable {
    /// Lateness, one value a callback.
    case callbacks
    /// Response, one value a deadline.
    case response
  }

  /// What kind of value the figure has.
  enum Kind {
    case time, count, drift
  }

  var kind: Kind {
    switch self {
    case .quantile, .minimum, .maximum, .mean: .time
    case .missed, .leftOut, .early: .count
    case .drift: .drift
    }
  }

  /// Whether a regression of it can be limited: a time, or missed slots.
  var takesRegression: Bool { kind == .time || self == .missed }
}

extension Metric {
  /// The metrics as the command line writes them, with what they are; `p99` stands for every quantile.
  package static let all: [(name: String, summary: String)] = [
    ("p99", "a quantile of the lateness, from p1 to p99.9999: p50 is the median"),
    ("min", "the smallest lateness; negative is early"), ("mean", "the mean lateness"),
    ("max", "the largest lateness"),
    (
      "response.p99", "a quantile of the response: per deadline, until a callback serves it or comes after it"
    ),
    ("response.mean", "the mean response"), ("response.max", "the longest response"),
    ("missed", "slots that got no callback, by number or as a share of all slots"),
    (
      "left_out",
      "deadlines without a callback of their own, missed or merged, by number or share; with more than 1% a timer breaks"
    ),
    ("early", "callbacks before their deadline, by number or as a share of all callbacks"),
    ("drift", "the phase drift without its sign, in ppm"),
  ]

  /// The metrics of which a regression can be limited.
  package static let regressible = all.filter { Metric(name: $0.name)?.takesRegression ?? false }

  /// The metric that a text names, for a limit of some kind.
  /// - Parameter choice: ``all`` or ``regressible``.
  /// - Throws: ``ParseError`` with what may be named.
  init(
    parsing name: some StringProtocol, of choice: [(name: String, summary: String)]
  ) throws(ParseError) {
    let names = choice.map(\.name)
    guard let metric = Metric(name: name), choice.count == Metric.all.count || metric.takesRegression else {
      let isMetric = Metric(name: name) != nil
      throw ParseError(
        isMetric
          ? "no regression of '\(name)' can be limited: use \(names.joined(separator: ", ")) or another quantile"
          : "unknown metric '\(name)'\(didYouMean(String(name), among: names)): use "
            + names.joined(separator: ", ") + " or another quantile")
    }
    self = metric
  }
}

extension Metric: CustomStringConvertible {
  package var description: String {
    switch self {
    case .quantile(let quantile, let view): view.prefix + quantile.description
    case .minimum: "min"
    case .maximum(let view): view.prefix + "max"
    case .mean(let view): view.prefix + "mean"
    case .missed: "missed"
    case .leftOut: "left_out"
    case .early: "early"
    case .drift: "drift"
    }
  }

  /// The metric of a name such as `p99.9` or `response.max`; `nil` when there is none.
  package init?(name: some StringProtocol) {
    let name = String(name)
    let view: View = name.hasPrefix(View.response.prefix) ? .response : .callbacks
    let figure = name.dropFirst(view.prefix.count)
    switch figure {
    case "max": self = .maximum(view)
    case "mean": self = .mean(view)
    case "min" where view == .callbacks: self = .minimum
    case "missed" where view == .callbacks: self = .missed
    case "left_out" where view == .callbacks: self = .leftOut
    case "early" where view == .callbacks: self = .early
    case "drift" where view == .callbacks: self = .drift
    default:
      guard let quantile = Quantile(name: figure) else { return nil }
      self = .quantile(quantile, view)
    }
  }
}

extension Metric.View {
  var prefix: String { self == .response ? "response." : "" }
}

extension Metric {
  /// The figure of a cell as a time, or why there is none.
  func time(in summary: CellSummary) -> Result<Double, Undecided> {
    let value: Double?
    switch self {
    case .quantile(let quantile, let view):
      let figures = summary.figures(view)
      guard let figure = figures[quantile] else {
        let needed = Numbers.count(quantile.samplesNeeded)
        return .failure(Undecided("needs \(needed) samples, has \(Numbers.count(figures.count))"))
      }
      value = Double(figure)
    case .minimum: value = summary.callbacks.min.map { Double($0) }
    case .maximum(let view): value = summary.figures(view).max.map { Double($0) }
    case .mean(let view): value = summary.figures(view).mean
    case .missed, .leftOut, .early, .drift: value = nil
    }
    return value.map { .success($0) } ?? .failure(Undecided("there is no callback"))
  }
}

extension CellSummary {
  func figures(_ view: Metric.View) -> Distribution {
    view == .response ? response : callbacks
  }
}
