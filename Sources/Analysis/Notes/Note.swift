/// Something a reader of the figures has to know, and what to do about it.
public struct Note: Hashable, Sendable {
  /// How much a note weighs.
  public enum Weight: String, Hashable, Sendable, Comparable {
    /// Explains the figures.
    case remark
    /// The figures mean something else than a reader would think.
    case warning

    public static func < (left: Weight, right: Weight) -> Bool { left == .remark && right == .warning }
  }

  /// A short constant name, for programs: `debug_build`.
  public let code: String
  /// How much it weighs.
  public let weight: Weight
  /// What is so, a sentence without its full stop.
  public let text: String
  /// What to do about it, a sentence without its full stop; `nil` where nothing can be done.
  public let remedy: String?
}

extension Note: CustomStringConvertible {
  /// One line: what is so, and the remedy.
  public var description: String {
    remedy.map { "\(text): \($0)" } ?? text
  }
}
