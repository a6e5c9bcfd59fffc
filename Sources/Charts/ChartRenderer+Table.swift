import Foundation
import Results

extension ChartRenderer {
  /// The first words of every table of a chart.
  package static let tableMark = "# timer-bench chart "

  /// Leaves a chart's table beside its picture, and draws it.
  /// - Parameters:
  ///   - chart: what to draw.
  ///   - place: the path of both without their endings, in a folder that exists: `x.charts/drift` for
  ///     `x.charts/drift.csv` and `x.charts/drift.svg`.
  /// - Throws: ``ChartError``; a file of another kind in the place of the table stays as it was.
  package func render(
    _ chart: Chart, at place: String, format: ChartFormat = .svg
  ) throws(ChartError) {
    let (path, image) = ("\(place).csv", "\(place).\(format.rawValue)")
    func failure(_ reason: ChartError.Reason) -> ChartError { ChartError(reason, image: image, csv: path) }
    guard !path.contains("\0") else { throw failure(.impossibleName) }
    if isInTheWay(path) { throw failure(.inTheWay(path)) }
    do throws(FileError) {
      try OutputTarget.file(path).write(chart.table, force: true)
    } catch {
      throw failure(.unwritable(error))
    }
    try draw(chart, from: path, to: image, format)
  }

  /// Whether a file is there that is no table of a chart: somebody's recording may go by the name.
  private func isInTheWay(_ path: String) -> Bool {
    let mark = Array(Self.tableMark.utf8)
    do throws(FileError) {
      return try InputFile(path: absolute(path)).start(mark.count) != mark
    } catch {
      if case .system("open", _, ENOENT, _) = error { return false }
      return true
    }
  }
}
