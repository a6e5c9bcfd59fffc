import Foundation
import Testing
import Timing

@testable import Results

/// 12 callbacks of a floor, and every kind of thing that can be falsified in them: the base of the table below.
private let base: String = {
  let rows = (0..<12).map { slot in
    "0,nanosleep,1000000,,idle,0,0,0,\(slot),\(slot * 1_000_000),\(slot * 1_000_000 + 28_553),28553,0,1,0,0"
  }
  return """
    # timer-bench ticks 1
    # run 0: {"interval_ns":1000000,"load":"idle","repetition":0,"run":0,"timer":"nanosleep","timers":1}
    \(header)
    \(rows.joined(separator: "\n"))
    # done 0: {"callbacks":12,"cpu_ns":2687000,"dropped":0,"end_ns":11028600,"epoch_monotonic_ns":6598957508997,"fired":12,"missed":0,"pending":0,"slots":12,"status":"complete","warmup":0}
    # end rows=12 status=complete

    """
}()

/// A change of the base, and the message that it has to be refused with.
struct Falsification: Sendable, CustomTestStringConvertible {
  var name: String
  var changes: [(String, String)]
  var message: String

  init(_ name: String, _ changes: (String, String)..., says message: String) {
    (self.name, self.changes, self.message) = (name, changes, message)
  }

  var testDescription: String { name }

  var text: String {
    changes.reduce(base) { text, change in
      precondition(text.contains(change.0), "\(change.0) is not in the base")
      return text.replacingOccurrences(of: change.0, with: change.1)
    }
  }
}

private let asMeasured = "Use the file as it was measured"
private let doneLine = base.split(separator: "\n").first { $0.hasPrefix("# done") }.map(String.init) ?? ""
private let last = "0,11,11000000,11028553,28553,0,1,0,0"
private let end = "\"end_ns\":11028600"

/// The first of each kind is out of recordings that an earlier reader took for whole.
let falsifications: [Falsification] = [
  Falsification(
    "callbacks", ("\"callbacks\":12", "\"callbacks\":5"),
    says: "16:1: run 0 does not add up: callbacks is 5, and the rows come to 12. \(asMeasured)"),
  Falsification(
    "fired", ("\"fired\":12", "\"fired\":11"),
    says: "16:1: run 0 does not add up: fired is 11, and the rows come to 12. \(asMeasured)"),
  Falsification(
    "warmup", ("\"warmup\":0", "\"warmup\":1"),
    says: "16:1: run 0 does not add up: warmup is 1, and the rows come to 0. \(asMeasured)"),
  Falsification(
    "slots", ("\"slots\":12", "\"slots\":300"),
    says:
      "16:1: run 0 does not add up: fired + missed + lost + pending is 12, and slots is 300. \(asMeasured)"),
  Falsification(
    "missed and slots", ("\"missed\":0", "\"missed\":50"), ("\"slots\":12", "\"slots\":62"),
    says: "16:1: run 0 does not add up: missed is 50, and the rows come to 0. \(asMeasured)"),
  Falsification(
    "pending and slots", ("\"pending\":0", "\"pending\":3"), ("\"slots\":12", "\"slots\":15"),
    says:
      "16:1: run 0 does not add up: 0 deadlines up to end_ns have no row after them, and pending and lost tell of "
      + "3. \(asMeasured)"),
  Falsification(
    "lost and slots", ("\"dropped\":0", "\"dropped\":10,\"lost\":10"), ("\"slots\":12", "\"slots\":22"),
    says:
      "16:1: run 0 does not add up: 0 deadlines up to end_ns have no row after them, and pending and lost tell of "
      + "10. \(asMeasured)"),
  Falsification(
    "lost without a drop", ("\"dropped\":0", "\"dropped\":0,\"lost\":10"),
    says: "16:1: run 0 does not add up: lost is 10 where no callback was dropped. \(asMeasured)"),
  Falsification(
    "the end before the rows", (end, "\"end_ns\":0"),
    says:
      "16:1: run 0 does not add up: end_ns is 0, before the last row's callback_ns, 11028553. \(asMeasured)"),
  Falsification(
    "the end long after the rows", (end, "\"end_ns\":13000001"),
    says:
      "16:1: run 0 does not add up: 2 deadlines up to end_ns have no row after them, and pending and lost tell of "
      + "0. \(asMeasured)"),
  Falsification(
    "a row taken out", ("0,nanosleep,1000000,,idle,0,0,0,5,5000000,5028553,28553,0,1,0,0\n", ""),
    ("rows=12", "rows=11"),
    says: "15:1: run 0 does not add up: callbacks is 12, and the rows come to 11. \(asMeasured)"),
  Falsification(
    "a row taken out, and the counts made to fit",
    ("0,nanosleep,1000000,,idle,0,0,0,5,5000000,5028553,28553,0,1,0,0\n", ""), ("rows=12", "rows=11"),
    ("\"callbacks\":12", "\"callbacks\":11"), ("\"fired\":12", "\"fired\":11"),
    ("\"slots\":12", "\"slots\":11"),
    says: "9:1: run 0 does not add up: no row of timer 0 accounts for slot 5 before this one. \(asMeasured)"),
  Falsification(
    "missed without a gap", (",5,5000000,5028553,28553,0,1,0,0", ",5,5000000,5028553,28553,0,1,1,0"),
    says: "9:61: missed is 1, but 0 slots before slot 5 are free. Restore the row or remove it"),
  Falsification(
    "three timers", ("\"timers\":1", "\"timers\":3"),
    says:
      "16:1: run 0 does not add up: 22 deadlines up to end_ns have no row after them, and pending and lost tell of "
      + "0. \(asMeasured)"),
  Falsification(
    "a handler of 31 years",
    (",5,5000000,5028553,28553,0,1,0,0", ",5,5000000,5028553,28553,1000000000000000000,1,0,0"),
    says: "9:57: handler_ns is 1000000000000000000: 0 under a load that gives the handler no work. "
      + "Restore the field or remove the row"),
  Falsification(
    "a handler beyond the next callback", ("idle", "handler:1ms"),
    (",5,5000000,5028553,28553,0,1,0,0", ",5,5000000,5028553,28553,1000001,1,0,0"),
    says: "10:50: callback_ns is 6028553, but the handler before it returned at 6028554. Restore the rows"),
  Falsification(
    "blocked by nothing", (",5,5000000,5028553,28553,0,1,0,0", ",5,5000000,5028553,28553,0,1,0,100"),
    says:
      "9:63: blocked_ns is 100: 0 under a load that gives the loop no work. Restore the field or remove the row"
  ),
  Falsification(
    "a callback for 10^18 deadlines", (last, "0,11,11000000,11028553,28553,0,1000000000000000000,0,0"),
    says: "16:1: run 0 does not add up: fired is 12, and the rows come to 1000000000000000011. \(asMeasured)"),
  Falsification(
    "a callback after 146 years", (last, "0,11,11000000,4611686018427387903,4611686018416387903,0,1,0,0"),
    says:
      "16:1: run 0 does not add up: end_ns is 11028600, before the last row's callback_ns, 4611686018427387903. "
      + asMeasured),
  Falsification(
    "a slot after 126 years",
    (last, "0,4000000000000,4000000000000000000,4000000000000000005,5,0,1,3999999999989,0"),
    says: "16:1: run 0 does not add up: missed is 0, and the rows come to 3999999999989. \(asMeasured)"),
  Falsification(
    "warm-up in the middle", (",0,0,5,5000000", ",0,1,5,5000000"),
    says: "9:31: warmup is 1: 0 once the warm-up is over. Restore the field or remove the row"),
  Falsification(
    "a pause before time began",
    (end, "\(end),\"pauses\":[{\"kind\":\"stopped\",\"at_ns\":-4611686018427387904,\"length_ns\":9}]"),
    says: "16:1: the '# done' line cannot be used: a time is not within ±2^62 ns. Restore or remove it"),
  Falsification(
    "a pause of less than nothing",
    (end, "\(end),\"pauses\":[{\"kind\":\"stopped\",\"at_ns\":0,\"length_ns\":-5}]"),
    says:
      "16:1: the '# done' line cannot be used: a pause has no length or lies after end_ns. Restore or remove it"
  ),
  Falsification(
    "no facts", (doneLine, "# remark"),
    says: "17:1: run 0 does not add up: it has no '# done' line, and the file ends as complete. \(asMeasured)"
  ),
  Falsification(
    "facts of no run", ("# done 0", "# done -1"),
    says: "16:1: the '# done' line cannot be used: it names no run. Restore or remove it"),
  Falsification(
    "a failed run in a complete file", ("\"status\":\"complete\"", "\"status\":\"failed\""),
    says: "17:1: run 0 does not add up: it is failed, and the file ends as complete. \(asMeasured)"),
  Falsification(
    "no failed run in a failed file", ("status=complete", "status=failed"),
    says: "17:1: the '# end' line cannot be used: no run failed. Restore or remove it"),
  Falsification(
    "a grid of its own", ("0,0,28553,28553", "0,1,28553,28552"),
    says: "4:35: deadline_ns is 1, but the slot's deadline is 0. Restore the row or remove it"),
]

private func error(_ text: String, chunkSize: Int = 1 << 20) throws -> DataError? {
  do {
    _ = try Recording(reading: TickReader(bytes: Array(text.utf8), name: "x.csv", chunkSize: chunkSize))
    return nil
  } catch let error as DataError {
    return error
  }
}

@Suite struct FalsifiedTests {
  @Test func `the base itself is right`() throws {
    #expect(try error(base) == nil)
    #expect(Promise.broken(by: base) == nil)
  }

  @Test(arguments: falsifications)
  func `a recording whose accounting is impossible is refused with run and line`(_ change: Falsification)
    throws
  {
    for size in [1, 64, 1 << 20] {
      let found = try error(change.text, chunkSize: size).map { "\($0)" }
      #expect(found == "x.csv:" + change.message)
    }
  }

  @Test func `a row after the last line is refused with its line, however the bytes come`() throws {
    // A row of several lines after it: what is named may not depend on how much of it has been read.
    let text = "\(header)\n\(row)\n# end rows=0 status=complete\n\(row)\n\(row),\"\nx\"\n"
    for size in [1, 7, 100, 1 << 20] {
      #expect(
        try error(text, chunkSize: size).map { "\($0)" }
          == "x.csv:4:1: a row after the last line. Give files one by one, as they were measured")
    }
  }

  @Test(arguments: MadeRecording.all.indices)
  func `a recording as it was made is read`(_ index: Int) throws {
    for seed in 1...5 {
      let text = try MadeRecording.all[index].text(seed: UInt64(seed))
      #expect(Promise.broken(by: text) == nil)
      #expect(try error(text) == nil)
    }
  }

  @Test(arguments: MadeRecording.all.indices)
  func `a number changed, or a row gone or doubled, is refused unless every promise still holds`(
    _ index: Int
  ) throws {
    var random = SplitMix64(seed: 77 + UInt64(index))
    var (refused, told) = (0, 0)
    for seed in 1...3 {
      let text = try MadeRecording.all[index].text(seed: UInt64(seed))
      for _ in 0..<150 {
        let changed = falsified(text, &random)
        guard changed != text, let broken = Promise.broken(by: changed) else { continue }
        told += 1
        if try error(changed) == nil {
          Issue.record("\(broken): \(difference(text, changed))")
        } else {
          refused += 1
        }
      }
    }
    // Most of what can be changed is promised.
    #expect(told > 250)
    #expect(refused == told)
  }

  private func difference(_ text: String, _ other: String) -> String {
    let lines = zip(text.split(separator: "\n"), other.split(separator: "\n"))
    return lines.first { $0 != $1 }.map { "\($0)\n  became \($1)" } ?? "the end"
  }

  /// The text with one change of those that the test's name tells.
  private func falsified(_ text: String, _ random: inout SplitMix64) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let first = (lines.firstIndex { $0.hasPrefix("run,") } ?? 0) + 1
    let index = Int.random(in: first - 3..<lines.count - 1, using: &random)
    let isRow = !lines[index].hasPrefix("#") && index >= first
    if index == first - 1 { return text }
    if isRow, random.next() % 6 == 0 {
      if random.next() % 2 == 0 { lines.remove(at: index) } else { lines.insert(lines[index], at: index) }
      guard random.next() % 2 == 0 else { return lines.joined(separator: "\n") }
      // The number of rows is made to fit.
      let count = lines.count { !$0.hasPrefix("#") && !$0.isEmpty } - 1
      let last = lines.count - 2
      lines[last] = lines[last].replacing(#/rows=\d+/#, with: "rows=\(count)")
      return lines.joined(separator: "\n")
    }
    let numbers = lines[index].ranges(of: #/-?\d+/#)
    guard let place = numbers.randomElement(using: &random), let value = Int64(lines[index][place]) else {
      return text
    }
    let others = [
      value + 1, value - 1, 0, value &* 10, value + 1_000_000, value - 1_000_000, -value, value + 7, 1 << 61,
      Int64(random.next() % 3_000),
    ]
    guard let other = others.randomElement(using: &random) else { return text }
    lines[index].replaceSubrange(place, with: "\(other)")
    return lines.joined(separator: "\n")
  }
}
