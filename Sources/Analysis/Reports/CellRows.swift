import Text
import Timing

/// The lines of one compared cell.
struct CellRows {
  let cell: CellComparison

  init(_ cell: CellComparison) { self.cell = cell }

  var heading: String {
    func side(_ summary: CellSummary) -> String {
      "\(Numbers.count(summary.callbacks.count)) in \(summary.runs) \(summary.runs == 1 ? "run" : "runs")"
    }
    return "\(cell.cell): \(side(cell.base)) | \(side(cell.other))"
  }

  var table: TextTable {
    let figures = cell.figures
    var columns = [
      TextTable.Column(title: "", cells: figures.map { "  \($0.figure)" }, alignsLeft: true),
      TextTable.Column(title: "base", cells: figures.map { Self.value($0.base, $0.figure) }),
      TextTable.Column(title: "other", cells: figures.map { Self.value($0.other, $0.figure) }),
      TextTable.Column(
        title: "difference", cells: figures.map { Self.value($0.difference, $0.figure, signed: true) },
        expendability: 1),
      TextTable.Column(
        title: "ratio", cells: figures.map { $0.ratio.map { Numbers.significant($0) } ?? Numbers.unknown }),
      TextTable.Column(title: "95% interval", cells: figures.map(Self.interval)),
      TextTable.Column(
        title: "chance", cells: figures.map { Numbers.percent($0.chance?.adjusted) }, expendability: 2),
      TextTable.Column(title: "verdict", cells: figures.map(\.verdict.word), alignsLeft: true),
    ]
    columns[7].isNotable = { figures[$0].verdict.isDifference }
    return TextTable(columns: columns)
  }

  /// Why figures are undecided, those with one reason together.
  var remarks: [String] {
    var reasons: [(text: String, figures: [String])] = []
    for figure in cell.figures {
      guard case .undecided(let reason) = figure.verdict else { continue }
      if let index = reasons.firstIndex(where: { $0.text == reason.description }) {
        reasons[index].figures.append(figure.figure.description)
      } else {
        reasons.append((reason.description, [figure.figure.description]))
      }
    }
    let remarks = reasons.map { "\($0.figures.joined(separator: ", ")) undecided: \($0.text)" }
    return cell.method == .identical ? remarks + ["both sides hold the same recording"] : remarks
  }

  static func value(_ value: Double?, _ figure: ComparedFigure, signed: Bool = false) -> String {
    guard let value else { return Numbers.unknown }
    let sign = signed && value > 0 ? "+" : ""
    switch figure {
    case .quantile, .max: return sign + Numbers.time(value)
    case .missed: return sign + Numbers.percent(value)
    case .drift: return sign + Numbers.ppm(value) + "ppm"
    }
  }

  /// The interval of the ratio where there is one, else that of the difference.
  private static func interval(_ figure: FigureComparison) -> String {
    if let ratio = figure.ratioInterval {
      return "\(Numbers.significant(ratio.lowerBound)) … \(Numbers.significant(ratio.upperBound))"
    }
    guard let range = figure.differenceInterval else { return Numbers.unknown }
    let low = value(range.lowerBound, figure.figure, signed: true)
    return "\(low) … \(value(range.upperBound, figure.figure, signed: true))"
  }
}
