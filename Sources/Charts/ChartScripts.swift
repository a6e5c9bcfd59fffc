import Results
import Scripts

/// The gnuplot scripts: those that the program carries, or a folder of the user's own.
package struct ChartScripts: Hashable, Sendable {
  /// The folder; `nil` for the program's own scripts.
  package let folder: String?

  /// The program's own scripts.
  package static let own = ChartScripts(folder: nil)

  /// The scripts of a folder, each by the name that the program's own has there; they are run as they are.
  package init(folder: String?) { self.folder = folder }
}

extension ChartScripts {
  /// A script with the scripts that it loads in their places.
  /// - Throws: ``ChartError/Reason``.
  ///
  /// One block, so that gnuplot, which reads it from a pipe, ends at the first error; without comments and empty lines.
  func block(of name: String) throws(ChartError.Reason) -> String {
    "if (1) {\n" + (try text(of: name)) + "}\n"
  }

  private func text(of name: String) throws(ChartError.Reason) -> String {
    var lines: [Substring] = []
    for line in try script(name).split(separator: "\n", omittingEmptySubsequences: false) {
      if let loaded = line.wholeMatch(of: /\ *load here\."([a-z]+)\.gp"/)?.1 {
        lines.append(try text(of: String(loaded))[...])
      } else if !line.isEmpty, !line.drop(while: { $0 == " " }).hasPrefix("#") {
        lines.append(line)
      }
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func script(_ name: String) throws(ChartError.Reason) -> String {
    guard let folder else {
      guard let text = Scripts.texts[name] else { throw .noScript(name + ".gp") }
      return text
    }
    let path = "\(folder)/\(name).gp"
    guard let bytes = try? OutputTarget.contents(of: path) else { throw .noScript(path) }
    return String(decoding: bytes, as: UTF8.self)
  }
}
