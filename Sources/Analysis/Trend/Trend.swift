import Foundation
import Timing

/// One recording of a trend.
package struct TrendPoint: Hashable, Sendable {
  /// Its files.
  package let files: [String]
  /// The machine, the system and the program.
  package let environment: Environment
  /// What it says of each cell.
  package let values: [Cell: [TrendFigure: TrendValue]]

  /// Takes the figures out of a recording, whose samples are not needed afterwards.
  package init(_ dataset: Dataset) {
    files = dataset.files
    environment = dataset.environment
    values = Dictionary(
      dataset.cells.concurrentMap { samples in
        let runs = samples.runs.map { run in
          var single = CellSamples(cell: samples.cell)
          single.runs = [run]
          return CellSummary(single)
        }
        let figures = TrendFigure.allCases.compactMap { figure in
          TrendValue(figure, runs).map { (figure, $0) }
        }
        return (samples.cell, Dictionary(uniqueKeysWithValues: figures))
      }, uniquingKeysWith: { first, _ in first })
  }
}

/// By what recordings are put in order.
package enum TrendOrder: Hashable, Sendable {
  /// By the time at which they began.
  case time
  /// By the values of a label, numbers in them by their size.
  case label(String)
}

/// Why recordings cannot be put in order.
package struct TrendOrderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The recording that has no place.
  package let file: String
  /// What is wrong and what to do, a clause.
  package let problem: String

  package var description: String { "\(file): \(problem)" }
}

/// Recordings of one machine in order, and where their figures stepped.
package struct Trend: Hashable, Sendable {
  /// The machine's name; `nil` where the recordings do not name it.
  package let machine: String?
  /// By what the recordings stand in order.
  package let order: TrendOrder
  /// The recordings.
  package let points: [TrendPoint]
  /// All cells, in their order.
  package let cells: [Cell]
  /// The steps, by recording, cell and figure.
  package let steps: [TrendStep]
}

/// A figure that is another from one recording on.
package struct TrendStep: Hashable, Sendable {
  /// The cell.
  package let cell: Cell
  /// The figure.
  package let figure: TrendFigure
  /// The recording that is the first of the new level, by its place from 0.
  package let place: Int
  /// The level before, back to the step before it: the median of the recordings' values.
  package let before: Double
  /// The level from there on, up to the next step.
  package let after: Double
  /// The probability that any figure looked at seems to step so clearly where nothing changed.
  package let chance: Double
}

extension Trend {
  /// Recordings as trends, one a machine, in the order of their first appearance.
  /// - Throws: ``TrendOrderError``.
  package static func all(
    _ points: [TrendPoint], by order: TrendOrder, policy: ComparisonPolicy = ComparisonPolicy()
  ) throws(TrendOrderError) -> [Trend] {
    var machines: [String?] = []
    for point in points where !machines.contains(point.environment[.machine]) {
      machines.append(point.environment[.machine])
    }
    var trends: [Trend] = []
    for machine in machines {
      let ordered = try order.sorted(points.filter { $0.environment[.machine] == machine })
      trends.append(Trend(machine: machine, order: order, points: ordered, policy: policy))
    }
    return trends
  }

  init(machine: String?, order: TrendOrder, points: [TrendPoint], policy: ComparisonPolicy) {
    self.machine = machine
    self.order = order
    self.points = points
    let cells = Set(points.flatMap(\.values.keys)).sorted()
    self.cells = cells
    let places = cells.flatMap { cell in TrendFigure.allCases.map { (cell: cell, figure: $0) } }
    let series = places.map { place in points.map { $0.values[place.cell]?[place.figure]?.value } }
    let found = StepSearch().steps(in: series)
    steps = found.compactMap { step in
      let (cell, figure) = places[step.series]
      let (before, after) = (series[step.series][step.before].median, series[step.series][step.after].median)
      guard let before, let after, figure.matters(before, after, policy: policy) else { return nil }
      return TrendStep(
        cell: cell, figure: figure, place: step.place, before: before, after: after, chance: step.chance)
    }.sorted { ($0.place, $0.cell, $0.figure.rawValue) < ($1.place, $1.cell, $1.figure.rawValue) }
  }
}

extension TrendOrder {
  /// The recordings in order; those of equal rank stay as they were given.
  fileprivate func sorted(_ points: [TrendPoint]) throws(TrendOrderError) -> [TrendPoint] {
    var keyed: [(key: String, place: Int, point: TrendPoint)] = []
    for (place, point) in points.enumerated() {
      keyed.append((try key(of: point), place, point))
    }
    return keyed.sorted { left, right in
      let order = left.key.compare(right.key, options: self == .time ? [] : .numeric)
      return order == .orderedSame ? left.place < right.place : order == .orderedAscending
    }.map(\.point)
  }

  /// Text by whose order recordings stand: times are written so that it is theirs (ISO 8601 in UTC).
  private func key(of point: TrendPoint) throws(TrendOrderError) -> String {
    switch self {
    case .time:
      guard let started = point.environment[.started] else {
        throw TrendOrderError(
          file: point.files[0], problem: "it does not say when it was begun: order by a label, with --by KEY")
      }
      return started
    case .label(let key):
      guard let value = point.environment.label(key) else {
        let known = point.environment.labels.map(\.key)
        throw TrendOrderError(
          file: point.files[0],
          problem: "it has no label '\(key)'"
            + (known.isEmpty ? "" : ", but \(known.joined(separator: ", "))")
            + ": leave it out, or order by time, without --by")
      }
      return value
    }
  }
}

extension Collection<Double?> {
  /// The middle of the values that are there; `nil` without any.
  fileprivate var median: Double? {
    let sorted = compactMap(\.self).sorted()
    guard !sorted.isEmpty else { return nil }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }
}
