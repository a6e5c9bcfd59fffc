import Text
import Timing

/// What is said first of some recordings, in sentences without their full stops.
struct Headline {
  let sentences: [String]

  init(_ section: SummaryReport.Section) {
    let cells = section.summaries.filter { $0.callbacks.count > 0 }
    let judged = cells.filter { !ChartColor.isFloor($0.cell.timer) }
    sentences =
      [
        Self.typical(judged.isEmpty ? cells : judged), Self.latest(cells), Self.unserved(cells),
      ].compactMap(\.self)
  }

  private static func typical(_ cells: [CellSummary]) -> String? {
    let medians = cells.compactMap { $0.callbacks[.p50] }
    guard let range = range(medians) else { return cells.isEmpty ? "No timer called back" : nil }
    let timers = cells.map(\.cell.timer.printable).inOrderOfChart
    let names =
      timers.count > 4
      ? "\(timers.count) timers"
      : timers.count < 2
        ? timers.joined() : timers.dropLast().joined(separator: ", ") + " and " + timers[timers.count - 1]
    let tail = Self.range(cells.compactMap { $0.callbacks[.p99] }).map { ", 99 % within \($0)" } ?? ""
    let each = cells.count > 1 ? ", depending on the conditions (\(cells.count) cells)" : ""
    return "\(names): half of the callbacks came within \(range) of their deadlines\(tail)\(each)"
  }

  private static func latest(_ cells: [CellSummary]) -> String? {
    guard let worst = cells.max(by: { $0.callbacks.max ?? .min < $1.callbacks.max ?? .min }),
      worst.callbacks.max != nil
    else { return nil }
    let count = cells.reduce(Int64(0)) { $0.addingSaturated($1.callbacks.count) }
    return
      "The latest of \(Numbers.count(count)) callbacks came \(Numbers.time(worst.callbacks.max)) late (\(worst.cell))"
  }

  private static func unserved(_ cells: [CellSummary]) -> String? {
    guard !cells.isEmpty else { return nil }
    let missed = cells.reduce(Int64(0)) { $0.addingSaturated($1.slots.missed) }
    let merged = cells.reduce(Int64(0)) { $0.addingSaturated($1.slots.merged) }
    let total = cells.reduce(Int64(0)) { $0.addingSaturated($1.slots.total) }
    guard missed > 0 || merged > 0 else {
      return "None of \(Numbers.count(total)) deadlines was missed or merged"
    }
    return
      "Of \(Numbers.count(total)) deadlines \(Numbers.count(missed)) \(missed == 1 ? "was" : "were") missed and "
      + "\(Numbers.count(merged)) merged into another callback"
  }

  /// `37.2µs`, or `36.5µs to 205µs` where they differ.
  private static func range(_ values: [Int64]) -> String? {
    guard let least = values.min(), let most = values.max() else { return nil }
    let (low, high) = (Numbers.time(least), Numbers.time(most))
    return low == high ? low : "\(low) to \(high)"
  }
}
