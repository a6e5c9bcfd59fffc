import Text
import Timing

/// What trends come to, for a terminal and as JSON.
package struct TrendReport: Sendable {
  let trends: [Trend]

  /// A report of trends, in their order.
  package init(_ trends: [Trend]) { self.trends = trends }

  /// The lines for a terminal of `width` columns: of each machine first where its figures stepped, then a line a cell; with
  /// `details` every value with its interval.
  package func text(width: Int, color: Bool, details: Bool) -> String {
    trends.map { trend in
      var text = paragraph(trend.sentence, width: width)
      for place in Set(trend.steps.map(\.place)).sorted() { text += trend.describe(place, width: width) }
      text += "\n" + trend.table.text(width: width, color: color)
      if details { text += trend.values(width: width, color: color) }
      return text
    }.joined(separator: "\n")
  }
}

extension Trend {
  /// What a machine's recordings come to, in a sentence.
  fileprivate var sentence: String {
    let name = machine.map { " of \($0)" } ?? ""
    let by =
      switch order {
      case .time: "by time"
      case .label(let key): "by \(key)"
      }
    let ends = [points.first, points.last].compactMap { $0?.name(in: order) }
    var text = "\(points.count) recordings\(name), \(by)"
    if ends.count == 2, points.count > 1 { text += ", \(ends[0]) to \(ends[1])" }
    if points.count < 2 * StepSearch.fewest {
      return text + ": too few to tell a step from chance; some dozen are needed."
    }
    guard !steps.isEmpty else { return text + ": no figure stepped." }
    return text + ": \(steps.count) \(steps.count == 1 ? "figure" : "figures") stepped."
  }

  /// What stepped at a recording, and what else differs there from the one before.
  fileprivate func describe(_ place: Int, width: Int) -> String {
    let (before, point) = (points[place - 1], points[place])
    let name = point.name(in: order)
    var text = paragraph(
      "\(ordinal(place)) recording, \(point.files[0])" + (name == point.files[0] ? "" : " (\(name))") + ":",
      first: "From the ", width: width)
    for step in steps where step.place == place {
      text += paragraph(
        "\(step.cell): \(step.figure.rawValue) \(step.words), by chance \(Numbers.significant(step.chance)) at most",
        first: "  ", indent: 4, width: width)
    }
    let changes =
      EnvironmentDifference.between(before.environment, point.environment).filter(\.keepsApart)
      .map(\.description) + before.environment.told(against: point.environment)
    if !changes.isEmpty {
      text += paragraph(
        "also new there: \(changes.joined(separator: "; "))", first: "  ", indent: 4, width: width)
    }
    return text
  }

  private func ordinal(_ place: Int) -> String {
    let number = place + 1
    let ending =
      switch (number % 10, number % 100) {
      case (1, let rest) where rest != 11: "st"
      case (2, let rest) where rest != 12: "nd"
      case (3, let rest) where rest != 13: "rd"
      default: "th"
      }
    return "\(number)\(ending)"
  }

  /// A line a cell: how p50 and p99 went, and the last values.
  fileprivate var table: TextTable {
    func last(_ figure: TrendFigure) -> [String] {
      cells.map { cell in
        figure.words(points.last { $0.values[cell]?[figure] != nil }?.values[cell]?[figure]?.value)
      }
    }
    func spark(_ figure: TrendFigure) -> [String] { cells.map { Sparkline(values(of: $0, figure)).text } }
    func stepped(_ figure: TrendFigure) -> (Int) -> Bool {
      { row in steps.contains { $0.cell == cells[row] && $0.figure == figure } }
    }
    func column(_ title: String, _ cells: [String], expendability: Int = 0, _ figure: TrendFigure)
      -> TextTable.Column
    {
      TextTable.Column(title: title, cells: cells, expendability: expendability, isNotable: stepped(figure))
    }
    return TextTable(columns: [
      TextTable.Column(title: "cell", cells: cells.map { "  \($0)" }, alignsLeft: true),
      column("p50", spark(.p50), expendability: 2, .p50), column("last", last(.p50), .p50),
      column("p99", spark(.p99), expendability: 3, .p99), column("last", last(.p99), .p99),
      column("missed", last(.missed), .missed),
    ])
  }

  /// A row a recording and cell.
  fileprivate func values(width: Int, color: Bool) -> String {
    let names = points.map { $0.name(in: order) }
    var text = ""
    for cell in cells {
      func words(_ figure: TrendFigure) -> [String] {
        points.map { point in
          guard let value = point.values[cell]?[figure] else { return Numbers.unknown }
          let interval = value.interval.map {
            " (\(figure.words($0.lowerBound)) … \(figure.words($0.upperBound)))"
          }
          return figure.words(value.value) + (interval ?? "")
        }
      }
      let columns = TrendFigure.allCases.map { figure in
        TextTable.Column(
          title: figure.rawValue, cells: words(figure),
          isNotable: { row in
            steps.contains { $0.place == row && $0.cell == cell && $0.figure == figure }
          })
      }
      let table = TextTable(
        columns: [TextTable.Column(title: "\(cell)", cells: names.map { "  \($0)" }, alignsLeft: true)]
          + columns + [
            TextTable.Column(
              title: "runs", cells: points.map { "\($0.values[cell]?[.missed]?.runs ?? 0)" }, expendability: 1
            )
          ])
      text += "\n" + table.text(width: width, color: color)
    }
    return text
  }

  /// A figure of a cell over the recordings; `nil` where one does not have it.
  func values(of cell: Cell, _ figure: TrendFigure) -> [Double?] {
    points.map { $0.values[cell]?[figure]?.value }
  }
}

extension TrendPoint {
  /// What a recording is called in an order: its label, or when it began.
  func name(in order: TrendOrder) -> String {
    let name =
      switch order {
      case .time: environment[.started]
      case .label(let key): environment.label(key)
      }
    return name.map { $0.isEmpty ? files[0] : $0 } ?? files[0]
  }
}

extension Environment {
  /// The commit and the labels in which the other one differs, `key: own | other`.
  fileprivate func told(against other: Environment) -> [String] {
    let own = [("commit", self[.commit], other[.commit])]
    var keys: [String] = []
    for key in (labels + other.labels).map(\.key) where !keys.contains(key) { keys.append(key) }
    return (own + keys.map { ($0, label($0), other.label($0)) }).filter { $0.1 != $0.2 }.map {
      key, left, right in
      "\(key): \(left.map { String($0.prefix(80)) } ?? "none") | \(right.map { String($0.prefix(80)) } ?? "none")"
    }
  }
}

extension TrendFigure {
  /// A value with its unit.
  func words(_ value: Double?) -> String { self == .missed ? Numbers.percent(value) : Numbers.time(value) }
}

extension TrendStep {
  /// `102µs → 123µs (×1.20)`.
  var words: String {
    let levels = "\(figure.words(before)) → \(figure.words(after))"
    guard figure != .missed, before > 0, after > 0 else { return levels }
    return levels + " (×\(Numbers.fixed(after / before, 2)))"
  }
}

/// Values as a line of small bars, the lowest and the highest of them at its ends: `▁▂▁▇`; of more than ``most`` the latest.
struct Sparkline {
  /// Bars at most.
  static let most = 30
  private static let bars: [Character] = Array("▁▂▃▄▅▆▇█")
  let text: String

  init(_ values: [Double?]) {
    let shown = values.suffix(Self.most)
    let known = shown.compactMap(\.self)
    guard let low = known.min(), let high = known.max() else {
      text = String(repeating: " ", count: shown.count)
      return
    }
    text = String(
      shown.map { value in
        guard let value else { return " " }
        guard high > low else { return Self.bars[0] }
        return Self.bars[
          min(Self.bars.count - 1, Int((value - low) / (high - low) * Double(Self.bars.count)))]
      })
  }
}
