import Foundation
import Results
import Testing
import Timing

/// `bench export`: rows for databases. What engines make of them, Benchmarks/readers/engines checks.
@Suite struct ExportTests {
  private static let run = "bench run --no-plot --quiet --interval 1ms"

  /// The rows of a recording without its comments, as Python's csv would read them: the labels here need no quotes.
  private func rows(_ path: String) throws -> [Substring] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
  }

  @Test
  func `ticks are the rows of the recording, each with its recording, its machine and the facts asked for`()
    throws
  {
    let folder = try Program.Folder()
    let outcome = try Program.shell(
      Self.run
        + " --timer nanosleep,dispatch --count 30 --timers 1,2 --load idle --machine =m -o x.csv >/dev/null; "
        + "bench export x.csv --facts os,cpu_governor; echo code $?", in: folder.path)
    let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let recorded = try rows(folder.file("x.csv"))
    #expect(recorded.count > 100 && lines.count == recorded.count + 2, "\(outcome.errors)")
    #expect(
      lines[0]
        == "recording,machine,\(recorded[0]),armed_ns,expired_ns,woken_ns,running_ns,os,cpu_governor")
    #expect(lines.suffix(2) == ["code 0", ""])
    let environment = try Recording(contentsOf: folder.file("x.csv")).environment
    let facts = [environment[.os] ?? "", environment[.cpuGovernor] ?? ""].joined(separator: ",")
    for (line, row) in zip(lines.dropFirst(), recorded.dropFirst()) {
      // A formula is shown as text, as in every CSV that is not a recording.
      let parts = line.split(separator: ",", maxSplits: 2, omittingEmptySubsequences: false)
      #expect(parts[0].count == 16 && parts[1] == "'=m" && parts[2] == "\(row),,,,,\(facts)")
    }
  }

  @Test func `lines of JSON hold what the CSV holds`() throws {
    let folder = try Program.Folder()
    let outcome = try Program.shell(
      Self.run
        + " --timer nanosleep --count 20 --load 'exec:sleep 9; : \"a,b\"' --machine =m -o x.csv >/dev/null; "
        + "bench export x.csv --format jsonl --facts os", in: folder.path)
    let recording = try Recording(contentsOf: folder.file("x.csv"))
    let objects = try outcome.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let ticks = recording.runs.flatMap(\.ticks)
    #expect(objects.count == ticks.count && ticks.count >= 20, "\(outcome.errors)")
    for (object, tick) in zip(objects, ticks) {
      #expect(object["slot"] as? Int64 == tick.slot && object["lateness_ns"] as? Int64 == tick.lateness)
      #expect(object["leeway_ns"] is NSNull && object["armed_ns"] is NSNull && object["timers"] as? Int == 1)
      #expect(object["load"] as? String == "exec:sleep 9; : \"a,b\"" && object["machine"] as? String == "=m")
      #expect(object["os"] as? String == recording.environment[.os])
    }
  }

  @Test func `parts are one recording`() throws {
    let folder = try Program.Folder()
    let outcome = try Program.shell(
      "bench run --no-plot --quiet --timer nanosleep --interval 500us --duration 2s --repetitions 1 --rotate 100kB -o p.csv >/dev/null; "
        + "ls p.*.csv | grep -c . ; bench export p.csv p.*.csv | tail -n +2 | tee t | cut -d, -f1 | sort -u | grep -c .; "
        + "grep -c . t; cat p.csv p.*.csv | grep -c '^[0-9]'; "
        + "bench export p.csv p.*.csv --table runs --facts none | grep -c complete",
      in: folder.path)
    let counts = outcome.output.split(separator: "\n").compactMap { Int($0) }
    // Files, names of recordings, rows, rows as grep counts them, and runs.
    #expect(counts.count == 5 && counts[0] >= 2 && counts[1] == 1 && counts[4] == 1, "\(outcome)")
    #expect(counts.count == 5 && counts[2] == counts[3] && counts[2] > 2_000, "\(outcome)")
  }

  @Test func `of rows that were left out there are bins but no ticks`() throws {
    let folder = try Program.Folder()
    let outcome = try Program.shell(
      Self.run
        + " --timer nanosleep --count 200 --summary-only -o s.csv >/dev/null; bench export s.csv | grep -c .; "
        + "bench export s.csv --table histograms --format jsonl", in: folder.path)
    let lines = outcome.output.split(separator: "\n")
    #expect(lines.first == "1" && outcome.errors.contains("no sample: there are no ticks of it"))
    var callbacks = 0
    for line in lines.dropFirst() {
      let bin = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      callbacks += bin["callbacks"] as? Int ?? 0
      #expect(bin["low_ns"] as? Int ?? 1 <= bin["high_ns"] as? Int ?? 0)
    }
    let facts = try #require(try Recording(contentsOf: folder.file("s.csv")).runs.first?.facts)
    #expect(Int64(callbacks) == facts.callbacks - facts.warmup)
  }

  @Test func `a copy, a fact that is none and a column twice are refused, and leave no file`() throws {
    let folder = try Program.Folder()
    let outcome = try Program.shell(
      Self.run + " --timer nanosleep --count 5 -o x.csv >/dev/null; cp x.csv y.csv; "
        + "bench export x.csv y.csv -o t; echo $?; bench export x.csv --facts kernle -o t; echo $?; "
        + "bench export x.csv --facts run -o t; echo $?; bench export x.csv --facts A -o t; echo $?; "
        + "bench export -o x.csv x.csv --force; echo $?; bench export; echo $?; "
        + "bench export x.csv --table facts --facts os; echo $?; ls -A", in: folder.path)
    #expect(outcome.output == "64\n65\n64\n64\n74\n64\n64\nx.csv\ny.csv\n", "\(outcome.errors)")
    #expect(outcome.errors.contains("y.csv is the same recording as x.csv"))
    #expect(outcome.errors.contains("no recording has a fact 'kernle' (did you mean 'kernel'?)"))
  }

  @Test func `no table has two columns of one name, and a reader that has seen enough is no error`() throws {
    let folder = try Program.Folder()
    let outcome = try Program.shell(
      Self.run + " --timer nanosleep --duration 3s -o x.csv >/dev/null; "
        + "for t in ticks runs cells histograms; do bench export x.csv --table $t --facts all | head -n 1 "
        + "| tr , '\\n' | sort | uniq -d; done; { bench export x.csv; echo $? >code; } | head -n 1 >/dev/null; cat code",
      in: folder.path)
    #expect(outcome.output == "0\n", "\(outcome.errors)")
  }
}
