import Foundation
import Text
import Timing

extension TrendReport {
  /// Version 1 of the trend's JSON; `docs/json.md` describes it.
  package var json: String {
    JSONValue.object([
      ("format", .string("timer-bench trend")), ("version", .integer(1)),
      ("trends", .array(trends.map(\.json))),
    ]).text
  }

  /// The figures of the newest recording of each machine, as github-action-benchmark takes them with the tool
  /// `customSmallerIsBetter`: a list of `name`, `unit`, `value`, `range` and `extra`. Names stay the same from recording to
  /// recording, also on another machine, unless there are several in this report.
  package var customSmallerIsBetter: String {
    JSONValue.array(
      trends.flatMap { trend in
        trend.newest(prefix: trends.count > 1 ? trend.machine.map { "\($0): " } ?? "" : "")
      }
    ).text
  }
}

extension Trend {
  fileprivate var json: JSONValue {
    let order: JSONValue =
      switch order {
      case .time: .string("started")
      case .label(let key): .string("label_" + key)
      }
    return .object([
      ("machine", .string(machine)), ("order", order),
      (
        "recordings",
        .array(
          points.map { point in
            .object([
              ("files", .array(point.files.map { .string($0) })),
              ("started", .string(point.environment[.started])),
              ("commit", .string(point.environment[.commit])),
              ("labels", .object(point.environment.labels.map { ($0.key, .string($0.value)) })),
            ])
          })
      ),
      (
        "cells",
        .array(
          cells.map { cell in
            .object(
              cell.jsonMembers
                + TrendFigure.allCases.map { figure in (figure.rawValue, series(cell, figure)) })
          })
      ),
      (
        "steps",
        .array(
          steps.map { step in
            .object(
              step.cell.jsonMembers + [
                ("figure", .string(step.figure.rawValue)), ("recording", .integer(step.place + 1)),
                ("files", .array(points[step.place].files.map { .string($0) })),
                ("before", .number(step.before)),
                ("after", .number(step.after)), ("chance", .number(step.chance)),
              ])
          })
      ),
    ])
  }

  private func series(_ cell: Cell, _ figure: TrendFigure) -> JSONValue {
    let values = points.map { $0.values[cell]?[figure] }
    return .object([
      ("unit", .string(figure == .missed ? "share" : "ns")),
      ("values", .array(values.map { .number($0?.value) })),
      ("low", .array(values.map { .number($0?.interval?.lowerBound) })),
      ("high", .array(values.map { .number($0?.interval?.upperBound) })),
      ("runs", .array(values.map { .integer($0?.runs ?? 0) })),
    ])
  }

  fileprivate func newest(prefix: String) -> [JSONValue] {
    guard let point = points.last else { return [] }
    return cells.flatMap { cell in
      TrendFigure.allCases.compactMap { figure -> JSONValue? in
        guard let value = point.values[cell]?[figure] else { return nil }
        // Missed slots in percent, since a share of 0.00001 is shown as 0 by every tracker.
        let scale = figure == .missed ? 100.0 : 1
        var members: [(String, JSONValue)] = [
          ("name", .string("\(prefix)\(cell) \(figure.rawValue)")),
          ("unit", .string(figure == .missed ? "% of deadlines" : "ns")),
          ("value", .number(rounded(value.value * scale))),
        ]
        if let interval = value.interval {
          let half = (interval.upperBound - interval.lowerBound) / 2 * scale
          members.append(("range", .string("± \(Numbers.significant(half))")))
        }
        members.append(("extra", .string(extra(of: value, at: point))))
        return .object(members)
      }
    }
  }

  /// What else a tracker shows of a value, a line each.
  private func extra(of value: TrendValue, at point: TrendPoint) -> String {
    let facts = [
      point.environment[.machine], point.environment[.cpuModel], point.environment[.kernel],
      point.environment[.swiftVersion].map { "Swift \($0)" },
    ]
    let labels = point.environment.labels.map { "\($0.key)=\($0.value)" }
    return (["\(value.runs) \(value.runs == 1 ? "run" : "runs")"] + facts.compactMap(\.self) + labels).map(
      \.printable
    )
    .joined(separator: "\n")
  }

  /// To a thousandth: trackers show every digit that they get.
  private func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }
}
