import Timing

/// The line that tells where a measurement is; drawn only on a terminal.
struct ProgressLine {
  private let terminal: Terminal?
  private let total: Int
  private var cell = ""
  private var position = 0

  init(terminal: Terminal, total: Int, quiet: Bool) {
    self.terminal = terminal.showsProgress && !quiet ? terminal : nil
    self.total = total
  }

  mutating func begin(_ run: PlannedRun) {
    position = run.index
    cell = run.cell.description
  }

  func remaining(_ nanoseconds: Int64) {
    let seconds = (nanoseconds + 500_000_000) / 1_000_000_000
    let left = seconds < 90 ? "\(seconds) s" : "\(seconds / 60) min"
    terminal?.progress("\(position)/\(total) runs done, \(left) left: \(cell)")
  }

  func clear() {
    terminal?.progress("")
  }
}
