import Text
import Timing

/// The words and lines of the CSV, version 1; `docs/csv.md` describes them.
enum TickFormat {
  /// The version written, and the newest one read.
  static let version = 1
  /// The first line without its version.
  static let magic = "# timer-bench ticks "

  /// Everything before the first row.
  static func head(_ environment: Environment, _ runs: [PlannedRun], traced: Bool = false) -> String {
    var text = "\(magic)\(version)\n"
    for fact in environment.facts {
      text += "# \(key(fact.key)):\(fact.value.map { " " + value($0) } ?? "")\n"
    }
    for run in runs { text += planned(run) }
    return text + Column.written(traced: traced).map(\.name).joined(separator: ",") + "\n"
  }

  /// The line that lists a run.
  static func planned(_ run: PlannedRun) -> String { "# run \(run.index): \(json(run))\n" }

  /// The line after the last row of a run.
  static func done(_ index: Int, _ facts: RunFacts) -> String {
    var facts = facts
    // JSON has no NaN; what is not a number is not known.
    if facts.requestedOccupancy?.isFinite == false { facts.requestedOccupancy = nil }
    if facts.achievedOccupancy?.isFinite == false { facts.achievedOccupancy = nil }
    return "# done \(index): \(json(facts))\n"
  }

  /// The line in place of rows that are left out.
  static func histogram(_ index: Int, _ json: String) -> String {
    "# histogram \(index): \(json)\n"
  }

  /// The last line.
  static func end(rows: Int64, status: Recording.Status) -> String {
    "# end rows=\(rows) status=\(status.rawValue)\n"
  }

  private static func key(_ text: String) -> String {
    String(decoding: text.utf8.map { isKey($0) ? $0 : 0x5F }, as: UTF8.self)
  }

  static func isKey(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x5F
  }

  /// A value on one line; as a JSON string where it would not survive the reading otherwise.
  private static func value(_ text: String) -> String {
    let plain =
      !text.isEmpty && !text.hasPrefix("\"") && text.utf8.first != 0x20 && text.utf8.last != 0x20
      && text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
    return plain ? text : json(text)
  }

  /// A value on one line.
  static func json(_ value: some Encodable) -> String {
    // Only a number that is not finite can fail, and none is left.
    (try? JSON.line(value)) ?? "{}"
  }
}
