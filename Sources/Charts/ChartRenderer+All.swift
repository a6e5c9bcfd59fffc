import Foundation
import Synchronization

extension ChartRenderer {
  /// Draws charts into a folder that exists, as many at once as there are cores; each leaves its table there too.
  /// - Parameter prefix: what stands before the chart's name in those of table and image, such as `run-1-`.
  /// - Returns: why charts were not drawn, in the order of `charts`; empty when all were.
  package func renderAll(
    _ charts: [Chart], into folder: String, prefix: String = "", format: ChartFormat = .svg
  ) -> [ChartError] {
    let failures = Mutex<[Int: ChartError]>([:])
    DispatchQueue.concurrentPerform(iterations: charts.count) { index in
      do throws(ChartError) {
        try render(charts[index], at: "\(folder)/\(prefix)\(charts[index].name)", format: format)
      } catch {
        failures.withLock { $0[index] = error }
      }
    }
    return failures.withLock { found in charts.indices.compactMap { found[$0] } }
  }
}
