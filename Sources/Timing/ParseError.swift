/// Why a text of the command line or a suite is not what it should be; the message ends in what to write.
package struct ParseError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The sentence for the user.
  package let description: String

  /// Creates the error from its sentence.
  package init(_ description: String) {
    self.description = description
  }
}
