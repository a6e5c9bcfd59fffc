import Foundation
import Synchronization

extension ChartRenderer {
  /// Draws several charts of one CSV into a folder that exists, as many at once as there are cores.
  ///
  /// The images are named after the charts: `drift.svg`, …
  /// - Parameters:
  ///   - prefix: what stands before the chart's name in the image's, such as `run-1-`.
  ///   - done: called for each chart as it ends, in no certain order and on any thread.
  /// - Returns: why charts were not drawn, in the order of `charts`; empty when all were.
  package func renderAll(
    _ charts: [Chart] = Chart.all, csv: String, into folder: String, prefix: String = "",
    format: ChartFormat = .svg,
    subtitle: String? = nil, done: @Sendable (Chart) -> Void = { _ in }
  ) -> [ChartError] {
    let failures = Mutex<[Int: ChartError]>([:])
    DispatchQueue.concurrentPerform(iterations: charts.count) { index in
      let chart = charts[index]
      do throws(ChartError) {
        try render(
          chart, csv: csv, to: "\(folder)/\(prefix)\(chart.name).\(format.rawValue)", format: format,
          subtitle: subtitle)
      } catch {
        failures.withLock { $0[index] = error }
      }
      done(chart)
    }
    return failures.withLock { found in charts.indices.compactMap { found[$0] } }
  }
}
