import Foundation
import Text

/// What a picture is called and shows, for a page's title, a tooltip and who cannot see it.
package struct PictureText: Hashable, Sendable {
  /// A line.
  package var title: String
  /// A sentence or two.
  package var description: String

  /// Creates a text.
  package init(title: String, description: String) {
    (self.title, self.description) = (title, description)
  }
}

extension PictureText {
  /// Puts the text into an SVG of gnuplot, which calls each `Gnuplot` and each plot in it by a number; and leaves out
  /// what fills it for nothing.
  func put(into svg: String) -> String {
    var text = svg
    if let root = text.firstRange(of: "<svg") {
      text.replaceSubrange(root, with: "<svg role=\"img\" aria-labelledby=\"title description\"")
    }
    if let old = text.firstRange(of: /<title>[^<]*<\/title>\s*<desc>[^<]*<\/desc>/) {
      text.replaceSubrange(
        old,
        with:
          "<title id=\"title\">\(escaped(title))</title>\n<desc id=\"description\">\(escaped(description))</desc>"
      )
    }
    text.replace(/<g id="[A-Za-z0-9_]*_plot_[0-9]+[a-z]*" ?><title>[^<]*<\/title>/, with: "<g>")
    // What every group says is said once.
    for part in Self.common { text.replace(part, with: "") }
    text.replace("<g id=\"gnuplot_canvas\">", with: "<g id=\"gnuplot_canvas\"\(Self.common.joined())>")
    text.replace(/<g transform="[^>]*>\s*<text><\/text>\s*<\/g>\s*/, with: "")
    text.replace(/<g fill="none"[^>]*>\s*<\/g>\n/, with: "")
    return withShortDots(text)
  }

  private static let common = [
    " stroke-linecap=\"round\" stroke-linejoin=\"round\"", " font-family=\"Helvetica,Arial,sans-serif\"",
  ]

  /// Dots come as `M12.34,56.78 L12.39,56.78`, ten thousand of them; `M12.3,56.7h.1` looks the same in half the room.
  private func withShortDots(_ svg: String) -> String {
    var text = ""
    text.reserveCapacity(svg.utf8.count)
    var rest = Substring(svg)
    while let end = rest.utf8.firstIndex(of: UInt8(ascii: "L")) {
      let before = rest[..<end]
      let after = rest[end...].dropFirst().prefix { "0123456789.-,".contains($0) }
      if let begin = before.lastIndex(of: "M"), let dot = Dot(before[begin...].dropFirst(), after) {
        text += before[..<begin] + dot.path
      } else {
        text += before + "L" + after
      }
      rest = rest[after.endIndex...]
    }
    return text + rest
  }

  /// A line that is no longer than a dot.
  private struct Dot {
    let path: String

    init?(_ from: Substring, _ to: Substring) {
      let parts = [from.filter { $0 != " " }, String(to)].map { $0.split(separator: ",") }
      guard parts.allSatisfy({ $0.count == 2 }), parts[0][1] == parts[1][1], let left = Double(parts[0][0]),
        let right = Double(parts[1][0]), abs(right - left) < 0.1
      else { return nil }
      path = "M\(parts[0][0].dropLast()),\(parts[0][1].dropLast())h.1"
    }
  }

  private func escaped(_ text: String) -> String {
    text.printable.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }
}
