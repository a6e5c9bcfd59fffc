import Text
import Timing

extension CompareReport {
  /// Version 1 of the comparison's JSON; `docs/json.md` describes it.
  var json: JSONValue {
    .object([
      ("format", .string("timer-bench compare")), ("version", .integer(1)),
      ("base", .string(comparison.base)),
      ("base_files", .array(comparison.baseFiles.map { .string($0) })),
      ("metrics", .array(comparison.policy.figures.map { .string($0.description) })),
      ("seed", .string(String(comparison.policy.seed))), ("margins", comparison.policy.json),
      ("adjustment", comparison.adjustment),
      (
        "columns",
        .array(zip(comparison.columns, gates).map { column, gates in Self.json(column, gates) })
      ),
    ])
  }

  private static func json(_ column: Comparison.Column, _ gates: [GateResult]) -> JSONValue {
    .object(facts(column, gates) + [("cells", .array(column.cells.map(\.json)))])
  }

  /// All that is said of a column but its cells.
  private static func facts(_ column: Comparison.Column, _ gates: [GateResult]) -> [(String, JSONValue)] {
    [
      ("label", .string(column.label)), ("files", .array(column.files.map { .string($0) })),
      ("environment", .array(column.environment.map(\.json))),
      ("kept_apart", column.separation?.json ?? .null),
      ("only_in_base", .array(column.onlyInBase.map { .object($0.jsonMembers) })),
      ("only_in_other", .array(column.onlyInOther.map { .object($0.jsonMembers) })),
      ("gates", .array(gates.map(\.json))),
    ]
  }

  /// A comment for each column with its facts as JSON, and a row for each cell and figure, and for each percentile of a cell (figure `curve`), whose `share` of callbacks
  /// is at most `base_value` and `other_value` late.
  var csv: String {
    var text = "# timer-bench compare 1\n"
    for (column, gates) in zip(comparison.columns, gates) {
      text += "# column: \(JSONValue.object(Self.facts(column, gates)).line)\n"
    }
    text += CSV.line(
      ["base"] + SummaryReport.cellColumns + [
        "figure", "unit", "base_n", "other_n", "base_value", "other_value", "difference", "difference_low",
        "difference_high", "ratio", "ratio_low", "ratio_high", "p", "p_adjusted", "same_p", "same_p_adjusted",
        "method",
        "verdict", "reason", "share",
      ])
    for column in comparison.columns {
      for cell in column.cells {
        let fields = [comparison.base] + cell.cell.csvFields(column.label)
        for figure in cell.figures { text += CSV.line(fields + figure.csvFields(cell) + [""]) }
        for point in cell.curve { text += CSV.line(fields + point.csvFields(cell)) }
      }
    }
    return text
  }
}

extension Comparison {
  /// How verdicts were made to hold as a family.
  fileprivate var adjustment: JSONValue {
    .object([
      ("method", .string("benjamini_hochberg")), ("rate", .number(policy.rate)),
      ("family", .integer(figures.count { $0.chance != nil })),
    ])
  }
}

extension ComparisonPolicy {
  fileprivate var json: JSONValue {
    .object([
      ("part", .number(equivalence)), ("time_ns", .integer(equivalentTime.count)),
      ("share", .number(equivalentShare)), ("drift_ppm", .number(equivalentDrift)),
    ])
  }
}

extension EnvironmentDifference {
  fileprivate var json: JSONValue {
    .object([
      ("key", .string(key)), ("base", .string(base)), ("other", .string(other)),
      ("warning", .string(warning)), ("keeps_apart", .bool(keepsApart)),
    ])
  }
}

extension Separation {
  fileprivate var json: JSONValue {
    .object([("from", .string(from)), ("facts", .array(facts.map(\.json)))])
  }
}

extension CellComparison {
  fileprivate var json: JSONValue {
    .object(
      cell.jsonMembers + [
        ("base_n", .integer(base.callbacks.count)), ("other_n", .integer(other.callbacks.count)),
        ("base_runs", .integer(base.runs)), ("other_runs", .integer(other.runs)),
        ("method", .string(method.rawValue)), ("figures", .array(figures.map(\.json))),
      ])
  }
}

/// A percentile on both sides; `nil` on a side with too few callbacks for it.
private struct ComparedPercentile {
  var share: Double
  var base: Int64?
  var other: Int64?

  func csvFields(_ cell: CellComparison) -> [String] {
    ["curve", "ns", String(cell.base.callbacks.count), String(cell.other.callbacks.count)]
      + [CSV.integer(base), CSV.integer(other)] + Array(repeating: "", count: 13) + [CSV.number(share)]
  }
}

extension CellComparison {
  fileprivate var curve: [ComparedPercentile] {
    let sides = [base, other].map { side in
      Dictionary(side.callbacks.curve.map { ($0.share, $0.value) }, uniquingKeysWith: { first, _ in first })
    }
    return Set(sides[0].keys).union(sides[1].keys).sorted().map {
      ComparedPercentile(share: $0, base: sides[0][$0], other: sides[1][$0])
    }
  }
}

extension FigureComparison {
  fileprivate var unit: String {
    switch figure {
    case .quantile, .max: "ns"
    case .missed: "share"
    case .drift: "ppm"
    }
  }

  private var reason: String? {
    if case .undecided(let reason) = verdict { reason.description } else { nil }
  }

  fileprivate var json: JSONValue {
    .object([
      ("figure", .string(figure.description)), ("unit", .string(unit)), ("base", .number(base)),
      ("other", .number(other)), ("difference", .number(difference)),
      ("difference_low", .number(differenceInterval?.lowerBound)),
      ("difference_high", .number(differenceInterval?.upperBound)), ("ratio", .number(ratio)),
      ("ratio_low", .number(ratioInterval?.lowerBound)), ("ratio_high", .number(ratioInterval?.upperBound)),
      ("p", .number(chance?.single)), ("p_adjusted", .number(chance?.adjusted)),
      ("same_p", .number(chanceOfSame?.single)), ("same_p_adjusted", .number(chanceOfSame?.adjusted)),
      ("verdict", .string(verdict.word)), ("reason", .string(reason)),
      ("repetitions_needed", .integer(repetitionsNeeded.map { Int64($0) })),
    ])
  }

  fileprivate func csvFields(_ cell: CellComparison) -> [String] {
    [
      figure.description, unit, String(cell.base.callbacks.count), String(cell.other.callbacks.count),
      CSV.number(base), CSV.number(other), CSV.number(difference), CSV.number(differenceInterval?.lowerBound),
      CSV.number(differenceInterval?.upperBound), CSV.number(ratio), CSV.number(ratioInterval?.lowerBound),
      CSV.number(ratioInterval?.upperBound), CSV.number(chance?.single), CSV.number(chance?.adjusted),
      CSV.number(chanceOfSame?.single), CSV.number(chanceOfSame?.adjusted), cell.method.rawValue,
      verdict.word, reason ?? "",
    ]
  }
}
