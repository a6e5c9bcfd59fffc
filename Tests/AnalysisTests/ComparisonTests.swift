import Foundation
import Testing
import Timing

@testable import Analysis

private func dataset(_ label: String, _ runs: [Run], _ facts: [(String, String)] = []) -> Dataset {
  var environment = Environment()
  for (key, value) in facts { environment[key] = value }
  return Dataset(
    label: label, file: label + ".csv", environment: environment, cells: SummaryBuilder(runs).samples())
}

private func runs(_ lateness: [[Int64]], _ cell: Cell = .test()) -> [Run] {
  lateness.enumerated().map { Run(cell, lateness: $1, repetition: $0) }
}

private func compare(
  _ base: [[Int64]], _ other: [[Int64]], _ figures: [ComparedFigure] = [.p50, .p99, .max, .missed, .drift]
) throws -> CellComparison {
  var policy = ComparisonPolicy()
  policy.figures = figures
  policy.draws = 200
  let comparison = Comparison(
    base: dataset("a", runs(base)), others: [dataset("b", runs(other))], policy: policy)
  return try #require(comparison.columns.first?.cells.first)
}

extension CellComparison {
  fileprivate subscript(figure: ComparedFigure) -> FigureComparison? { figures.first { $0.figure == figure } }
}

private func recorded(_ count: Int, seed: UInt64 = 5) -> [[Int64]] {
  var random = SplitMix64(seed: seed)
  return (0..<count).map { _ in simulated(&random, count: 1_000, spread: 0.02) }
}

@Suite struct ComparisonTests {
  @Test(
    arguments: [(-100_000, 100_000), (100_000, -100_000), (0, 100), (100, 0), (-5, -10)] as [(Int64, Int64)])
  func `a ratio exists only where both are above zero`(base: Int64, other: Int64) throws {
    var random = SplitMix64(seed: 3)
    func side(_ level: Int64) -> [[Int64]] {
      (0..<6).map { _ in (0..<200).map { _ in level + Int64(random.next() % 3) - 1 } }
    }
    let cell = try compare(side(base), side(other))
    for figure in cell.figures where (figure.base ?? 0) <= 0 || (figure.other ?? 0) <= 0 {
      #expect(figure.ratio == nil && figure.ratioInterval == nil, "\(figure.figure)")
    }
    #expect(cell[.p50]?.ratio == nil)
  }

  @Test func `the order of the files changes nothing`() throws {
    let base = dataset("a", runs(recorded(6)))
    let other = runs(recorded(6, seed: 9))
    func figures(_ order: [Int]) throws -> [FigureComparison] {
      let comparison = Comparison(base: base, others: [dataset("b", order.map { other[$0] })])
      return try #require(comparison.columns.first?.cells.first?.figures)
    }
    let expected = try figures([0, 1, 2, 3, 4, 5])
    #expect(try figures([5, 3, 1, 0, 2, 4]) == expected)
    #expect(try figures([2, 1, 0, 5, 4, 3]) == expected)
  }

  @Test func `a cell that only the base has leaves a regression limit without what it is for`() throws {
    let lost = Cell.test(load: "cpu:2")
    let comparison = Comparison(
      base: dataset("a", runs(recorded(2)) + runs(recorded(2), lost)),
      others: [dataset("b", runs(recorded(2)))])
    let column = try #require(comparison.columns.first)
    let results = RegressionLimit.evaluate([try RegressionLimit(parsing: "p99=10%")], on: column)
    #expect(results.map(\.cell.load) == ["idle", "cpu:2"])
    #expect(results.map(\.word) == ["met", "incomplete"])
    #expect(results[1].fails(allowingUndecided: false) && results[1].fails(allowingUndecided: true))
  }

  @Test func `datasets of one name go by their files`() {
    let named = Dataset.named([dataset("a", []), dataset("b", []), dataset("a", [])])
    #expect(named.map(\.label) == ["a.csv", "b", "a.csv"])
  }

  @Test(arguments: [3, 10])
  func `a fifth more lateness is worse by a fifth, whatever the number of runs`(count: Int) throws {
    let base = recorded(count)
    let shifted = base.map { $0.map { Int64((Double($0) * 1.2).rounded()) } }
    let cell = try compare(base, shifted)
    let median = try #require(cell[.p50])
    #expect(median.verdict == .worse)
    #expect(abs(try #require(median.ratio) - 1.2) < 0.001)
    let interval = try #require(median.ratioInterval)
    #expect(interval.contains(1.2) && interval.lowerBound > 1.05 && interval.upperBound < 1.35)
    let reverse = try #require(compare(shifted, base)[.p50])
    #expect(reverse.verdict == .better)
  }

  @Test(arguments: [1, 3, 10])
  func `the same recording is the same in every figure`(count: Int) throws {
    let cell = try compare(recorded(count), recorded(count))
    #expect(cell.method == .identical)
    #expect(cell.figures.map(\.verdict) == Array(repeating: .same, count: 5))
    #expect(cell[.p50]?.ratioInterval == 1...1)
  }

  @Test func `enough alike runs are found the same, not only not different`() throws {
    let cell = try compare(recorded(20, seed: 1), recorded(20, seed: 2))
    #expect(cell.method == .runs)
    #expect(cell[.p50]?.verdict == .same)
    #expect(cell[.missed]?.verdict == .same)
  }

  /// Nominal is 5 %. Seeded, so it repeats; at full size (200 trials each of 1, 2, 3, 5, 10 and 20 runs) two or more
  /// runs a side gave 0.4 to 3.2 % on this model and on recorded callbacks of an absolute `clock_nanosleep`.
  @Test(arguments: [2, 3, 5, 10])
  func `chance alone is seldom better or worse`(count: Int) throws {
    var random = SplitMix64(seed: 77)
    var alarms = 0
    for _ in 0..<20 {
      let sides = (0..<2).map { _ in
        (0..<count).map { _ in simulated(&random, count: 150, spread: 0.08) }
      }
      alarms += try compare(sides[0], sides[1]).figures
        .count { $0.verdict == .better || $0.verdict == .worse }
    }
    #expect(alarms <= 5, "\(alarms) of 100")
  }

  @Test func `a fifth more in ten repetitions is found nine times in ten`() throws {
    var random = SplitMix64(seed: 78)
    var found = 0
    for _ in 0..<20 {
      let base = (0..<10).map { _ in simulated(&random, count: 150, spread: 0.08) }
      let other = (0..<10).map { _ in simulated(&random, count: 150, spread: 0.08, scale: 1.2) }
      if try compare(base, other, ComparedFigure.standard)[.p50]?.verdict == .worse { found += 1 }
    }
    #expect(found >= 18, "\(found) of 20")
  }

  @Test func `five rows against many decide nothing, and both numbers stand`() throws {
    let cell = try compare([[1, 2, 3, 4, 5]], recorded(10))
    #expect(cell.base.callbacks.count == 5)
    #expect(cell.other.callbacks.count == 10_000)
    for figure in cell.figures {
      guard case .undecided(let reason) = figure.verdict else {
        Issue.record("\(figure.figure) was decided")
        continue
      }
      #expect(!reason.description.isEmpty)
    }
  }

  @Test func `no ratio where the base is zero or negative`() throws {
    let early = recorded(6).map { $0.map { $0 - 200_000 } }
    let cell = try compare(early, recorded(6))
    let median = try #require(cell[.p50])
    #expect(median.ratio == nil)
    #expect(median.ratioInterval == nil)
    #expect(try #require(median.difference) > 150_000)
    #expect(median.verdict == .worse)
    #expect(cell[.missed]?.ratio == nil)
  }

  @Test func `missed slots are compared as shares`() throws {
    func side(_ period: Int64) -> [Run] {
      (0..<6).map { repetition in
        var slot = Int64(-1)
        let ticks = (0..<1_000).map { (index: Int64) in
          let missed: Int64 = index % period == period - 1 ? 1 : 0
          slot += 1 + missed
          return Tick(
            slot: slot, deadline: slot * 1_000_000, callback: slot * 1_000_000 + 50_000, missed: missed)
        }
        return Run(ticks: ticks, repetition: repetition)
      }
    }
    let comparison = Comparison(base: dataset("a", side(100)), others: [dataset("b", side(10))])
    let missed = try #require(comparison.columns.first?.cells.first?[.missed])
    #expect(abs(try #require(missed.base) - 10.0 / 1_010) < 1e-12)
    #expect(missed.verdict == .worse)
  }

  @Test func `a drift is worse when it is farther from zero, on either side`() throws {
    let steady: [[Int64]] = (0..<6).map { (run: Int64) in
      (0..<1_000).map { (slot: Int64) in 50_000 + (slot * 7 + run) % 100 }
    }
    let falling = steady.map { $0.enumerated().map { $1 - 1_000 * Int64($0) } }
    let drift = try #require(compare(steady, falling)[.drift])
    #expect(drift.verdict == .worse)
    #expect(abs(try #require(drift.difference) + 1_000) < 1)
    #expect(drift.ratio == nil)
    #expect(try compare(falling, steady)[.drift]?.verdict == .better)
  }

  @Test func `maxima of unlike numbers of callbacks are not compared`() throws {
    let long = recorded(6)
    let cell = try compare(long, long.map { Array($0.prefix(300)) })
    guard case .undecided(let reason) = try #require(cell[.max]).verdict else {
      Issue.record("decided")
      return
    }
    #expect(reason.description.contains("measure equally long"))
  }

  @Test func `cells that only one side has are listed`() {
    let (a, b, c) = (Cell.test(.ms(1)), Cell.test(.ms(2)), Cell.test(.ms(3)))
    let comparison = Comparison(
      base: dataset("x", runs([[1]], a) + runs([[2]], b)),
      others: [dataset("y", runs([[3]], c) + runs([[2]], b))])
    let column = comparison.columns.first
    #expect(column?.onlyInBase == [a])
    #expect(column?.onlyInOther == [c])
    #expect(column?.cells.map(\.cell) == [b])
  }

  @Test func `recordings of one machine become repetitions, those of two machines columns`() throws {
    let facts = [("machine", "alpha"), ("build", "release")]
    let merged = try Dataset.pooled([
      dataset("one", runs([[1, 2]]), facts), dataset("two", runs([[9]]), [("machine", "beta")]),
      dataset("three", runs([[3]]), facts),
      dataset("four", runs([[4]]), [("machine", "alpha"), ("build", "debug")]),
      dataset("five", runs([[5]])), dataset("six", runs([[6]])),
    ])
    #expect(
      merged.map(\.files) == [
        ["one.csv", "three.csv"], ["two.csv"], ["four.csv"], ["five.csv"], ["six.csv"],
      ])
    #expect(merged.first?.cells.first?.runs.count == 2)
  }

  @Test func `environments are told apart, and what spoils a comparison comes first`() throws {
    let base = dataset(
      "a", runs([[1]]), [("kernel", "6.1"), ("build", "release"), ("load_average", "0.1 0 0"), ("hz", "250")])
    let other = dataset(
      "b", runs([[1]]), [("kernel", "6.2"), ("build", "debug"), ("load_average", "0.3 0 0"), ("hz", "250")])
    let found = try #require(Comparison(base: base, others: [other]).columns.first).environment
    #expect(found.map(\.key) == ["build", "kernel"])
    #expect(found.first?.warning?.contains("release build against a debug build") == true)
    #expect(found.last?.warning == nil)
  }

  /// The issue that asks for it found false verdicts in up to 56 % of pairs of single runs.
  @Test(arguments: [(1, 1), (1, 10), (10, 1)])
  func `one run a side decides nothing, in any format or limit`(base: Int, other: Int) throws {
    let shifted = recorded(other, seed: 9).map { $0.map { $0 * 3 } }
    var policy = ComparisonPolicy()
    policy.figures = [.p50, .p99, .max, .missed, .drift]
    let comparison = Comparison(
      base: dataset("a", runs(recorded(base))), others: [dataset("b", runs(shifted))], policy: policy)
    let cell = try #require(comparison.columns.first?.cells.first)
    #expect(cell.method == .singleRuns && cell.figures.count == 5)
    for figure in cell.figures {
      #expect(figure.verdict == .undecided(ComparisonPolicy.singleRun), "\(figure.figure)")
      #expect(figure.ratioInterval == nil && figure.differenceInterval == nil && figure.chance == nil)
    }
    let limits = try ["p99=10%", "p50=100000%", "missed=0%"].map { try RegressionLimit(parsing: $0) }
    let report = CompareReport(comparison, regressions: limits)
    for result in report.gates.joined() {
      #expect(result.word == "undecided" && result.explanation.contains("one run a side decides nothing"))
      #expect(result.fails(allowingUndecided: false) && !result.fails(allowingUndecided: true))
    }
    for format in ReportFormat.allCases {
      let text = report.text(format, width: 120, details: true)
      #expect(text.contains("undecided"), "\(format)")
      for word in ["▲", "▼", "\"worse\"", ",worse,", "| worse |"] {
        #expect(!text.replacing("▲ worse, ▼ better", with: "").contains(word), "\(format): \(word)")
      }
    }
  }

  @Test func `what is judged is what was asked for`() throws {
    let base = dataset("a", runs(recorded(6)))
    let other = dataset("b", runs(recorded(6, seed: 9)))
    func figures(_ names: [String]?) throws -> [String] {
      var policy = ComparisonPolicy()
      if let names { policy.figures = try names.map { try ComparedFigure(parsing: $0) } }
      let comparison = Comparison(base: base, others: [other], policy: policy)
      return try #require(comparison.columns.first?.cells.first).figures.map { "\($0.figure)" }
    }
    #expect(try figures(nil) == ["p50", "p99", "missed"])
    #expect(try figures(["drift", "p99.9", "max"]) == ["drift", "p99.9", "max"])
    for name in ["mean", "response.p99", "early", "p5000", ""] {
      #expect(throws: ParseError.self, "\(name)") { try ComparedFigure(parsing: name) }
    }
  }

  @Test func `the seed makes a comparison repeat`() throws {
    let (left, right) = (recorded(6, seed: 3), recorded(6, seed: 4))
    #expect(try compare(left, right) == compare(left, right))
  }
}

@Suite struct RegressionLimitTests {
  @Test(
    arguments: [
      ("p99=10%", 109, .met), ("p99=10%", 110, .met), ("p99=10%", 111, .broken(by: "1.00 percentage points")),
      ("max=0%", 100, .met), ("p50=2.5%", 103, .broken(by: "0.500 percentage points")),
      ("mean=10%", 80, .met),
      ("missed=0%", 150, .met), ("response.p99=10%", 109, .met), ("p95=1%", 100, .met),
    ] as [(String, Int64, GateResult.Outcome)])
  func `growth up to the limit passes`(text: String, percent: Int64, outcome: GateResult.Outcome) throws {
    let limit = try RegressionLimit(parsing: text)
    let base = Array(repeating: Array(repeating: Int64(1_000_000), count: 200), count: 2)
    let other = Array(repeating: Array(repeating: 10_000 * percent, count: 200), count: 2)
    // Later than the next deadline, a callback would answer that one too.
    let cell = Cell.test(.ms(10))
    let comparison = Comparison(
      base: dataset("a", runs(base, cell)), others: [dataset("b", runs(other, cell))],
      quantiles: RegressionLimit.quantiles([limit]))
    let column = try #require(comparison.columns.first)
    #expect(RegressionLimit.evaluate([limit], on: column).map(\.outcome) == [outcome])
  }

  @Test(
    arguments: [
      (0, 0, "0", .met), (0, 1, "+1ns", .broken(by: "1ns")), (0, 100_000, "+100µs", .broken(by: "100µs")),
      (-10_000, -10_000, "0", .met), (-10_000, -9_000, "+1.00µs", .met),
      (-10_000, -8_999, "+1.00µs", .broken(by: "1ns")), (-10_000, 5_000, "+15.0µs", .broken(by: "14.0µs")),
      (0, -5, "-5ns", .met),
    ] as [(Int64, Int64, String, GateResult.Outcome)])
  func `a base that is not above zero may grow by the share of its size`(
    base: Int64, other: Int64, found: String, outcome: GateResult.Outcome
  ) throws {
    let sides = [base, other].map { Array(repeating: Array(repeating: $0, count: 200), count: 2) }
    let cell = try compare(sides[0], sides[1])
    let result = try RegressionLimit(parsing: "p99=10%").evaluate(cell)
    #expect(result.found == found && result.outcome == outcome)
  }

  @Test func `too few samples decide nothing`() throws {
    let few = try compare([[5]], [[6]])
    guard case .undecided = try RegressionLimit(parsing: "p99=10%").evaluate(few).outcome else {
      Issue.record("decided")
      return
    }
  }

  @Test(
    arguments: [
      ("p99", "METRIC=PERCENT%"), ("p99=10", "percent sign"),
      ("early=10%", "no regression of 'early' can be limited"),
      ("drift=1%", "no regression of 'drift' can be limited"), ("p99=-1%", "percent sign"),
      ("p99=nan%", "percent sign"),
    ])
  func `what is no limit says what one is`(text: String, part: String) {
    let error = #expect(throws: ParseError.self) { try RegressionLimit(parsing: text) }
    #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
  }
}
