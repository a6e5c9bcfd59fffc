import Foundation
import Testing
import Text
import Timing

@testable import Analysis

private func dataset(_ label: String, scale: Int64, load: String = "idle", repetitions: Int = 6) -> Dataset {
  var random = SplitMix64(seed: UInt64(scale))
  var runs: [Run] = []
  for (timer, level) in [("dispatch", Int64(100)), ("runloop", 300)] {
    let cell = Cell.test(timer: timer, leeway: .us(10), load: load)
    for repetition in 0..<repetitions {
      let lateness = (0..<200).map { _ in level * scale + Int64(random.next() % 1_000) }
      runs.append(Run(cell, lateness: lateness, repetition: repetition))
    }
  }
  var environment = Environment()
  environment["machine"] = label
  environment["kernel"] = nil
  return Dataset(
    label: label, file: "\(label),\"1\".csv", environment: environment, cells: SummaryBuilder(runs).samples())
}

/// A label with all that CSV, JSON and Markdown have to look out for.
private let awkward = "exec:printf 'a,b|\"#\\n\"\n\u{1}*'"

private func summaryReport() throws -> SummaryReport {
  let budgets = try [Budget(parsing: "p99<200us"), Budget(parsing: "p99.99<1ms"), Budget(parsing: "max<1ns")]
  return SummaryReport(
    [dataset("alpha", scale: 100, load: awkward), dataset("beta", scale: 120)].map {
      SummaryReport.Section($0, budgets: budgets)
    })
}

private func compareReport() throws -> CompareReport {
  let comparison = Comparison(
    base: dataset("alpha", scale: 100),
    others: [dataset("beta", scale: 120), dataset("gamma", scale: 1, load: awkward)])
  return CompareReport(
    comparison, budgets: [try Budget(parsing: "missed=0")],
    regressions: [try RegressionLimit(parsing: "p50=10%")])
}

private func object(_ text: String) throws -> [String: Any] {
  try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
}

/// The records of comma-separated values, by RFC 4180; comment lines in front are dropped.
private func records(_ text: String) -> [[String]] {
  var (records, record, field, quoted): ([[String]], [String], String, Bool) = ([], [], "", false)
  let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
  for character in lines.drop(while: { $0.hasPrefix("#") }).joined(separator: "\n") {
    switch character {
    case "\"": quoted.toggle()
    case "," where !quoted:
      record.append(field)
      field = ""
    case "\n" where !quoted:
      records.append(record + [field])
      (record, field) = ([], "")
    default: field.append(character)
    }
  }
  return records
}

@Suite struct ReportTests {
  @Test func `the summary's JSON is JSON, versioned, and holds the figures`() throws {
    let report = try summaryReport()
    let document = try object(report.text(.json))
    #expect(document["format"] as? String == "timer-bench summary")
    #expect(document["version"] as? Int == 1)
    let sections = try #require(document["sections"] as? [[String: Any]])
    #expect(sections.map { $0["label"] as? String } == ["alpha", "beta"])
    let cells = try #require(sections.first?["cells"] as? [[String: Any]])
    #expect(cells.first?["load"] as? String == awkward)
    let callbacks = try #require(cells.first?["callbacks"] as? [String: Any])
    let quantiles = try #require(callbacks["quantiles"] as? [[String: Any]])
    let figures = try #require(report.sections.first?.summaries.first?.callbacks)
    #expect(quantiles.map { $0["name"] as? String } == ["p1", "p50", "p90", "p99", "p99.9", "p99.99"])
    #expect(quantiles[1]["value_ns"] as? Int64 == figures[.p50])
    #expect(quantiles[5]["value_ns"] is NSNull)
    #expect((cells.first?["stability"] as? [Any])?.isEmpty == false)
    let gates = try #require(sections.first?["gates"] as? [[String: Any]])
    #expect(gates.prefix(3).map { $0["result"] as? String } == ["met", "undecided", "broken"])
  }

  @Test func `the comparison's JSON holds every verdict and what does not match`() throws {
    let document = try object(compareReport().text(.json))
    let columns = try #require(document["columns"] as? [[String: Any]])
    #expect(columns.count == 2)
    let cells = try #require(columns[0]["cells"] as? [[String: Any]])
    let figures = try #require(cells.first?["figures"] as? [[String: Any]])
    #expect(figures.map { $0["figure"] as? String } == ["p50", "p99", "missed"])
    #expect(document["metrics"] as? [String] == ["p50", "p99", "missed"])
    let adjustment = try #require(document["adjustment"] as? [String: Any])
    #expect(adjustment["method"] as? String == "benjamini_hochberg" && adjustment["rate"] as? Double == 0.05)
    #expect(adjustment["family"] as? Int == 6)
    for figure in figures {
      let chances = ["p", "p_adjusted", "same_p", "same_p_adjusted"].compactMap { figure[$0] as? Double }
      #expect(chances.count == 4 && chances.allSatisfy { 0...1 ~= $0 })
      #expect(chances[0] <= chances[1] && chances[2] <= chances[3])
    }
    #expect(figures.first?["verdict"] as? String == "worse")
    #expect((columns[1]["only_in_base"] as? [Any])?.count == 2)
    #expect((columns[1]["only_in_other"] as? [Any])?.count == 2)
    #expect(
      (columns[0]["gates"] as? [[String: Any]])?.map { $0["result"] as? String } == [
        "met", "met", "broken", "broken",
      ])
  }

  @Test func `every CSV record has the header's fields`() throws {
    for text in [try summaryReport().text(.csv), try compareReport().text(.csv)] {
      let records = records(text)
      let header = try #require(records.first)
      #expect(Set(header).count == header.count)
      #expect(records.count > 5)
      #expect(records.allSatisfy { $0.count == header.count })
      #expect(text.hasPrefix("# timer-bench "))
    }
    let summary = records(try summaryReport().text(.csv))
    let load = try #require(summary.first?.firstIndex(of: "load"))
    #expect(summary.contains { $0[load] == awkward.replacing("\"", with: "") })
    let view = try #require(summary.first?.firstIndex(of: "view"))
    #expect(Set(summary.dropFirst().map { $0[view] }) == ["callbacks", "response", "latency", "stability"])
  }

  /// Of 1 … 100 µs, by the stated rule: numpy 2.4.6, `np.quantile(…, method="inverted_cdf")`.
  @Test func `the comparison's CSV holds the curve of both sides, each as far as its callbacks go`() throws {
    func side(_ label: String, _ lateness: [Int64]) -> Dataset {
      Dataset(
        label: label, file: label, environment: Environment(),
        cells: SummaryBuilder([Run(lateness: lateness)]).samples())
    }
    let comparison = Comparison(
      base: side("a", (1...100).map { $0 * 1_000 }), others: [side("b", [-3, 5, 4, 7])])
    let records = records(CompareReport(comparison).text(.csv))
    let header = try #require(records.first)
    func values(_ share: String) -> [[String]] {
      let names = ["share", "base_value", "other_value"].compactMap { header.firstIndex(of: $0) }
      return records.map { record in names.map { record[$0] } }.filter { $0[0] == share }
    }
    #expect(values("0.0") == [["0.0", "1000", "-3"]])
    #expect(values("0.5") == [["0.5", "50000", "4"]])
    #expect(values("0.9") == [["0.9", "90000", ""]])
    #expect(values("1.0") == [["1.0", "100000", "7"]])
  }

  @Test func `the comparison's CSV says what differs and what is on one side only`() throws {
    let lines = try compareReport().text(.csv).split(separator: "\n").filter { $0.hasPrefix("# column: ") }
    let columns = try lines.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.dropFirst(10).utf8)) as? [String: Any])
    }
    #expect(columns.map { $0["label"] as? String } == ["beta", "gamma"])
    for name in ["environment", "only_in_base", "only_in_other", "gates"] {
      #expect(columns.contains { ($0[name] as? [Any])?.isEmpty == false }, "\(name)")
    }
  }

  @Test func `no line of a table is wider than the terminal`() throws {
    let texts = [
      try summaryReport().text(.table, width: 80), try summaryReport().text(.table, width: 80, details: true),
      try compareReport().text(.table, width: 80), try compareReport().text(.table, width: 80, details: true),
    ]
    for line in texts.joined().split(separator: "\n") {
      let words = line.split(separator: " ")
      #expect(line.count <= 80 || words.contains { $0.count > 40 }, "\(line)")
    }
  }

  @Test func `tables name both views, the rule, broken limits and warnings`() throws {
    func flat(_ text: String) -> String { text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
    let table = flat(try summaryReport().text(.table, width: 80, details: true))
    for word in ["callbacks", "response", SummaryReport.rule, "broken by", "undecided needs 10,000 samples"] {
      #expect(table.contains(word), "\(word)")
    }
    let comparison = flat(try compareReport().text(.table, width: 80, details: true))
    for word in [
      "2 others against alpha (base)", "alpha (base) against beta", "worse", "only in alpha, not in gamma: ",
      "only in gamma: ", "verdicts", "broken by", "false discovery rate 5%",
      "5% of the smaller side's value, at least 1us", "0.1 percentage points", "5 ppm",
    ] {
      #expect(comparison.contains(word), "\(word)")
    }
    #expect(!table.lowercased().contains("nan") && !comparison.lowercased().contains("nan"))
  }

  @Test func `a summary begins with the table of the run, and ends there unless details are asked for`()
    throws
  {
    let report = try summaryReport()
    let section = try #require(report.sections.first)
    let table = OverviewTable(section.summaries).text(width: 80)
    let (short, long) = (report.text(.table, width: 80), report.text(.table, width: 80, details: true))
    for text in [short, long] { #expect(text.split(separator: "\n", maxSplits: 1)[1].hasPrefix(table)) }
    #expect(!short.contains("response") && short.contains("--details") && long.contains("response"))
  }

  @Test func `colour changes nothing but the escape codes`() throws {
    let report = try compareReport()
    let coloured = report.text(.table, width: 80, color: true)
    #expect(coloured.forTerminal(color: true).contains("\u{1B}["))
    #expect(coloured.forTerminal(color: false) == report.text(.table, width: 80))
  }

  @Test func `a label cannot break a Markdown table`() throws {
    let lines = try summaryReport().text(.markdown).split(separator: "\n")
    let cells = lines.filter { $0.hasPrefix("|") }
    #expect(!cells.isEmpty)
    #expect(cells.allSatisfy { $0.hasSuffix("|") })
    #expect(lines.contains { $0.contains("a,b\\|") })
  }

  /// The lines of hdrhistogram 0.10.8 (Python) for the values 1 … 100, at the percentiles that both have.
  @Test func `percentile text has the lines of HdrHistogram`() throws {
    let text = PercentileText(try summary(Run(lateness: (1...100).map { $0 * 1_000 })).callbacks).text
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    #expect(lines[0] == "       Value     Percentile TotalCount 1/(1-Percentile)")
    #expect(lines[1].isEmpty)
    #expect(lines[2] == "       1.000 0.000000000000          1           1.00")
    #expect(lines[3] == "      10.000 0.100000000000         10           1.11")
    #expect(lines.contains("     100.000 1.000000000000        100"))
    #expect(lines.contains { $0.hasPrefix("#[Mean    =       50.500, StdDeviation   =") })
    #expect(lines.contains("#[Max     =      100.000, Total count    =          100]"))
    let values = lines.dropFirst(2).prefix { !$0.hasPrefix("#") }.compactMap {
      $0.split(separator: " ").first
    }
    #expect(values.compactMap { Double($0) } == values.compactMap { Double($0) }.sorted())
    #expect(PercentileText(try summary(Run(lateness: [])).callbacks).text.contains("Total count"))
  }

  @Test func `a recommendation needs a difference beyond chance`() throws {
    let clear = dataset("alpha", scale: 100)
    let found = Recommendation.all(clear.cells, clear.cells.map { CellSummary($0) })
    #expect(found.count == 1)
    let sentence = try #require(found.first).description
    #expect(sentence.hasPrefix("every 1ms, idle: dispatch meets the stricter tail, p99 "))
    #expect(sentence.contains("deadlines without a callback of their own: 0 of 1,200 against 0 of 1,200"))
    let few = dataset("alpha", scale: 100, repetitions: 1)
    #expect(Recommendation.all(few.cells, few.cells.map { CellSummary($0) }).isEmpty)
    let alike = dataset("alpha", scale: 0)
    #expect(Recommendation.all(alike.cells, alike.cells.map { CellSummary($0) }).isEmpty)
  }

  @Test func `what the loop itself explains is part of a recommendation`() throws {
    var runs: [Run] = []
    for (timer, level) in [("dispatch", Int64(100_000)), ("runloop", 300_000)] {
      for repetition in 0..<6 {
        let ticks = (0..<200).map { (slot: Int64) in
          Tick(
            slot: slot, deadline: slot * 1_000_000, callback: slot * 1_000_000 + level + slot % 7,
            blocked: level * 3 / 4)
        }
        runs.append(Run(.test(timer: timer, load: "loop:50%"), ticks: ticks, repetition: repetition))
      }
    }
    let samples = SummaryBuilder(runs).samples()
    let found = Recommendation.all(samples, samples.map { CellSummary($0) })
    #expect(
      found.first?.description.hasSuffix("the loop's own work explains 75% of the lateness of dispatch")
        == true)
  }
}
