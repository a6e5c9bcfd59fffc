/// How a report is written.
package enum ReportFormat: String, Hashable, Sendable, CaseIterable {
  /// For a terminal.
  case table
  /// For a pull request or a wiki.
  case markdown
  /// For programs; versioned, see `docs/json.md`.
  case json
  /// For spreadsheets and data frames.
  case csv
}
