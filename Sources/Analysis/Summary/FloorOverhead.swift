import Timing

/// What a timer costs on top of the floor: the same schedule kept by the kernel alone.
package struct FloorOverhead: Hashable, Sendable {
  /// One quantile of lateness, less the same quantile of the floor.
  package struct Figure: Hashable, Sendable {
    /// Which quantile.
    package let quantile: Quantile
    /// The difference in nanoseconds, negative below the floor; `nil` while either has too few callbacks.
    package let value: Int64?
  }

  /// The cell that serves as the floor: of the same interval, load and number of timers, but idle where the timer's own
  /// load is `loop:`, since a floor has no loop to hold.
  package let floor: Cell
  /// The overhead at the median and the 99th percentile.
  package let figures: [Figure]

  /// The overhead at a quantile in nanoseconds; `nil` when it is withheld or not given.
  package subscript(quantile: Quantile) -> Int64? {
    figures.first { $0.quantile == quantile }?.value
  }
}

extension FloorOverhead {
  /// The overhead of `summary` over the best of some floors.
  ///
  /// Of several it is the first of ``FloorTimer``. `nil` without a floor, and for a floor itself unless a better one was
  /// measured.
  package init?(_ summary: CellSummary, over floors: Floors) {
    let cell = summary.cell
    let better = FloorTimer.allCases.prefix { $0 != cell.floor }
    let found = floors.of(cell)
    guard let best = better.lazy.compactMap({ floor in found.first { $0.cell.floor == floor } }).first else {
      return nil
    }
    floor = best.cell
    figures = [Quantile.p50, .p99].map { quantile in
      let value = summary.callbacks[quantile].flatMap { mine in
        best.callbacks[quantile].map { mine.subtractingSaturated($0) }
      }
      return Figure(quantile: quantile, value: value)
    }
  }
}

/// The floors among the summaries of a recording.
package struct Floors: Sendable {
  private struct Conditions: Hashable {
    var interval: Nanoseconds
    var load: CellLoad
    var timers: Int
  }

  private let floors: [Conditions: [CellSummary]]

  /// Picks out the floors that called back.
  package init(among summaries: [CellSummary]) {
    let measured = summaries.filter {
      $0.cell.floor?.spins == false && $0.callbacks.count > 0
    }
    floors = Dictionary(grouping: measured) {
      Conditions(interval: $0.cell.interval, load: $0.cell.load, timers: $0.cell.timers)
    }
  }

  /// The floors under the conditions of a cell.
  func of(_ cell: Cell) -> [CellSummary] {
    let load = cell.load.kind == .loop ? .idle : cell.load
    return floors[Conditions(interval: cell.interval, load: load, timers: cell.timers)] ?? []
  }
}
