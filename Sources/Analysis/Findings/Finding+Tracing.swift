import Timing

extension Finding {
  /// Cells that were traced and of whose callbacks the trace explains none: without this, nothing would be said of them.
  static func ofTracing(_ summaries: [CellSummary]) -> [Finding] {
    let silent = summaries.filter {
      $0.facts.traceLost != nil && $0.callbacks.count > 0 && ($0.why?.attributed ?? 0) == 0
    }
    let spinning = silent.filter { $0.cell.floor?.spins == true }
    let overrun = silent.filter { $0.cell.floor?.spins != true && $0.facts.traceLost ?? 0 > 0 }
    let unseen = silent.filter { $0.cell.floor?.spins != true && $0.facts.traceLost == 0 }
    return [
      ofTracing(
        spinning, why: "a thread that spins waits for no timer of the kernel, and that is what is traced",
        remedy: "trace another timer; the lateness of this one is that of a thread which lost its processor"),
      ofTracing(
        overrun, why: "the kernel's buffers were too small for its events, and some were lost",
        remedy: "measure a longer interval, fewer timers or a lighter load"),
      ofTracing(
        unseen, why: "no timer of the kernel was seen to expire and wake their threads",
        remedy: "trace a longer run; the figures themselves hold"),
    ].compactMap(\.self)
  }

  private static func ofTracing(_ cells: [CellSummary], why: String, remedy: String) -> Finding? {
    guard !cells.isEmpty else { return nil }
    return Finding(
      .warning, code: "trace_explains_nothing", "the trace explains no callback of \(names(cells)): \(why)",
      remedy: remedy)
  }
}
