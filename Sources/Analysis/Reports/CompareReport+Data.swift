import Timing

extension CompareReport {
  /// Version 1 of the comparison's JSON; `docs/json.md` describes it.
  var json: JSONValue {
    .object([
      ("format", .string("timer-bench compare")), ("version", .integer(1)),
      ("base", .string(comparison.base)),
      ("base_files", .array(comparison.baseFiles.map { .string($0) })),
      ("seed", .string(String(comparison.policy.seed))),
      (
        "columns",
        .array(zip(comparison.columns, gates).map { column, gates in Self.json(column, gates) })
      ),
    ])
  }

  private static func json(_ column: Comparison.Column, _ gates: [GateResult]) -> JSONValue {
    .object([
      ("label", .string(column.label)), ("files", .array(column.files.map { .string($0) })),
      ("environment", .array(column.environment.map(\.json))), ("cells", .array(column.cells.map(\.json))),
      ("only_in_base", .array(column.onlyInBase.map { .object($0.jsonMembers) })),
      ("only_in_other", .array(column.onlyInOther.map { .object($0.jsonMembers) })),
      ("gates", .array(gates.map(\.json))),
    ])
  }

  /// A row for each cell and figure.
  var csv: String {
    var text = "# timer-bench compare 1\n"
    text += CSV.line(
      ["base"] + SummaryReport.cellColumns + [
        "figure", "unit", "base_n", "other_n", "base_value", "other_value", "difference", "difference_low",
        "difference_high", "ratio", "ratio_low", "ratio_high", "method", "verdict", "reason",
      ])
    for column in comparison.columns {
      for cell in column.cells {
        for figure in cell.figures {
          text += CSV.line([comparison.base] + cell.cell.csvFields(column.label) + figure.csvFields(cell))
        }
      }
    }
    return text
  }
}

extension EnvironmentDifference {
  fileprivate var json: JSONValue {
    .object([
      ("key", .string(key)), ("base", .string(base)), ("other", .string(other)),
      ("warning", .string(warning)),
    ])
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

extension FigureComparison {
  fileprivate var unit: String {
    switch figure {
    case .p50, .p99, .max: "ns"
    case .missed: "share"
    case .drift: "ppm"
    }
  }

  private var reason: String? {
    if case .undecided(let reason) = verdict { reason.description } else { nil }
  }

  fileprivate var json: JSONValue {
    .object([
      ("figure", .string(figure.rawValue)), ("unit", .string(unit)), ("base", .number(base)),
      ("other", .number(other)), ("difference", .number(difference)),
      ("difference_low", .number(differenceInterval?.lowerBound)),
      ("difference_high", .number(differenceInterval?.upperBound)), ("ratio", .number(ratio)),
      ("ratio_low", .number(ratioInterval?.lowerBound)), ("ratio_high", .number(ratioInterval?.upperBound)),
      ("verdict", .string(verdict.word)), ("reason", .string(reason)),
    ])
  }

  fileprivate func csvFields(_ cell: CellComparison) -> [String] {
    [
      figure.rawValue, unit, String(cell.base.callbacks.count), String(cell.other.callbacks.count),
      CSV.number(base), CSV.number(other), CSV.number(difference), CSV.number(differenceInterval?.lowerBound),
      CSV.number(differenceInterval?.upperBound), CSV.number(ratio), CSV.number(ratioInterval?.lowerBound),
      CSV.number(ratioInterval?.upperBound), cell.method.rawValue, verdict.word, reason ?? "",
    ]
  }
}
