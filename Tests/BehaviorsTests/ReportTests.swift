import Behaviors
import Foundation
import Testing
import Timing

private let odd = BehaviorResult(
  id: "runloop.odd", timer: "runloop", claim: "It says \"no\", twice.", expected: .holds, observed: .differs,
  evidence: "# 3 | of 4,\nthen none", reference: "nowhere\r\n")
private let plain = BehaviorResult(
  id: "dispatch.plain", timer: "dispatch", claim: "It works.", expected: nil, observed: .failedToRun,
  evidence: "", reference: "here")

private func environment() -> Environment {
  var environment = Environment()
  environment["os"] = "Linux: 6.18"
  environment["governor"] = nil
  return environment
}

@Suite struct BehaviorFileTests {
  @Test func `a file reads back as it was written`() throws {
    let report = BehaviorReport(environment: environment(), results: [odd, plain])
    #expect(report.status == .failed)
    #expect(try BehaviorReport(csv: report.csv(), file: "f") == report)
  }

  @Test func `the file is what its description says`() {
    let csv = BehaviorReport(environment: environment(), results: [odd, plain]).csv()
    #expect(
      csv == """
        # timer-bench behaviors 1
        # os: Linux: 6.18
        # governor:
        id,timer,claim,expected,observed,evidence,reference
        runloop.odd,runloop,"It says ""no"", twice.",holds,differs,"# 3 | of 4,
        then none","nowhere\r\n"
        dispatch.plain,dispatch,It works.,,failed to run,,here
        # end rows=2 status=failed

        """)
  }

  @Test func `a byte order mark, CRLF, other columns and another order make no difference`() throws {
    let text =
      "\u{FEFF}# timer-bench behaviors 1\r\n# os: Linux\r\nobserved,x,id,timer,claim,expected,evidence,reference\r\n"
      + "holds,1,a.b,runloop,C.,,\"e \"\"e\"\"\",r\r\n# end rows=1 status=complete\r\n"
    let report = try BehaviorReport(csv: text, file: "f")
    #expect(report.environment["os"] == "Linux")
    #expect(report.status == .complete)
    #expect(
      report.results == [
        BehaviorResult(
          id: "a.b", timer: "runloop", claim: "C.", expected: nil, observed: .holds, evidence: "e \"e\"",
          reference: "r")
      ])
  }

  @Test func `a file without its end is read and called truncated`() throws {
    let whole = BehaviorReport(environment: environment(), results: [plain, odd]).csv()
    let cut = whole.replacing("# end rows=2 status=failed\n", with: "")
    let report = try BehaviorReport(csv: cut, file: "f")
    #expect(report.results == [plain, odd])
    #expect(report.status == .truncated)
  }

  @Test(arguments: [
    ("", 1, "not a behaviours file"),
    ("hello\n", 1, "not a behaviours file"),
    ("# timer-bench ticks 1\n", 1, "not a behaviours file"),
    ("# timer-bench behaviors 2\n", 1, "unknown version"),
    ("# timer-bench behaviors 1\nid,timer\n", 2, "no column 'claim'"),
    ("H\na,b\n", 3, "2 fields where the header has 7"),
    ("H\na,b,c,,holds,e,r\na,b,c,,perhaps,e,r\n", 4, "'perhaps' is no result"),
    ("H\na,b,c,maybe,holds,e,r\n", 3, "'maybe' is no result"),
    ("H\na,b,c,,holds,\"e\n\n", 3, "does not end"),
    ("H\na,b,c,,holds,e,r", 3, "the row is cut"),
    ("H\na,b,c,,holds,e,r\n# end rows=2 status=complete\n", 4, "rows=2, but there are 1"),
  ])
  func `a broken file is named with its place`(text: String, line: Int, reason: String) {
    let header = "# timer-bench behaviors 1\nid,timer,claim,expected,observed,evidence,reference"
    let text = text.hasPrefix("H") ? header + text.dropFirst() : text
    let error = #expect(throws: BehaviorFileError.self) { try BehaviorReport(csv: text, file: "f.csv") }
    #expect(error?.line == line)
    #expect(error?.description.hasPrefix("f.csv:\(line):") == true)
    #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
  }

  @Test func `cut anywhere, a file gives rows that were in it or an error, never others`() {
    let report = BehaviorReport(environment: environment(), results: [odd, plain, odd])
    let whole = Array(report.csv().unicodeScalars)
    for end in whole.indices {
      var text = String.UnicodeScalarView()
      text.append(contentsOf: whole[..<end])
      guard let read = try? BehaviorReport(csv: String(text), file: "f") else { continue }
      #expect(read.results == Array(report.results.prefix(read.results.count)))
      #expect(read.status == .truncated || end >= whole.count - 1)
    }
  }
}

@Suite struct BehaviorRenderingTests {
  @Test func `no line of the table is wider than 80 columns, and every row is there`() {
    let results = Behavior.all.map {
      BehaviorResult(
        id: $0.id, timer: "runloop", claim: $0.claim, expected: $0.expected, observed: .holds,
        evidence: String(repeating: "count 12 ", count: 20), reference: $0.reference)
    }
    let table = BehaviorReport(environment: environment(), results: results).table()
    for line in table.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    for result in results { #expect(table.contains(result.id)) }
    #expect(table.contains("needs"))
  }

  @Test func `Markdown cells keep to their columns`() {
    let markdown = BehaviorReport(environment: environment(), results: [odd, plain]).markdown()
    let rows = markdown.split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(rows.count == 4)
    for row in rows { #expect(row.replacing("\\|", with: "").filter { $0 == "|" }.count == 7) }
    #expect(markdown.contains("**differs**"))
  }

  @Test func `JSON holds everything, and null where something is unknown`() throws {
    let json = BehaviorReport(environment: environment(), results: [odd, plain]).json
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    #expect(object?["status"] as? String == "failed")
    let facts = try #require(object?["environment"] as? [String: Any])
    #expect(facts["os"] as? String == "Linux: 6.18" && facts.values.count { $0 is NSNull } == facts.count - 1)
    let rows = object?["behaviors"] as? [[String: Any]]
    #expect(rows?.count == 2)
    #expect(rows?.first?["evidence"] as? String == odd.evidence)
    #expect(rows?.last?["observed"] as? String == "failed to run")
    #expect(rows?.last?["expected"] is NSNull)
  }

  @Test func `a comparison lists differences only`() throws {
    func report(_ results: [(String, Observation.Result)]) -> BehaviorReport {
      BehaviorReport(
        environment: Environment(),
        results: results.map {
          BehaviorResult(
            id: $0.0, timer: "runloop", claim: "C.", expected: nil, observed: $0.1, evidence: "\($0.0) seen",
            reference: "r")
        })
    }
    let comparison = BehaviorComparison(
      base: report([("a", .holds), ("b", .holds), ("c", .differs)]),
      other: report([("d", .holds), ("b", .differs), ("a", .holds)]))
    #expect(comparison.differences.map(\.id) == ["b", "c", "d"])
    #expect(comparison.differences.map(\.base) == [.holds, .differs, nil])
    #expect(comparison.differences.map(\.other) == [.differs, nil, .holds])
    #expect(comparison.alike == 1)
    #expect(comparison.table().contains("3 differences, 1 behaviour alike"))
    #expect(!comparison.table().contains("a seen"))
    #expect(comparison.csv().split(separator: "\n").count == 4)
    #expect(comparison.markdown().contains("| `c` | differs |  |"))
    #expect(comparison.json.contains("\"other\": \"differs\""))
    #expect(comparison.json.contains("\"format\": \"timer-bench behaviors comparison 1\""))
  }
}

@Suite struct NeedTests {
  private func uses(_ observed: [String: Observation.Result]) -> [String: String] {
    let results = observed.map {
      BehaviorResult(
        id: $0, timer: "", claim: "", expected: nil, observed: $1, evidence: "", reference: "")
    }
    return Dictionary(uniqueKeysWithValues: Need.derived(from: results).map { ($0.need, $0.use) })
  }

  @Test func `nothing observed, nothing recommended`() {
    #expect(uses([:]).isEmpty)
    #expect(
      uses(["dispatch.overrun-merges": .failedToRun, "dispatch.busy-queue": .holds])[
        "the count of deadlines under load"] == nil)
  }

  @Test(arguments: [
    (Observation.Result.holds, Observation.Result.holds, "either"),
    (.differs, .holds, "DispatchSourceTimer with leeway"),
    (.holds, .differs, "Timer with tolerance"),
    (.differs, .differs, "neither here: give timers the same deadlines"),
  ])
  func `the advice on wakeups follows what was seen`(
    tolerance: Observation.Result, leeway: Observation.Result, use: String
  ) {
    let uses = uses(["runloop.tolerance-shares": tolerance, "dispatch.leeway-shares": leeway])
    #expect(uses == ["wakeups shared to save energy": use])
  }

  @Test func `every condition is about a behaviour that exists, and every answer says why`() {
    for results in [Observation.Result.holds, .differs] {
      let all = Behavior.all.map {
        BehaviorResult(
          id: $0.id, timer: "", claim: "", expected: nil, observed: results, evidence: "", reference: "")
      }
      let needs = Need.derived(from: all)
      #expect(!needs.isEmpty)
      for need in needs {
        #expect(!need.because.isEmpty)
        for id in need.because { #expect(Behavior.named(id) != nil, "\(id)") }
      }
    }
    let all = Behavior.all.map {
      BehaviorResult(
        id: $0.id, timer: "", claim: "", expected: nil, observed: .holds, evidence: "", reference: "")
    }
    // Where everything holds, every rule has an answer: none names a behaviour that does not exist.
    #expect(Need.derived(from: all).count == 16)
  }
}
