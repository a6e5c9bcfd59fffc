import Text
import Timing

/// What pairs of runs come to, for a terminal and as JSON.
package struct PairedReport: Sendable {
  private let comparison: PairedComparison

  /// A report of a comparison.
  package init(_ comparison: PairedComparison) { self.comparison = comparison }

  /// One sentence, then a line a cell and figure.
  package func text(width: Int, color: Bool) -> String {
    let rows = comparison.cells.flatMap { cell in cell.figures.map { (cell: cell, figure: $0) } }
    guard !rows.isEmpty else { return "No cell was measured on both sides.\n" }
    var headings: [TextTable.Heading] = []
    var row = 0
    for cell in comparison.cells {
      headings.append(TextTable.Heading(row: row, text: "\(cell.cell), \(cell.pairs) pairs"))
      row += cell.figures.count
    }
    func column(
      _ title: String, expendability: Int = 0, alignsLeft: Bool = false, _ text: (PairedFigure) -> String
    ) -> TextTable.Column {
      TextTable.Column(
        title: title, cells: rows.map { text($0.figure) }, expendability: expendability,
        alignsLeft: alignsLeft,
        isNotable: { rows[$0].figure.verdict == .worse || rows[$0].figure.verdict == .better })
    }
    let table = TextTable(
      columns: [
        column("figure", alignsLeft: true) { "  \($0.figure.rawValue)" },
        column(comparison.base) { $0.words($0.base) }, column(comparison.other) { $0.words($0.other) },
        column("ratio") { $0.ratio.map { Numbers.fixed($0, 2) } ?? Numbers.unknown },
        column("95 %", expendability: 1) { $0.intervalWords },
        column("", alignsLeft: true) { $0.verdict.word },
        column("gain", expendability: 2) { $0.gain.map { "×" + Numbers.significant($0) } ?? Numbers.unknown },
      ], headings: headings)
    return paragraph(sentence, width: width) + "\n" + table.text(width: width, color: color) + "\n"
      + paragraph(legend, width: width)
  }

  private var sentence: String {
    func list(_ verdict: ComparisonVerdict) -> [String] {
      comparison.cells.flatMap { cell in
        cell.figures.filter { $0.verdict == verdict }.map { "\($0.figure.rawValue) of \(cell.cell)" }
      }
    }
    let all = comparison.cells.reduce(0) { $0 + $1.figures.count }
    let (worse, better, same) = (list(.worse), list(.better), list(.same).count)
    func part(_ names: [String], _ word: String) -> String? {
      names.isEmpty
        ? nil
        : "\(word) in \(names.count) (\(names.prefix(3).joined(separator: ", "))\(names.count > 3 ? ", …" : ""))"
    }
    let found = [part(worse, "worse"), part(better, "better")].compactMap(\.self)
    return "\(comparison.other) against \(comparison.base), \(all) figures: "
      + (found.isEmpty ? "no difference found" : found.joined(separator: ", "))
      + "; the same in \(same), undecided \(all - same - worse.count - better.count)."
  }

  private var legend: String {
    "Judged by the differences within pairs; of all that is called a difference, \(Numbers.shortest(100 * PairedComparison.rate))% "
      + "may be due to chance. Gain: how many times as many repetitions it would take without pairs."
  }

  /// Version 1 of the JSON; `docs/json.md` describes it.
  package var json: String {
    JSONValue.object([
      ("format", .string("timer-bench pairs")), ("version", .integer(1)), ("base", .string(comparison.base)),
      ("other", .string(comparison.other)), ("false_discovery_rate", .number(PairedComparison.rate)),
      (
        "cells",
        .array(
          comparison.cells.map { cell in
            .object(
              cell.cell.jsonMembers + [
                ("pairs", .integer(cell.pairs)), ("figures", .array(cell.figures.map(\.json))),
              ])
          })
      ),
    ]).text
  }
}

extension PairedFigure {
  fileprivate func words(_ value: Double?) -> String {
    figure.words(value)
  }

  fileprivate var intervalWords: String {
    guard let interval else { return Numbers.unknown }
    if ratio != nil {
      return "\(Numbers.fixed(interval.lowerBound, 2)) … \(Numbers.fixed(interval.upperBound, 2))"
    }
    return "\(signed(interval.lowerBound)) … \(signed(interval.upperBound))"
  }

  private func signed(_ value: Double) -> String { (value > 0 ? "+" : "") + words(value) }

  fileprivate var json: JSONValue {
    let ends: JSONValue = interval.map { .array([.number($0.lowerBound), .number($0.upperBound)]) } ?? .null
    var members: [(String, JSONValue)] = [
      ("figure", .string(figure.rawValue)), ("pairs", .integer(pairs)), ("base", .number(base)),
      ("other", .number(other)), ("ratio", .number(ratio)),
      ("interval_of", .string(ratio == nil ? "difference" : "ratio")),
      ("interval", ends), ("chance", .number(chance)), ("adjusted", .number(adjusted)),
      ("gain", .number(gain)),
      ("verdict", .string(verdict.word)),
    ]
    if case .undecided(let reason) = verdict { members.append(("reason", .string(reason.description))) }
    return .object(members)
  }
}
