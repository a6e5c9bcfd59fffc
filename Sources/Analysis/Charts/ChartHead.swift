import Text
import Timing

/// What stands on every chart besides what it shows.
package struct ChartHead: Hashable, Sendable {
  /// What the chart shows, as its heading.
  var title: String
  /// A sentence or two for who cannot see it.
  var description: String
  /// The recordings that it is drawn from.
  var source: String
  /// Machine, system, Swift and date.
  var machine: String

  init(title: String, description: String, source: String, machine: String) {
    (self.title, self.description, self.source, self.machine) = (title, description, source, machine)
  }

  /// The head of a chart of one recording.
  init(_ title: String, _ description: String, of source: ChartSource) {
    self.init(
      title: title, description: description, source: ChartText.fitted([source.name], to: 60)[0],
      machine: Self.machine(source.dataset.environment))
  }

  /// One line about where and when a recording was made; what is not known is left out.
  static func machine(_ environment: Environment) -> String {
    func words(_ keys: [Environment.Key]) -> String? {
      let words = keys.compactMap { environment[$0] }
      return words.isEmpty ? nil : words.joined(separator: " ")
    }
    let swift = environment[.swiftVersion].map { "Swift \($0)" }
    let parts = [
      words([.machine]).map { ChartText.fitted([$0], to: 40)[0] }, words([.osVersion]) ?? words([.os]),
      environment[.kernel].flatMap { $0.split(separator: " ").first }.map { "kernel \($0)" },
      swift, environment[.build].map { "\($0) build" }, environment[.started],
    ]
    return parts.compactMap(\.self).map { ChartText.fitted([$0], to: 40)[0] }.joined(separator: " · ")
  }
}

/// What the charts of one recording are made from.
package struct ChartSource: Sendable {
  /// The name of the recording.
  var name: String
  /// The samples, and where they come from.
  package let dataset: Dataset
  /// The figures of the cells that called back, in their order.
  var summaries: [CellSummary]
  /// The callbacks that a picture can show, and those of the rasters.
  var trace: CallbackTrace

  /// Works out the figures; `name` is what the charts call the recording.
  package init(name: String, dataset: Dataset, trace: CallbackTrace) {
    self.name = name
    self.dataset = dataset
    self.trace = trace
    summaries = dataset.cells.concurrentMap { CellSummary($0, quantiles: [.p25]) }.filter {
      $0.callbacks.count > 0
    }
  }
}

extension ChartSource {
  /// Whether the recording holds callbacks one by one, and not histograms only.
  var holdsEveryCallback: Bool {
    !dataset.cells.contains { $0.runs.contains { $0.digest != nil && !$0.isCounted } }
  }

  /// Whether any timer called back after the warm-up.
  package var hasCallbacks: Bool { !summaries.isEmpty }

  /// Whether a trace explains any callback.
  var isTraced: Bool { summaries.contains { $0.why != nil } }
}

extension Quantile {
  /// The lower quartile, which with the upper one tells where the bulk of a sample lies.
  static let p25: Quantile = {
    guard let quantile = Quantile(parts: 25_000) else { preconditionFailure("no quantile") }
    return quantile
  }()
}
