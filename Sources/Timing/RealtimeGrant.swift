/// What became of `--realtime`: what was applied, and what the system refused.
///
/// Its text, the fact `realtime` of a recording, reads `cpu 1, locked memory; refused: SCHED_FIFO 80 (reason)`.
package struct RealtimeGrant: Hashable, Sendable {
  /// What was applied, such as `SCHED_FIFO 80`.
  package var applied: [String]
  /// What was refused, each with the system's reason in brackets.
  package var refused: [String]

  /// Creates a grant from its parts.
  package init(applied: [String], refused: [String]) {
    self.applied = applied
    self.refused = refused
  }

  /// Whether threads were scheduled in real time.
  package var schedulesInRealTime: Bool { applied.contains { $0.hasPrefix("SCHED_FIFO") } }
}

extension RealtimeGrant: CustomStringConvertible {
  private static let nothing = "none"
  private static let refusal = "refused: "

  package var description: String {
    let parts =
      (applied.isEmpty ? [] : [applied.joined(separator: ", ")])
      + (refused.isEmpty ? [] : [Self.refusal + refused.joined(separator: ", ")])
    return parts.isEmpty ? Self.nothing : parts.joined(separator: "; ")
  }

  /// Reads a ``description``; a text of another version is something that was applied.
  package init(_ text: String) {
    let parts = text.split(separator: Self.refusal, maxSplits: 1, omittingEmptySubsequences: false)
    var first = parts[0]
    if parts.count == 2, first.hasSuffix("; ") { first = first.dropLast(2) }
    applied = first.isEmpty || first == Self.nothing ? [] : Self.list(first, separator: ", ")
    let rest = parts.count == 2 ? Self.list(parts[1], separator: "), ") : []
    // All but the last have lost their bracket to the separator.
    refused = rest.dropLast().map { $0 + ")" } + rest.suffix(1)
  }

  private static func list(_ text: Substring, separator: String) -> [String] {
    text.split(separator: separator).map(String.init)
  }
}

/// What the threads that waited for the deadlines of a run had of `--realtime`.
package enum RunRealtime: Hashable, Sendable {
  /// They asked for it.
  case asked(RealtimeGrant)
  /// They belong to the system, for the reason given, and were not touched.
  case notApplied(String)
}

extension RunRealtime: CustomStringConvertible, Codable {
  private static let unapplied = "not applied: "

  package var description: String {
    switch self {
    case .asked(let grant): "\(grant)"
    case .notApplied(let reason): Self.unapplied + reason
    }
  }

  /// Reads a ``description``.
  package init(_ text: String) {
    self =
      text.hasPrefix(Self.unapplied)
      ? .notApplied(String(text.dropFirst(Self.unapplied.count))) : .asked(RealtimeGrant(text))
  }

  package init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(description)
  }
}
