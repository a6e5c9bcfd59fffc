import Foundation
import Text
import Timing

extension ChartTable {
  /// Others against a base: lateness by percentile, a panel for each cell that they share, and the ratios of the times
  /// that were judged with their 95 % intervals; `nil` where they share none.
  ///
  /// Kinds: `panel`, with the ends of its axes; `series`, the base and the others; `step`, from the percentile at which one
  /// callback in `one_in` is later on, `lateness_ns`; `ratio`, the `bar`-th, other ÷ base as `log10`, its interval from
  /// `from_log10` to `to_log10`, `decided` where it is better or worse, with the `label` in words; `figure`, a group of
  /// ratios. A ratio of zero or less has no place on the axis: it has words only.
  package static func compare(_ comparison: Comparison, environments: [Environment]) -> ChartTable? {
    let others = Array(comparison.columns.filter { !$0.cells.isEmpty }.prefix(mostOthers))
    let left = comparison.columns.count { !$0.cells.isEmpty } - others.count
    let cells = Set(others.flatMap { $0.cells.map(\.cell) }).sorted()
    guard !cells.isEmpty else { return nil }
    let shown = Array(cells.prefix(mostPanels))
    let figures = comparison.policy.figures.filter(\.isTime)
    let figureNames = figures.map(\.description).joined(separator: ", ")
    let names = [comparison.base] + others.map(\.label)
    let short = ChartText.fitted(names.map(\.printable), to: 34)
    let machines = Set(environments.map { ChartHead.machine($0) })
    var table = ChartTable(
      "compare",
      head: ChartHead(
        title: "Lateness against the base",
        description:
          "Lateness by percentile of a base, grey, and others, a panel for each of \(cells.count) cells; beside it "
          + "the ratios other ÷ base of \(figureNames) with their 95 % intervals.",
        source: ChartText.fitted(
          ["\(names[0]) against \(names.dropFirst().joined(separator: ", "))".printable], to: 90)[0],
        machine: machines.count == 1
          ? machines.first ?? "" : "base: \(environments.first.map { ChartHead.machine($0) } ?? "")"),
      columns: [
        "one_in", "lateness_ns", "latest_ns", "bar", "log10", "from_log10", "to_log10", "decided", "low_ns",
        "high_ns",
        "knee_ns", "callbacks", "bars", "others", "low_log10", "high_log10",
      ])
    if left > 0 { table.omit("The first \(mostOthers) of \(mostOthers + left) others are shown") }
    table.omit(past: mostPanels, of: cells.count)
    let axis = RatioAxis(others.flatMap(\.cells))
    let most =
      others.flatMap(\.cells).map { max($0.base.callbacks.count, $0.other.callbacks.count) }.max() ?? 10
    let titles = ChartText.fitted(shown.map(\.description), to: shown.count == 1 ? 90 : 80)
    for (index, cell) in shown.enumerated() {
      let compared = others.map { $0.cells.first { $0.cell == cell } }
      let sides = compared.compactMap { $0.map { [$0.base, $0.other] } }.flatMap(\.self)
      table.add(
        ChartRow(
          "panel", panel: index + 1, label: titles[index], name: cell.description,
          place: ChartPanels.place(index, of: shown.count <= 3 ? 1 : 2)),
        LatenessScale(sides, bulk: min).values + [
          ("callbacks", "\(most)"), ("bars", "\(figures.count * others.count)"),
          ("others", "\(others.count)"),
          ("low_log10", CSV.number(axis.low)), ("high_log10", CSV.number(axis.high)),
        ])
      if let base = compared.compactMap(\.self).first {
        table.add(
          base.base, panel: index + 1, series: 1, .base, dash: 0, label: "\(short[0]) (base)", name: names[0])
      }
      for (place, side) in compared.enumerated() {
        guard let side else { continue }
        table.add(
          side.other, panel: index + 1, series: place + 2, .other(place + 1), dash: place / 8 + 1,
          label: short[place + 1],
          name: names[place + 1])
        for (position, figure) in side.figures.filter(\.figure.isTime).enumerated() {
          table.add(
            figure, axis, panel: index + 1, series: place + 2, bar: position * others.count + place + 1,
            color: .other(place + 1))
        }
      }
      for (position, figure) in figures.enumerated() {
        table.add(
          ChartRow("figure", panel: index + 1, label: figure.description),
          [("bar", CSV.number(Double(position * others.count) + Double(others.count + 1) / 2))])
      }
    }
    return table
  }

  /// More others than this nobody tells apart.
  static let mostOthers = 16

  private mutating func add(
    _ side: CellSummary, panel: Int, series: Int, _ color: ChartColor, dash: Int, label: String, name: String
  ) {
    add(ChartRow("series", panel: panel, series: series, color: color, dash: dash, label: label, name: name))
    let count = side.callbacks.count
    for point in side.callbacks.curve {
      let isLatest = point.share >= 1
      let oneIn = isLatest ? Double(count) : 1 / (1 - point.share)
      add(
        ChartRow("step", panel: panel, series: series, color: color),
        [("one_in", CSV.number(oneIn)), ("lateness_ns", "\(point.value)")]
          + (isLatest ? [("latest_ns", "\(point.value)")] : []))
    }
  }

  private mutating func add(
    _ figure: FigureComparison, _ axis: RatioAxis, panel: Int, series: Int, bar: Int, color: ChartColor
  ) {
    let interval = figure.ratioInterval ?? figure.ratio.map { $0...$0 }
    add(
      ChartRow("ratio", panel: panel, series: series, color: color, label: figure.words),
      [
        ("bar", "\(bar)"), ("log10", CSV.number(figure.ratio.flatMap { $0 > 0 ? log10($0) : nil })),
        ("from_log10", CSV.number(interval.map { axis.clamped($0.lowerBound) })),
        ("to_log10", CSV.number(interval.map { axis.clamped($0.upperBound) })),
        ("decided", figure.verdict.isDifference ? "1" : "0"),
      ])
  }
}

/// The logarithmic axis of ratios: all ratios lie on it, intervals may run off it.
private struct RatioAxis {
  private(set) var low = log10(0.8)
  private(set) var high = log10(1.25)

  init(_ cells: [CellComparison]) {
    let reach = log10(3.0)
    for figure in cells.flatMap(\.figures) where figure.figure.isTime {
      guard let ratio = figure.ratio, ratio > 0 else { continue }
      let ends = figure.ratioInterval.map { [$0.lowerBound, $0.upperBound] } ?? []
      for value in [log10(ratio)] + ends.map({ $0 > 0 ? min(max(log10($0), -reach), reach) : -reach }) {
        low = min(low, value)
        high = max(high, value)
      }
    }
    let margin = 0.05 * (high - low)
    low -= margin
    high += margin
  }

  /// The place of a ratio, or the end of the axis that it runs off.
  func clamped(_ ratio: Double) -> Double { ratio > 0 ? min(max(log10(ratio), low), high) : low }
}

extension FigureComparison {
  /// The ratio, or else the difference, with its interval and verdict.
  fileprivate var words: String {
    guard let ratio else {
      guard let difference else { return "too few callbacks" }
      let interval = differenceInterval.map {
        " (\(Self.signed($0.lowerBound)) … \(Self.signed($0.upperBound)))"
      }
      return "no ratio: \(Self.signed(difference))\(interval ?? "") \(verdict.word)"
    }
    let interval = ratioInterval.map { "  (\(Self.times($0.lowerBound)) … \(Self.times($0.upperBound)))" }
    return "\(Self.times(ratio))\(interval ?? "")  \(verdict.word)"
  }

  private static func signed(_ time: Double) -> String { (time > 0 ? "+" : "") + Numbers.time(time) }

  private static func times(_ ratio: Double) -> String {
    abs(ratio) >= 1_000 ? Numbers.count(Int64(max(-1e15, min(1e15, ratio)))) : Numbers.significant(ratio)
  }
}
