import Text
import Timing

/// How metrics are written.
package enum MetricsFormat: String, Hashable, Sendable, CaseIterable {
  /// OpenMetrics 1.0 (https://prometheus.io/docs/specs/om/open_metrics_spec/).
  case openMetrics = "openmetrics"
  /// The text format 0.0.4 of Prometheus, which node_exporter's textfile collector reads: counters go by the names of
  /// their samples, and there is neither a unit nor an end.
  case prometheus
}

/// Families of metrics as text.
struct MetricsText {
  private(set) var text = ""
  private let format: MetricsFormat

  init(_ format: MetricsFormat) { self.format = format }

  /// What kind of metric a family is.
  enum Kind: String {
    case gauge, counter, histogram, info
  }

  /// A sample of a family.
  struct Sample {
    /// What is added to the family's name, such as `_total`.
    var suffix = ""
    var labels: [(name: String, value: String)]
    var value: String
  }

  /// Adds a family; one without samples is left out.
  /// - Parameter unit: how the name ends, unless it is empty.
  mutating func add(_ name: String, _ kind: Kind, unit: String = "", help: String, _ samples: [Sample]) {
    guard !samples.isEmpty else { return }
    switch format {
    case .openMetrics:
      text += "# TYPE \(name) \(kind.rawValue)\n"
      if !unit.isEmpty { text += "# UNIT \(name) \(unit)\n" }
      text += "# HELP \(name) \(Self.escaped(help))\n"
    case .prometheus:
      // A counter has the name of its samples there, and an info is none of the kinds.
      let family = kind == .counter ? name + "_total" : kind == .info ? name + "_info" : name
      text += "# HELP \(family) \(Self.escaped(help, quotes: false))\n"
      text += "# TYPE \(family) \(kind == .info ? "gauge" : kind.rawValue)\n"
    }
    for sample in samples where format == .openMetrics || sample.suffix != "_created" {
      let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
      text += "\(name)\(sample.suffix){\(labels)} \(sample.value)\n"
    }
  }

  /// Ends the text.
  mutating func end() {
    if format == .openMetrics { text += "# EOF\n" }
  }

  /// Escaped as a label's value; help of the older format keeps its quotes.
  private static func escaped(_ text: String, quotes: Bool = true) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\"" where quotes: escaped += "\\\""
      // Bytes that are no text would make the whole file none.
      case _ where scalar.rawByte != nil: escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Nanoseconds as seconds.
  static func seconds(_ nanoseconds: Int64) -> String { "\(Double(nanoseconds) / 1e9)" }
}
