import Text

/// A value of a flat table.
package enum FlatValue: Hashable, Sendable {
  case text(String?)
  case integer(Int64?)
  /// What is not finite is unknown.
  case number(Double?)
  case bool(Bool)

  static func integer(_ value: Int?) -> FlatValue { .integer(value.map { Int64($0) }) }
}

/// How the rows of a flat table are written.
package enum FlatFormat: String, Hashable, Sendable, CaseIterable {
  /// Comma-separated values with a header; unknown is an empty field.
  case csv
  /// An object a line; unknown is `null`.
  case jsonLines = "jsonl"
}

/// A column of a flat table: its name, and its value in a row.
package struct FlatColumn<Row>: Sendable {
  package let name: String
  package let value: @Sendable (Row) -> FlatValue

  init(_ name: String, _ value: @escaping @Sendable (Row) -> FlatValue) {
    (self.name, self.value) = (name, value)
  }
}

/// A table whose rows stand each by itself, for a program that knows nothing of recordings.
package struct FlatTable<Row>: Sendable {
  package let columns: [FlatColumn<Row>]

  init(_ columns: [FlatColumn<Row>]) { self.columns = columns }

  /// What stands before the rows.
  package func head(_ format: FlatFormat) -> String { format.head(columns.map(\.name)) }

  /// A row as a line.
  package func line(_ row: Row, _ format: FlatFormat) -> String {
    switch format {
    case .csv: CSV.line(columns.map { $0.value(row).field })
    case .jsonLines:
      JSONValue.object(columns.map { ($0.name, $0.value(row).json) }).line + "\n"
    }
  }
}

extension FlatFormat {
  /// What stands before rows with columns of these names.
  package func head(_ names: [String]) -> String {
    switch self {
    case .csv: CSV.line(names)
    case .jsonLines: ""
    }
  }
}

extension FlatValue {
  fileprivate var field: String {
    switch self {
    case .text(let text): text ?? ""
    case .integer(let value): CSV.integer(value)
    case .number(let value): CSV.number(value)
    case .bool(let value): value ? "true" : "false"
    }
  }

  fileprivate var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .integer(let value): .integer(value)
    case .number(let value): .number(value)
    case .bool(let value): .bool(value)
    }
  }
}
