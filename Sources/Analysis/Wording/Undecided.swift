/// Why something cannot be decided.
package struct Undecided: Error, Hashable, Sendable, CustomStringConvertible {
  /// A clause without its full stop.
  package let description: String

  init(_ description: String) { self.description = description }
}
