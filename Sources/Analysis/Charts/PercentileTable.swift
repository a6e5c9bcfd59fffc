import Foundation
import Text
import Timing

extension ChartTable {
  /// Lateness by percentile, a panel a condition, a line a timer and leeway.
  ///
  /// Kinds: `panel`, with the ends of its axes; `series`, a line; `step`, from the percentile at which one callback in
  /// `one_in` is later on, callbacks are `lateness_ns` late; `latest`, the latest callback. A curve has the steps that a
  /// picture can show, among them the usual quantiles and all of the latest hundred callbacks.
  package static func percentiles(_ source: ChartSource) -> ChartTable {
    let shown = Array(source.summaries.prefix(mostPanels))
    let panels = ChartPanels(shown).withFloors()
    var table = ChartTable(
      "percentiles",
      head: ChartHead(
        "Lateness by percentile",
        "A line a timer and leeway, lateness against percentile on an axis of 1/(1-p), a panel for each of "
          + "\(panels.count) conditions; the floor, which the kernel alone keeps, is grey.", of: source),
      columns: ["one_in", "lateness_ns", "latest_ns", "low_ns", "high_ns", "knee_ns", "callbacks"])
    table.omit(past: mostPanels, of: source.summaries.count)
    let scale = LatenessScale(shown, bulk: min)
    let samples = Dictionary(
      source.dataset.cells.map { ($0.cell, $0) }, uniquingKeysWith: { first, _ in first })
    let curves = Dictionary(
      uniqueKeysWithValues: zip(
        shown.map(\.cell), shown.map { samples[$0.cell] }.concurrentMap { $0?.percentileSteps ?? [] }))
    let titles = ChartText.fitted(panels.map(\.condition.name), to: 70)
    for (index, panel) in panels.enumerated() {
      table.add(
        ChartRow(
          "panel", panel: index + 1, label: titles[index], name: panel.condition.name,
          place: ChartPanels.place(index, of: panels.count == 1 ? 1 : panels.count <= 6 ? 2 : 3)),
        scale.values + [("callbacks", "\(shown.map(\.callbacks.count).max() ?? 1)")])
      let lines = panel.cells.lines(room: 26, under: panel.condition)
      for (series, summary) in panel.cells.enumerated() {
        let (line, color) = (lines[series], ChartColor(timer: summary.cell.timer))
        table.add(
          ChartRow(
            "series", panel: index + 1, series: series + 1, color: color, dash: line.dash, label: line.label,
            name: line.name))
        for step in curves[summary.cell] ?? [] {
          table.add(
            ChartRow("step", panel: index + 1, series: series + 1, color: color),
            [("one_in", CSV.number(step.oneIn)), ("lateness_ns", "\(step.lateness)")])
        }
        let ends = [
          ("one_in", "\(summary.callbacks.count)"), ("lateness_ns", CSV.integer(summary.callbacks.max)),
        ]
        table.add(
          ChartRow("latest", panel: index + 1, series: series + 1, color: color),
          ends + [("latest_ns", CSV.integer(summary.callbacks.max))])
      }
    }
    return table
  }
}

/// Where a percentile curve steps up.
struct PercentileStep: Hashable {
  /// One callback in so many is this late or later.
  var oneIn: Double
  /// The observed value in nanoseconds.
  var lateness: Int64
}

extension CellSamples {
  /// How many parts of the axis of 1/(1-p) a curve tells apart.
  private static let resolution = 400
  /// How many of the latest callbacks are all there.
  private static let exactEnd = Int64(100)

  /// The percentile curve as far as a picture can show it.
  var percentileSteps: [PercentileStep] {
    if let counts = CellCounts(self) { return Self.steps(counts.callbacks) }
    return Self.steps(HistogramView(CellDigest(self).callbacks))
  }

  private static func steps(_ samples: some OrderedSamples) -> [PercentileStep] {
    let count = samples.count
    guard count > 0 else { return [] }
    var ranks = Set(max(1, count - exactEnd)...count).union(Quantile.standard.map { $0.rank(of: count) })
    for part in 0...resolution {
      let place = Double(part) / Double(resolution)
      for share in [1 - pow(10, -place * log10(Double(count))), place / 2] {
        ranks.insert(min(count, max(1, Int64((share * Double(count)).rounded(.up)))))
      }
    }
    let ordered = ranks.sorted()
    var steps: [PercentileStep] = []
    for (rank, element) in zip(ordered, samples.elements(ranks: ordered)) {
      guard let element, element.value != steps.last?.lateness else { continue }
      // The callbacks before this one are earlier: at least one in count ÷ (count − rank + 1) is this late.
      steps.append(
        PercentileStep(oneIn: Double(count) / Double(count - rank + 1), lateness: element.value))
    }
    return steps
  }
}
