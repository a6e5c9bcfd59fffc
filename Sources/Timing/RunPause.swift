/// A time in which nothing of the process could run, for a reason that is none of the timer's.
package struct RunPause: Hashable, Sendable, Codable {
  /// Why.
  package enum Kind: String, Hashable, Sendable, Codable {
    /// The process was stopped and continued: SIGSTOP, or Ctrl-Z and `fg`.
    case stopped
  }

  /// Why.
  package var kind: Kind
  /// The latest time before it at which the process is known to have run, in nanoseconds since the run's epoch.
  package var at: Int64
  /// The longest that it can have been, in nanoseconds: from that time to the end of the pause.
  package var length: Int64

  /// Creates a pause.
  package init(kind: Kind, at: Int64, length: Int64) {
    self.kind = kind
    self.at = at
    self.length = length
  }

  private enum CodingKeys: String, CodingKey {
    case kind
    case at = "at_ns"
    case length = "length_ns"
  }
}
