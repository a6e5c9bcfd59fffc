import Timing

extension Plan {
  /// Says what will be measured, in which order, and how long that takes at least.
  func describe(to terminal: Terminal) {
    let cells = Set(runs.map(\.cell)).count
    terminal.note("Plan: \(cells) cells, \(runs.count) runs, seed \(seed)\(leastTime).")
    for run in runs { terminal.note("  \(run.cell)") }
  }

  private var leastTime: String {
    guard case .duration(let length) = length else { return "" }
    let (each, carry) = length.count.addingReportingOverflow(warmup.count)
    let (all, overflow) = each.multipliedReportingOverflow(by: Int64(runs.count))
    return carry || overflow ? "" : ", \(Nanoseconds(all / 1_000_000 * 1_000_000)) at least"
  }
}
