import Analysis
import Foundation
import Results
import Timing

/// Reads recordings for analysis, row by row, so that a file of any size needs memory for its figures only.
struct DatasetReader {
  let terminal: Terminal

  /// Reads one CSV.
  /// - Throws: ``FileError`` or ``DataError``.
  func read(_ path: String) throws -> Dataset {
    var environment = Environment()
    var builder = SummaryBuilder()
    var current: Int?
    try TickReader(path: path).read { event in
      switch event {
      case .head(let facts, _): environment = facts
      case .ticks(let ticks, let run):
        if current != run.index {
          builder.begin(run)
          current = run.index
        }
        for tick in ticks { builder.add(tick) }
      case .finished(let run, let facts):
        if current != run.index { builder.begin(run) }
        builder.finish(facts)
        current = nil
      case .end(let status, let cut):
        if let cut { terminal.note("\(path): \(cut).") }
        switch status {
        case .truncated: terminal.note("\(path) is truncated: it has no last line. What it holds is used.")
        case .interrupted:
          terminal.note("\(path) was interrupted while it was measured. What it holds is used.")
        case .failed: terminal.note("\(path): at least one run failed; its callbacks are in no figure.")
        case .complete: break
        }
      }
    }
    let name = environment[.machine] ?? URL(fileURLWithPath: path).lastPathComponent
    return Dataset(label: name, file: path, environment: environment, cells: builder.samples())
  }
}

/// Refuses an output that is one of the inputs, whatever names they go by, before anything is opened.
func checkDistinct(output: String?, inputs: [String]) throws(CommandFailure) {
  guard let output, output != "-" else { return }
  for input in inputs where input != "-" && identity(of: input) == identity(of: output) {
    throw CommandFailure(
      code: .inputOutput,
      message: "\(output) is one of the inputs: writing there would destroy it; name another file")
  }
}

private func identity(of path: String) -> String {
  let url = URL(fileURLWithPath: path)
  let attributes = try? FileManager.default.attributesOfItem(atPath: url.resolvingSymlinksInPath().path)
  if let number = attributes?[.systemFileNumber] as? NSNumber,
    let device = attributes?[.systemNumber] as? NSNumber
  {
    return "\(device):\(number)"
  }
  return url.resolvingSymlinksInPath().standardizedFileURL.path
}
