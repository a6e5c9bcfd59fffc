import Foundation
import Results
import Timing

/// Where the CSV and the charts of a measurement go.
struct Destination {
  /// The CSV.
  let target: OutputTarget

  /// Opens the place that was asked for, or a new file `Results/MACHINE/TIME.csv` in the working directory.
  /// - Parameter open: makes the file, which nobody else has then; its argument `force` is whether an existing one may
  ///   be replaced.
  static func claim<Writer>(
    output: String?, force: Bool, environment: Environment,
    open: (_ target: OutputTarget, _ force: Bool) throws(FileError) -> Writer
  ) throws(FileError) -> (Destination, Writer) {
    if let output {
      let target = OutputTarget(argument: output)
      return (Destination(target: target), try open(target, force))
    }
    let machine = fileName(environment[.machine] ?? "machine")
    let time = (environment[.started] ?? "now").replacing(":", with: "")
    var number = 1
    while true {
      // Several in one second get numbers.
      let target = OutputTarget.file("Results/\(machine)/\(time)\(number == 1 ? "" : "-\(number)").csv")
      do throws(FileError) {
        try target.createFolders()
        return (Destination(target: target), try open(target, false))
      } catch {
        guard error.isTaken, number < 1_000 else { throw error }
        number += 1
      }
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
