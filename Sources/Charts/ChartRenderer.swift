import Foundation
import Results

/// Draws charts by running their scripts in gnuplot.
package struct ChartRenderer: Sendable {
  /// The scripts that draw.
  package var scripts: ChartScripts
  /// The gnuplot executable, a name or a path.
  package var gnuplot: String
  /// How long one chart may take.
  package var limit: Duration

  /// Creates a renderer.
  /// - Parameters:
  ///   - scripts: by default the program's own.
  ///   - gnuplot: by default what the environment variable `BENCH_GNUPLOT` names, or `gnuplot`.
  ///   - limit: the time for one chart, after which gnuplot is killed.
  package init(
    scripts: ChartScripts = .own, gnuplot: String = Self.defaultGnuplot,
    limit: Duration = .seconds(60)
  ) {
    self.scripts = scripts
    self.gnuplot = gnuplot
    self.limit = limit
  }

  /// The executable that the environment variable `BENCH_GNUPLOT` names, else `gnuplot`.
  package static var defaultGnuplot: String {
    ProcessInfo.processInfo.environment["BENCH_GNUPLOT"].flatMap { $0.isEmpty ? nil : $0 } ?? "gnuplot"
  }
}

extension ChartRenderer {
  /// Draws a chart from the file of its table; an image of that name is replaced, but only by a whole one.
  /// - Throws: ``ChartError``; no partial image is left then, and an older one stays as it was.
  func draw(_ chart: Chart, from table: String, to image: String, _ format: ChartFormat) throws(ChartError) {
    func failure(_ reason: ChartError.Reason) -> ChartError { ChartError(reason, image: image, csv: table) }
    guard ![table, image, gnuplot].contains(where: { $0.contains("\0") }) else {
      throw failure(.impossibleName)
    }
    let script: String
    do throws(ChartError.Reason) {
      script = try scripts.block(of: chart.name)
    } catch {
      throw failure(error)
    }
    let (input, output) = (absolute(table), absolute(image))
    guard !areSame(input, output) else { throw failure(.overwritesInput) }
    if let reason = problem(reading: input) { throw failure(.unreadable(reason)) }

    // gnuplot only ever writes in a folder that is this program's own.
    let drawn: String
    do throws(FileError) {
      try OutputTarget.file(image).check(force: true)
      drawn = try ScratchFolder.newPath()
    } catch {
      throw failure(.unwritable(error))
    }
    defer { ScratchFolder.remove(drawn) }

    let variables = [("here", ""), ("data", input), ("out", drawn), ("format", format.rawValue)]
    let commands = variables.map { GnuplotText.assignment($0.0, $0.1) }.joined() + script
    switch Gnuplot.run(commands, command: gnuplot, limit: limit) {
    case .failed(let reason): throw failure(reason)
    case .succeeded(let message):
      guard var bytes = try? OutputTarget.contents(of: drawn), isWhole(bytes, format) else {
        throw failure(.noImage(message: message))
      }
      if format == .svg {
        bytes = Array(chart.text.put(into: String(decoding: bytes, as: UTF8.self)).utf8)
      }
      do throws(FileError) {
        try OutputTarget.file(image).write(bytes, force: true)
      } catch {
        throw failure(.unwritable(error))
      }
    }
  }
}
