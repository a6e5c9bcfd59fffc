/// Why a file is not what it should be, and where; the message ends in what to do.
package struct DataError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file's name as it was given.
  package var file: String
  /// The line, from 1.
  package var line: Int
  /// The byte in the line, from 1.
  package var column: Int
  /// What is wrong.
  package var problem: Problem

  /// Creates the error.
  package init(file: String, line: Int, column: Int, problem: Problem) {
    self.file = file
    self.line = line
    self.column = column
    self.problem = problem
  }

  /// `file:line:column: what. What to do.`
  package var description: String { "\(file):\(line):\(column): \(problem)" }
}

extension DataError {
  /// An error behind `before`, the bytes of a record that begins on `line`.
  init(file: String, line: Int, from before: ArraySlice<UInt8>, problem: Problem) {
    let lineStart = before.lastIndex(of: Byte.newline).map { $0 + 1 } ?? before.startIndex
    self.init(
      file: file, line: line + before.count { $0 == Byte.newline }, column: before.endIndex - lineStart + 1,
      problem: problem)
  }

  /// What can be wrong with a ticks CSV.
  package enum Problem: Error, Equatable, Sendable {
    /// Nothing in it.
    case empty
    /// Something else than ticks; the text is how it begins.
    case notTicks(String)
    /// A file that another program packed or wrote in another encoding; what it is, and the command that makes text of it.
    case packed(String, remedy: String)
    /// A copy that a spreadsheet wrote.
    case spreadsheet
    /// A version that this program does not know.
    case version(String)
    /// A column that every reader needs.
    case missingColumn(String)
    /// A column twice.
    case duplicateColumn(String)
    /// More columns, facts, bytes or such than any real file has.
    case tooMany(String, limit: Int)
    /// More combinations of conditions than can be reported.
    case tooManyCells(limit: Int)
    /// A row with too few or too many fields.
    case fieldCount(found: Int, expected: Int)
    /// A field that is not a whole number.
    case notInteger(column: String, text: String)
    /// A whole number that cannot be.
    case outOfRange(column: String, text: String, range: String)
    /// A field that begins with a quote and never ends.
    case unterminatedQuote
    /// A quote where none may be.
    case strayQuote
    /// A label with bytes that are no text.
    case notUTF8(column: String)
    /// The header once more.
    case secondHeader
    /// `lateness_ns` is not the difference of its columns.
    case lateness(found: Int64, expected: Int64)
    /// A time or slot before that of an earlier row.
    case backwards(column: String, value: Int64, earlier: Int64)
    /// A deadline that is not where the earlier rows' grid has it.
    case offGrid(deadline: Int64, expected: String)
    /// More slots called missed than there are.
    case missed(Int64, slot: Int64, free: Int64)
    /// A callback before the handler of the one before returned.
    case held(callback: Int64, until: Int64)
    /// Facts of a run that its rows or each other disprove.
    case facts(run: Int, reason: String)
    /// A row that contradicts what was said of its run.
    case differs(column: String, run: Int, found: String, expected: String)
    /// A row of a run that is not in the list of runs.
    case unknownRun(Int)
    /// A run that had ended.
    case runAgain(Int)
    /// A `# run`, `# done` or `# end` line that cannot be used.
    case badLine(kind: String, reason: String)
    /// Rows are missing or were added.
    case rowCount(declared: Int64, counted: Int64)
    /// A row after the last line.
    case afterEnd
  }
}

extension DataError.Problem: CustomStringConvertible {
  package var description: String {
    switch self {
    case .empty:
      "the file is empty. Give a CSV made by bench run"
    case .notTicks(let start):
      "not a ticks CSV; it begins with \(start). Give a CSV made by bench run"
    case .packed(let what, let remedy):
      "this is \(what) and not text. \(remedy)"
    case .spreadsheet:
      "this is a copy that a spreadsheet wrote: its separators and numbers are no longer those of the recording. Use the "
        + "file as it was measured"
    case .version(let version):
      "version \(version) of the format is unknown: made by a newer timer-bench. Update timer-bench"
    case .missingColumn(let name):
      "the column \(name) is missing. Give a file with all columns of version \(TickFormat.version)"
    case .duplicateColumn(let name):
      "the column \(name) is there twice. Remove one"
    case .tooMany(let what, let limit):
      "more than \(limit) \(what). Check that this is a ticks CSV"
    case .tooManyCells(let limit):
      "more than \(limit) cells (combinations of timer, interval, leeway, load and number of timers). Measure them, or "
        + "split the file by run, in recordings of at most \(limit) cells"
    case .fieldCount(let found, let expected):
      "\(found) \(found == 1 ? "field" : "fields") where the header has \(expected). Restore the row or remove it"
    case .notInteger(let column, let text) where text.contains(#/^'-?\d+([.,]\d+)?[eE][-+]?\d+'$/#):
      "\(column) is \(text): a spreadsheet has rounded it. Use the file as it was measured"
    case .notInteger(let column, let text):
      "\(column) is \(text), not a whole number. Restore the field or remove the row"
    case .outOfRange(let column, let text, let range):
      "\(column) is \(text): \(range). Restore the field or remove the row"
    case .unterminatedQuote:
      "a quoted field that does not end. Add the closing quote"
    case .strayQuote:
      "a quote inside a field. Quote the whole field and double the quotes in it"
    case .notUTF8(let column):
      "\(column) is not UTF-8 text. Convert the file to UTF-8"
    case .secondHeader:
      "a second header: two files in one. Give them one by one"
    case .lateness(let found, let expected):
      "lateness_ns is \(found), but callback_ns - deadline_ns is \(expected). Restore the row or remove it"
    case .backwards(let column, let value, let earlier):
      "\(column) goes back from \(earlier) to \(value). Sort the rows as they were measured"
    case .offGrid(let deadline, let expected):
      "deadline_ns is \(deadline), but the slot's deadline is \(expected). Restore the row or remove it"
    case .missed(let missed, let slot, let free):
      "missed is \(missed), but \(free) slots before slot \(slot) are free. Restore the row or remove it"
    case .held(let callback, let until):
      "callback_ns is \(callback), but the handler before it returned at \(until). Restore the rows"
    case .facts(let run, let reason):
      "run \(run) does not add up: \(reason). Use the file as it was measured"
    case .differs(let column, let run, let found, let expected):
      "\(column) is \(found), but run \(run) has \(expected). Give every run a number of its own"
    case .unknownRun(let run):
      "run \(run) is not in the list of runs above. Restore its '# run' line or remove the row"
    case .runAgain(let run):
      "run \(run) had ended. Keep the rows of a run together"
    case .badLine(let kind, let reason):
      "the '# \(kind)' line cannot be used: \(reason). Restore or remove it"
    case .rowCount(let declared, let counted):
      "the file should have \(declared) rows and has \(counted). Use the file as it was measured"
    case .afterEnd:
      "a row after the last line. Give files one by one, as they were measured"
    }
  }
}

/// A piece of a file for a message: short, on one line, without anything that steers a terminal.
func shown(_ bytes: some Collection<UInt8>) -> String {
  var text = ""
  for scalar in String(decoding: bytes.prefix(48), as: UTF8.self).unicodeScalars.prefix(40) {
    text +=
      scalar.properties.generalCategory.isPrintable
      ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
  }
  return "'\(text)\(bytes.count > 48 ? "…" : "")'"
}

extension Unicode.GeneralCategory {
  fileprivate var isPrintable: Bool {
    switch self {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: true
    }
  }
}
