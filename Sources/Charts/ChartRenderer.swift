import Foundation
import Results

/// Draws charts by running their scripts in gnuplot.
package struct ChartRenderer: Sendable {
  /// The folder of the scripts; `nil` where none was found, which every drawing then reports.
  package var scripts: ChartScripts?
  /// The gnuplot executable, a name or a path.
  package var gnuplot: String
  /// How long one chart may take.
  package var limit: Duration

  /// Creates a renderer.
  /// - Parameters:
  ///   - scripts: looked for by default as ``ChartScripts/init(searching:)`` says.
  ///   - gnuplot: by default what the environment variable `BENCH_GNUPLOT` names, or `gnuplot`.
  ///   - limit: the time for one chart, after which gnuplot is killed.
  package init(
    scripts: ChartScripts? = ChartScripts(), gnuplot: String = Self.defaultGnuplot,
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
  /// Draws one chart of a ticks CSV; an image of that name is replaced, but only by a whole one.
  /// - Parameters:
  ///   - chart: what to draw.
  ///   - csv: the path of the ticks, or of their ``Reduction``.
  ///   - image: the path of the image, in a folder that exists; its ending need not be the format's.
  ///   - format: the image's format.
  ///   - subtitle: what stands above the picture; the CSV's file name by default.
  ///   - variables: further variables of the script, by name.
  /// - Throws: ``ChartError``; no partial image is left then, and an older one stays as it was.
  package func render(
    _ chart: Chart, csv: String, to image: String, format: ChartFormat = .svg, subtitle: String? = nil,
    variables: [String: String] = [:]
  ) throws(ChartError) {
    func failure(_ reason: ChartError.Reason) -> ChartError { ChartError(reason, image: image, csv: csv) }
    guard !([csv, image, gnuplot] + variables.values).contains(where: { $0.contains("\0") }) else {
      throw failure(.impossibleName)
    }
    guard let scripts else { throw failure(.noScripts(searched: ChartScripts.starts)) }
    let input = absolute(csv)
    let output = absolute(image)
    guard resolved(input) != resolved(output) else { throw failure(.overwritesInput) }
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

    var commands = GnuplotText.assignment("csv", input)
    commands += GnuplotText.assignment("out", drawn)
    commands += GnuplotText.assignment("format", format.rawValue)
    commands += GnuplotText.assignment("subtitle", printable(subtitle ?? fileName(csv)))
    for (name, value) in variables.sorted(by: { $0.key < $1.key }) {
      commands += GnuplotText.assignment(name, value)
    }
    commands += "load \(GnuplotText.literal(scripts.folder + "/" + chart.script))\n"

    switch Gnuplot.run(commands, command: gnuplot, limit: limit) {
    case .failed(let reason): throw failure(reason)
    case .succeeded(let message):
      guard let bytes = try? OutputTarget.contents(of: drawn), isWhole(bytes, format) else {
        throw failure(.noImage(message: message))
      }
      do throws(FileError) {
        try OutputTarget.file(image).write(bytes, force: true)
      } catch {
        throw failure(.unwritable(error))
      }
    }
  }
}
