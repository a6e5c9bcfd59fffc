extension Environment {
  /// Which part of a recording the file is, from 1; `nil` for a file that holds all of it.
  package var part: Int? { self[.part].flatMap { Int($0) } }

  /// Which rows the file keeps where it leaves rows out; `nil` where it has all.
  package var rowsKept: String? { self[.rowsKept] }

  /// What became of `--realtime`; `nil` where it was not asked for.
  package var realtime: RealtimeGrant? { self[.realtime].map { RealtimeGrant($0) } }

  /// How long real-time threads may run, and in which time, in microseconds; `nil` where they always may, or nothing is
  /// known of it.
  package var realtimeRuntime: (runtime: Int64, period: Int64)? {
    let numbers = self[.realtimeRuntime]?.split(separator: " ").map { Int64($0) } ?? []
    guard numbers.count == 2, let runtime = numbers[0], let period = numbers[1] else { return nil }
    return (runtime, period)
  }

  /// The key of what the doctor found, counted from 1.
  package static func findingKey(_ number: Int) -> String { "\(findingPrefix)\(number)" }

  /// Whether a key is one of those.
  package static func isFindingKey(_ key: String) -> Bool { key.hasPrefix(findingPrefix) }

  private static let findingPrefix = "finding_"
}
