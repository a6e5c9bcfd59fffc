import Foundation

@testable import Results

/// A file that has to be refused, and the message.
struct Refusal: Sendable {
  var text: String
  var message: String

  init(_ text: String, _ message: String) {
    self.text = text
    self.message = "x.csv:" + message
  }

  /// `header`, then each of `rows` on a line.
  static func rows(_ rows: String..., says message: String) -> Refusal {
    Refusal(([header] + rows).joined(separator: "\n") + "\n", message)
  }
}

private func changed(_ text: String, _ old: String, _ new: String) -> String {
  text.replacingOccurrences(of: old, with: new)
}

private let field = "Restore the field or remove the row"
private let oneByOne = "a second header: two files in one. Give them one by one"
private let csv = "Give a CSV made by bench run"

private let spreadsheet =
  "1:1: this is a copy that a spreadsheet wrote: its separators and numbers are no longer those of the recording. Use the "
  + "file as it was measured"

let refusals: [Refusal] = [
  Refusal("# timer-bench ticks 1,,,,\n\(header)\n", spreadsheet),
  Refusal("# timer-bench ticks 1;;;;\n\(header)\n", spreadsheet),
  Refusal(changed(header, ",", ";") + "\n" + changed(row, ",", ";") + "\n", spreadsheet),
  .rows(
    changed(row, ",5,5", ",5.00E+00,5"),
    says: "2:32: callback_ns is '5.00E+00': a spreadsheet has rounded it. Use the file as it was measured"),
  Refusal(
    "#\0 \0t\0i\0",
    "1:1: this is UTF-16 and not text. Convert it with iconv -f UTF-16 -t UTF-8, or use the file as it was measured"
  ),
  Refusal(
    "BZh91AY", "1:1: this is bzip2 and not text. Unpack it: bunzip2, or bzcat FILE | bench … -"),
  Refusal(
    header + "\n" + (0...10_000).map { "\($0),t\($0),1000,,idle,0,0,0,0,0,5,5,0,1,0,0\n" }.joined(),
    "10002:1: more than 10000 cells (combinations of timer, interval, leeway, load and number of timers). Measure them, "
      + "or split the file by run, in recordings of at most 10000 cells"),
  Refusal("", "1:1: the file is empty. \(csv)"),
  Refusal("\n\n", "3:1: not a ticks CSV; it begins with comments only. \(csv)"),
  Refusal("a,b\n1,2\n", "1:1: not a ticks CSV; it begins with 'a,b'. \(csv)"),
  Refusal(
    "\u{7F}ELF\u{1B}[2J\0", "1:1: not a ticks CSV; it begins with '\\u{7f}ELF\\u{1b}[2J\\u{0}'. \(csv)"),
  Refusal("\"", "1:1: not a ticks CSV; it begins with '\"'. \(csv)"),
  Refusal(
    "# timer-bench ticks 999\n\(header)\n",
    "1:1: version '999' of the format is unknown: made by a newer timer-bench. Update timer-bench"),
  Refusal(
    "# timer-bench ticks 1\n\(changed(header, ",slot", ""))\n",
    "2:1: the column slot is missing. Give a file with all columns of version 1"),
  Refusal("\(header),slot\n", "1:139: the column slot is there twice. Remove one"),
  .rows(row, "0,runl", row, says: "3:1: 2 fields where the header has 16. Restore the row or remove it"),
  .rows("\(row),9", says: "2:1: 17 fields where the header has 16. Restore the row or remove it"),
  .rows(
    changed(row, ",5,5", ",5.0,5"), says: "2:32: callback_ns is '5.0', not a whole number. \(field)"),
  .rows(
    row, changed(row, ",5,5", ",nan,5"), says: "3:32: callback_ns is 'nan', not a whole number. \(field)"),
  .rows(
    changed(row, ",5,5", ",99999999999999999999,5"),
    says: "2:32: callback_ns is '99999999999999999999': within ±2^62. \(field)"),
  .rows(
    changed(row, ",5,5", ",4611686018427387904,5"),
    says: "2:32: callback_ns is '4611686018427387904': within ±2^62. \(field)"),
  .rows(row, header, row, says: "3:1: \(oneByOne)"),
  Refusal(whole + whole, "20:1: \(oneByOne)"),
  .rows("\"0,runloop", row, says: "2:1: a quoted field that does not end. Add the closing quote"),
  .rows(
    "0,run\"loop",
    says: "2:6: a quote inside a field. Quote the whole field and double the quotes in it"),
  .rows(
    "\"0\"x,", says: "2:4: a quote inside a field. Quote the whole field and double the quotes in it"),
  .rows(
    row, changed(row, ",5,5", ",5,6"),
    says: "3:34: lateness_ns is 6, but callback_ns - deadline_ns is 5. Restore the row or remove it"),
  Refusal(
    changed(whole, "rows=6", "rows=7"),
    "20:1: the file should have 7 rows and has 6. Use the file as it was measured"),
  Refusal(
    whole + "1,nanosleep,1000000,,idle,3,0,0,2,2000000,2000050,50,0,1,0,0\n",
    "20:1: a row after the last line. Give files one by one, as they were measured"),
  .rows(
    changed(row, "loop,1000", "loop,0"),
    says: "2:11: interval_ns is '0': at least 1 and below 2^62. \(field)"),
  .rows(
    changed(row, ",0,1,0,0", ",0,0,0,0"), says: "2:38: fired is '0': at least 1 and below 2^62. \(field)"),
  .rows(
    row, changed(row, ",0,1,0,0", ",0,1,-1,0"),
    says: "3:40: missed is '-1': at least 0 and below 2^62. \(field)"),
  .rows(row, row, says: "3:28: slot goes back from 0 to 0. Sort the rows as they were measured"),
  .rows(
    row, "0,runloop,1000,,idle,0,0,0,1,1000,4,-996,0,1,0,0",
    says: "3:35: callback_ns goes back from 5 to 4. Sort the rows as they were measured"),
  .rows(
    row, "0,runloop,1000,,idle,0,0,0,1,1001,1001,0,0,1,0,0",
    says: "3:30: deadline_ns is 1001, but the slot's deadline is 1000. Restore the row or remove it"),
  .rows(
    row, "0,runloop,1000,,cpu:1,0,0,0,1,1000,1001,1,0,1,0,0",
    says: "3:17: load is 'cpu:1', but run 0 has 'idle'. Give every run a number of its own"),
  .rows(
    row, "1\(row.dropFirst())", "0,runloop,1000,,idle,0,0,0,1,1000,1001,1,0,1,0,0",
    says: "4:1: run 0 had ended. Keep the rows of a run together"),
  Refusal(
    changed(whole, "\n1,nano", "\n2,nano"),
    "15:1: run 2 is not in the list of runs above. Restore its '# run' line or remove the row"),
  Refusal(
    changed(whole, "\"timers\":2", "\"timers\":1"),
    "16:29: source is 1: a timer of the run, 0 to 0. \(field)"),
  Refusal(
    changed(whole, "\"timers\":2", "\"timers\":\"2\""),
    "6:1: the '# run' line cannot be used: timers is not a whole number. Restore or remove it"),
  Refusal(
    changed(whole, "\"run\":1,", "\"run\":2,"),
    "6:1: the '# run' line cannot be used: it names two numbers. Restore or remove it"),
  Refusal(
    changed(changed(whole, "# run 1:", "# run 0:"), "\"run\":1,", "\"run\":0,"),
    "6:1: the '# run' line cannot be used: run 0 is listed twice. Restore or remove it"),
  Refusal(
    changed(whole, "status=failed", "status=truncated"),
    "19:1: the '# end' line cannot be used: it should read rows=N status=complete, interrupted or failed. "
      + "Restore or remove it"),
]
