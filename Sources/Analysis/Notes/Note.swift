/// Something a reader of the figures has to know, and what to do about it.
package struct Note: Hashable, Sendable {
  /// How much a note weighs.
  package enum Weight: String, Hashable, Sendable, Comparable {
    /// Explains the figures.
    case remark
    /// The figures mean something else than a reader would think.
    case warning

    package static func < (left: Weight, right: Weight) -> Bool { left == .remark && right == .warning }
  }

  /// A short constant name, for programs: `debug_build`.
  package let code: String
  /// How much it weighs.
  package let weight: Weight
  /// What is so, a sentence without its full stop.
  package let text: String
  /// What to do about it, a sentence without its full stop; `nil` where nothing can be done.
  package let remedy: String?
}

extension Note: CustomStringConvertible {
  /// One line: what is so, and the remedy.
  package var description: String {
    remedy.map { "\(text): \($0)" } ?? text
  }
}
