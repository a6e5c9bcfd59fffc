import Text
import Timing

/// What a comparison comes to, in a sentence.
struct CompareHeadline {
  private let comparison: Comparison

  init(_ comparison: Comparison) { self.comparison = comparison }

  /// A cell of a column and its figures of one verdict.
  private struct Place {
    let label: String
    let cell: Cell
    let figures: [FigureComparison]

    /// How far the sides lie apart, to tell the largest differences first.
    var weight: Double {
      figures.map { figure in figure.ratio.map { max($0, 1 / $0) } ?? 1 }.max() ?? 1
    }
  }

  /// What is worse, what is better, how much is undecided, and what differs that may explain it.
  var sentence: String {
    let figures = comparison.figures
    guard !figures.isEmpty else {
      return "\(title): no cell is in both\(comparison.columns.count > 1 ? " of any two" : "")."
    }
    let (worse, better) = (told(.worse), told(.better))
    var parts = [worse.map { "worse in \($0)" }, better.map { "better in \($0)" }].compactMap(\.self)
    if parts.isEmpty { parts = ["nothing is worse or better beyond chance"] }
    func count(_ word: String) -> Int { figures.count { $0.verdict.word == word } }
    let counts = [("the same", count("same")), ("undecided", count("undecided"))].filter { $0.1 > 0 }
    if !counts.isEmpty {
      parts.append(counts.map { "\($0.1) \($0.0)" }.joined(separator: ", ") + " of \(figures.count) figures")
    }
    return "\(title): \((parts + [explanation]).joined(separator: "; "))."
  }

  private var title: String {
    comparison.columns.count == 1
      ? "\(comparison.columns[0].label) against \(comparison.base) (base)"
      : "\(comparison.columns.count) others against \(comparison.base) (base)"
  }

  /// The largest differences of one kind first, three of them; `nil` where there is none.
  private func told(_ verdict: ComparisonVerdict) -> String? {
    let places = comparison.columns.flatMap { column in
      column.cells.map { cell in
        Place(label: column.label, cell: cell.cell, figures: cell.figures.filter { $0.verdict == verdict })
      }
    }.filter { !$0.figures.isEmpty }.sorted { $0.weight > $1.weight }
    guard !places.isEmpty else { return nil }
    let words = places.prefix(3).map { place in
      let machine = comparison.columns.count > 1 ? "\(place.label): " : ""
      let changes = place.figures.map { "\($0.figure) \($0.change)" }.joined(separator: ", ")
      return "\(machine)\(place.cell) (\(changes))"
    }
    return words.joined(separator: ", ") + (places.count > 3 ? " and \(places.count - 3) more" : "")
  }

  /// Facts that differ and can move a figure: with two sides their values, with more the machines.
  private var explanation: String {
    let differing = comparison.columns.map { column in
      column.environment.filter { $0.warning == nil && $0.key != Environment.Key.machine.rawValue }
    }
    guard differing.contains(where: { !$0.isEmpty }) else {
      return "nothing that is known differs between them"
    }
    func list(_ words: [String]) -> String {
      "may explain it: " + words.prefix(3).joined(separator: ", ")
        + (words.count > 3 ? " and \(words.count - 3) more" : "")
    }
    if differing.count == 1 { return list(differing[0].map(\.description)) }
    var machines: [(key: String, labels: [String])] = []
    for (column, facts) in zip(comparison.columns, differing) {
      for fact in facts {
        if let index = machines.firstIndex(where: { $0.key == fact.key }) {
          machines[index].labels.append(column.label)
        } else {
          machines.append((fact.key, [column.label]))
        }
      }
    }
    return list(
      machines.map { fact in
        switch fact.labels.count {
        case differing.count: "\(fact.key) (all differ from the base)"
        case ...2: "\(fact.key) (\(fact.labels.joined(separator: ", ")))"
        default: "\(fact.key) (\(fact.labels.count) of them)"
        }
      })
  }
}

extension FigureComparison {
  /// The ratio, or else the difference, as words: `×1.25`, `+0.500 percentage points`.
  var change: String {
    if let ratio, figure.isTime { return "×\(Numbers.significant(ratio))" }
    guard let difference else { return Numbers.unknown }
    let sign = difference > 0 ? "+" : ""
    return switch figure {
    case .quantile, .max: sign + Numbers.time(difference)
    case .missed: "\(sign)\(Numbers.significant(100 * difference)) percentage points"
    case .drift: "\(sign)\(Numbers.ppm(difference)) ppm"
    }
  }
}

extension Comparison {
  /// What would decide what is undecided: once for all cells, the most frequent reason first.
  var advice: [String] {
    let undecided = figures.compactMap { figure -> (reason: String, needed: Int?)? in
      guard case .undecided(let reason) = figure.verdict else { return nil }
      return (reason.description, figure.repetitionsNeeded)
    }
    var advice: [String] = []
    let needed = undecided.compactMap(\.needed).sorted()
    if let most = needed.last {
      let half = needed[(needed.count - 1) / 2]
      advice.append(
        "Measure about \(half) repetitions a side to decide half of the \(needed.count) that more repetitions can "
          + "decide, \(most) for all")
    }
    var reasons: [(text: String, count: Int)] = []
    for (reason, needed) in undecided where needed == nil {
      if let index = reasons.firstIndex(where: { $0.text == reason }) {
        reasons[index].count += 1
      } else {
        reasons.append((reason, 1))
      }
    }
    reasons.sort { $0.count > $1.count }
    advice += reasons.prefix(3).map { "\($0.count) undecided: \($0.text)" }
    if reasons.count > 3 { advice.append("and \(reasons.count - 3) more reasons") }
    return advice
  }
}
