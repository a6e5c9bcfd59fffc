/// Where the known columns stand in the rows of a file.
struct ColumnMap {
  /// Fields of a row.
  let count: Int
  /// The columns that the file has, in the order in which they are written, with the field of each.
  let known: [(column: Column, field: Int)]

  /// The columns that the file has stand first and in the order in which they are written.
  var isStandard: Bool { known.map(\.field) == Array(known.indices) }
  /// Columns that are not known.
  var unknown: Int { count - known.count }
  /// Whether the file has the columns of a trace.
  var isTraced: Bool { known.contains { $0.column.presence == .traced } }

  /// The field of a column; `nil` where the file does not have it.
  func field(_ name: String) -> Int? { known.first { $0.column.name == name }?.field }
}

extension TickParser {
  /// Reads the header, which the splitter has split.
  func readHeader(_ bytes: [UInt8], _ start: Int) throws -> ColumnMap {
    if DataError.Problem.isSpreadsheetHeader(bytes[start...]) { throw error(.spreadsheet) }
    var positions: [String: Int] = [:]
    for (index, field) in splitter.fields.enumerated() {
      let name = String(decoding: bytes[field.range], as: UTF8.self)
      guard Column.all.contains(where: { $0.name == name }) else { continue }
      if positions.updateValue(index, forKey: name) != nil {
        throw error(.duplicateColumn(name), at: field.range.lowerBound, bytes, start)
      }
    }
    guard head.hasMagic || Column.all.contains(where: { $0.presence == .always && positions[$0.name] != nil })
    else {
      let end = splitter.fields.last?.range.upperBound ?? start
      throw error(.notTicks(shown(bytes[start..<end])))
    }
    let isTraced = Column.all.allSatisfy { $0.presence != .traced || positions[$0.name] != nil }
    var known: [(column: Column, field: Int)] = []
    for column in Column.all where column.presence != .traced || isTraced {
      if let field = positions[column.name] {
        known.append((column, field))
      } else if column.presence == .always {
        throw error(.missingColumn(column.name))
      }
    }
    return ColumnMap(count: splitter.fields.count, known: known)
  }
}
