import CBuild
import Foundation
import Harness

#if CHARTS
  import Charts
#endif

/// What `bench --version` says: the program, what built it, and whether it can draw.
enum Version {
  static var text: String {
    let commit = unsafe String(cString: build_commit())
    let origin = commit.isEmpty ? "" : " (\(commit))"
    let build = ["Swift " + Tool.swiftVersion, Tool.build, Tool.architecture].compactMap(\.self)
    return "timer-bench \(Tool.version)\(origin)\n\(build.joined(separator: ", "))\ncharts: \(charts)\n"
  }

  #if CHARTS
    private static var charts: String {
      gnuplot.map { "yes, with \($0)" } ?? "not now: there is no gnuplot (install gnuplot-nox)"
    }

    /// What gnuplot says of itself; `nil` where there is none.
    private static var gnuplot: String? {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      process.arguments = ["gnuplot", "--version"]
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      process.standardInput = FileHandle.nullDevice
      guard (try? process.run()) != nil else { return nil }
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      guard process.terminationStatus == 0 else { return nil }
      return text.trimmingCharacters(in: .whitespacesAndNewlines)
    }
  #else
    private static let charts = "no, this build only measures (BENCH_CHARTS=0)"
  #endif
}
