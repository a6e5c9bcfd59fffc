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
      target = .file("Results/\(machine)/\(time).csv")
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

/// A name as the part of a path: what is not a letter, digit, dot, dash or underscore becomes a dash.
private func fileName(_ name: String) -> String {
  let safe = name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) ? $0 : "-" }
  let text = String(safe.prefix(64))
  return text.allSatisfy { $0 == "." } ? "machine" : text
}
