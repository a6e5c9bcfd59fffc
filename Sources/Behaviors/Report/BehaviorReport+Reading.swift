import Text
import Timing

/// Why a text is not a behaviours file.
package struct BehaviorFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The name of the file.
  package let file: String
  /// The line, from 1.
  package let line: Int
  /// The field, from 1; `nil` where the whole line is meant.
  package let field: Int?
  /// What is wrong, and what to do.
  package let reason: String

  package var description: String {
    "\(file):\(line):" + (field.map { "\($0):" } ?? "") + " \(reason)"
  }
}

extension BehaviorReport {
  /// Whether a text looks like a behaviours file, of whatever version.
  package static func recognises(_ text: String) -> Bool {
    text.drop { $0 == "\u{FEFF}" }.hasPrefix("# timer-bench behaviors")
  }

  /// Reads a behaviours file. Takes a byte order mark and CRLF, columns in any order, and columns it does not know.
  ///
  /// A file without its end line is read and called truncated.
  /// - Throws: ``BehaviorFileError`` naming the place.
  package init(csv text: String, file: String) throws(BehaviorFileError) {
    var rows = Rows(text, file: file)
    guard let version = try rows.next(), version.text.hasPrefix("# timer-bench behaviors ") else {
      throw BehaviorFileError(
        file: file, line: 1, field: nil,
        reason: "not a behaviours file: make one with 'bench behaviors --format csv'")
    }
    guard version.text == Self.version else {
      throw BehaviorFileError(
        file: file, line: 1, field: nil, reason: "an unknown version: this program reads '\(Self.version)'")
    }
    self.init(environment: Environment(), results: [], status: .truncated)
    var header: Header?
    while let row = try rows.next() {
      if row.isComment {
        try take(comment: row, header: header, file: file)
      } else if let header {
        results.append(try header.result(row, file: file))
      } else {
        header = try Header(row, file: file)
      }
    }
    if rows.rows.isCut, status == .truncated, !results.isEmpty, rows.rows.lastLineIsRow {
      throw BehaviorFileError(
        file: file, line: rows.rows.line, field: nil,
        reason: "the row is cut: remove it, or write the file again")
    }
  }

  private mutating func take(comment row: CSVRow, header: Header?, file: String) throws(BehaviorFileError) {
    let words = row.text.split(separator: " ")
    if words.count == 4, words[1] == "end", words[2].hasPrefix("rows="), words[3].hasPrefix("status=") {
      guard Int(words[2].dropFirst(5)) == results.count else {
        throw BehaviorFileError(
          file: file, line: row.line, field: nil,
          reason: "\(words[2]), but there are \(results.count): the file was changed; write it again")
      }
      status = Status(rawValue: String(words[3].dropFirst(7))) ?? .truncated
      return
    }
    guard header == nil, let colon = row.text.firstIndex(of: ":") else { return }
    let key = row.text[..<colon].dropFirst(2)
    let value = row.text[colon...].dropFirst().drop { $0 == " " }
    environment[String(key)] = value.isEmpty ? nil : String(value)
  }
}

/// The rows of a file; its name stands in the errors.
private struct Rows {
  var rows: CSVRows
  let file: String

  init(_ text: String, file: String) { (rows, self.file) = (CSVRows(text), file) }

  mutating func next() throws(BehaviorFileError) -> CSVRow? {
    do throws(UnendedField) {
      return try rows.next()
    } catch {
      throw BehaviorFileError(
        file: file, line: error.line, field: nil,
        reason: "a quoted field does not end: the row is cut; write the file again")
    }
  }
}

/// Where the known columns are.
private struct Header {
  private let count: Int
  private let positions: [String: Int]

  init(_ row: CSVRow, file: String) throws(BehaviorFileError) {
    count = row.fields.count
    positions = Dictionary(row.fields.enumerated().map { ($1, $0) }) { first, _ in first }
    for column in BehaviorReport.columns where positions[column] == nil {
      throw BehaviorFileError(
        file: file, line: row.line, field: nil, reason: "no column '\(column)': write the file again")
    }
  }

  func result(_ row: CSVRow, file: String) throws(BehaviorFileError) -> BehaviorResult {
    guard row.fields.count == count else {
      throw BehaviorFileError(
        file: file, line: row.line, field: nil,
        reason:
          "\(row.fields.count) \(row.fields.count == 1 ? "field" : "fields") where the header has \(count): write the file again"
      )
    }
    func field(_ column: String) -> String { positions[column].map { row.fields[$0] } ?? "" }
    func outcome(_ column: String) throws(BehaviorFileError) -> Observation.Result {
      guard let result = Observation.Result(rawValue: field(column)) else {
        let known = Observation.Result.allCases.map(\.rawValue).joined(separator: ", ")
        throw BehaviorFileError(
          file: file, line: row.line, field: positions[column].map { $0 + 1 },
          reason: "'\(field(column))' is no result: use \(known)")
      }
      return result
    }
    return BehaviorResult(
      id: field("id"), timer: field("timer"), claim: field("claim"),
      expected: field("expected").isEmpty ? nil : try outcome("expected"), observed: try outcome("observed"),
      evidence: field("evidence"), reference: field("reference"))
  }
}
