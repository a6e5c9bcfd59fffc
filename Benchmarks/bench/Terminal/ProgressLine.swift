import Timing

/// The line that tells where a measurement is; drawn only on a terminal.
struct ProgressLine {
  private let terminal: Terminal?
  private var total: Int
  private var cell = ""
  private var position = 0

  init(terminal: Terminal, total: Int, quiet: Bool) {
    self.terminal = terminal.showsProgress && !quiet ? terminal : nil
    self.total = total
  }

  mutating func begin(_ run: PlannedRun) {
    position = run.index
    total = max(total, run.index + 1)
    // No leeway goes without saying where the line has to fit 80 columns.
    cell = run.cell.description.replacing(" leeway 0 ", with: " ")
  }

  /// - Parameters:
  ///   - trouble: what the user has to see to; `nil` for nothing.
  ///   - figures: those of the run so far, or an empty text.
  func remaining(_ nanoseconds: Int64, trouble: String?, figures: @autoclosure () -> String) {
    guard let terminal else { return }
    let seconds = (nanoseconds + 500_000_000) / 1_000_000_000
    let left = seconds < 90 ? "\(seconds) s" : "\(seconds / 60) min"
    let figures = figures()
    terminal.progress(
      (trouble.map { "\($0): " } ?? "") + "\(position)/\(total), \(left) left: \(cell)"
        + (figures.isEmpty ? "" : ": " + figures))
  }

  func clear() {
    terminal?.progress("")
  }
}
