import Text
import Timing

/// What happened to the process and the clocks in the runs of a cell, and where its name stands in a panel.
///
/// Names stand in lines below each other where one would cover another, and left of their mark where they would leave
/// the panel.
struct EventMarks {
  struct Mark: Equatable {
    /// Nanoseconds since the first deadline of the run.
    var at: Int64
    var label: String
    /// Where the name begins, a share of the panel's width from its left edge, and its line, from 0 at the top.
    var begin: Double
    var line: Int
  }

  let marks: [Mark]

  /// - Parameters:
  ///   - place: where a time stands, a share of the panel's width.
  ///   - width: the panel's, in pixels.
  init(_ events: [(at: Int64, label: String)], place: (Int64) -> Double, width: Double) {
    /// Where the last name of each line ends.
    var ends: [Double] = []
    marks = events.prefix(Self.most).sorted { $0.at < $1.at }.map { event in
      let length = (Double(event.label.count) * Self.letter + Self.gap) / width
      let right = place(event.at) + Self.gap / width
      let begin = right + length <= 1 ? right : max(0, place(event.at) - length)
      let line = ends.firstIndex { $0 <= begin } ?? ends.count
      if line == ends.count { ends.append(0) }
      ends[line] = begin + length
      return Mark(at: event.at, label: event.label, begin: begin, line: line)
    }
  }

  /// More named lines than this hide what they stand beside.
  private static let most = 8
  /// The width of a letter and the room beside a name, in pixels.
  private static let letter = 6.0
  private static let gap = 5.0
}

extension ChartSource {
  /// Each pause, sleep and step of the wall clock in the runs of a cell, with its name.
  func events(of cell: Cell) -> [(at: Int64, label: String)] {
    let facts = dataset.cells.filter { $0.cell == cell }.flatMap { $0.runs.compactMap(\.facts) }
    return facts.flatMap { run in
      (run.pauses ?? []).map { ($0.at, "\($0.kind.rawValue) \(Numbers.time($0.length))") }
        + run.clockEvents.map { event in
          switch event.kind {
          case .sleep: (event.after, "slept \(Numbers.time(event.length))")
          case .set: (event.after, "clock set \(event.length > 0 ? "+" : "")\(Numbers.time(event.length))")
          }
        }
    }
  }
}
