import Text
import Timing

/// The conditions that the cells of a panel share.
struct ChartCondition: Hashable {
  var interval: Nanoseconds
  var load: CellLoad
  var timers: Int

  init(_ cell: Cell) { (interval, load, timers) = (cell.interval, cell.load, cell.timers) }

  /// What a panel is called.
  var name: String { "\(interval) \(load.printable)" + (timers > 1 ? " ×\(timers)" : "") }
}

/// Panels of some cells, one for each condition, in their order; in each the floors last.
struct ChartPanels {
  /// A panel and the cells whose lines it shows.
  struct Panel {
    var condition: ChartCondition
    var cells: [CellSummary]
  }

  private(set) var panels: [Panel] = []

  init(_ cells: [CellSummary]) {
    for cell in cells {
      let condition = ChartCondition(cell.cell)
      if let index = panels.firstIndex(where: { $0.condition == condition }) {
        panels[index].cells.append(cell)
      } else {
        panels.append(Panel(condition: condition, cells: [cell]))
      }
    }
    for index in panels.indices { panels[index].cells = panels[index].cells.floorsLast }
  }

  /// The panels, where those without a floor of their own borrow that of the idle machine.
  func withFloors() -> [Panel] {
    let floors = panels.flatMap(\.cells).filter {
      $0.cell.floor != nil && $0.cell.load == .idle && $0.cell.timers == 1
    }
    return panels.map { panel in
      guard !panel.cells.contains(where: { $0.cell.floor != nil }) else { return panel }
      var panel = panel
      panel.cells += floors.filter { $0.cell.interval == panel.condition.interval }
      return panel
    }
  }

  /// Where so many panels stand, `most` side by side.
  static func place(_ index: Int, of columns: Int) -> (row: Int, column: Int) {
    (index / columns + 1, index % columns + 1)
  }
}

extension [CellSummary] {
  /// The cells in their order, floors last.
  var floorsLast: [CellSummary] {
    filter { $0.cell.floor == nil } + filter { $0.cell.floor != nil }
  }

  /// What the lines of a panel are called, and how they are dashed: leeways of a timer differ in their dashes, the line to
  /// hold others against has dash 0.
  func lines(room: Int, under condition: ChartCondition? = nil) -> [(label: String, name: String, dash: Int)]
  {
    let names = map { summary in
      let cell = summary.cell
      var words = [cell.timer.printable]
      if let leeway = cell.leeway { words.append("leeway \(leeway.count == 0 ? "0" : leeway.description)") }
      if let condition, condition != ChartCondition(cell) { words.append(cell.load.printable) }
      return words.joined(separator: " ")
    }
    let labels = ChartText.fitted(names, to: room)
    return enumerated().map { index, summary in
      let before = self[..<index].count { $0.cell.timer == summary.cell.timer }
      return (labels[index], names[index], summary.cell.floor != nil ? 0 : before % 6 + 1)
    }
  }
}
