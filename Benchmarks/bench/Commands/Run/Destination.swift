import Foundation
import Results
import Timing

/// Where the CSV and the charts of a measurement go.
struct Destination {
  /// The CSV.
  let target: OutputTarget
  /// Whether the place was chosen here: its folders are made then.
  let isDefault: Bool

  /// The place that was asked for, or a new file `Results/MACHINE/TIME.csv` in the working directory.
  init(output: String?, environment: Environment) {
    if let output {
      target = OutputTarget(argument: output)
      isDefault = false
    } else {
      let machine = fileName(environment[.machine] ?? "machine")
      let time = (environment[.started] ?? "now").replacingOccurrences(of: ":", with: "")
      // Several in one second get numbers.
      let names = ["\(time).csv"] + (2...1_000).map { "\(time)-\($0).csv" }
      let free = names.lazy.map { "Results/\(machine)/\($0)" }.first {
        !FileManager.default.fileExists(atPath: $0)
          && !FileManager.default.fileExists(atPath: $0 + ".partial")
      }
      target = .file(free ?? "Results/\(machine)/\(time).csv")
      isDefault = true
    }
  }

  /// Whether the CSV takes standard output, so that all else goes to standard error.
  var isStandardOutput: Bool { target == .descriptor(1) }

  /// The CSV's path; `nil` for standard output.
  var path: String? {
    if case .file(let path) = target { path } else { nil }
  }

  /// The folder for the charts: the CSV's path with `.charts` in place of its ending.
  var chartFolder: String? {
    path.map { path in
      (path.hasSuffix(".csv") ? String(path.dropLast(4)) : path) + ".charts"
    }
  }
}
