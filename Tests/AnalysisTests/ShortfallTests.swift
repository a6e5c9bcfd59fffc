import Testing
import Timing

@testable import Analysis

private let cell = Cell.test()

private func cellSummary(_ runs: [Run], planned: Int? = nil) throws -> CellSummary {
  var builder = SummaryBuilder()
  builder.plan((0..<(planned ?? runs.count)).map { PlannedRun(index: $0, cell: cell, repetition: $0) })
  builder.add(Recording(environment: Environment(), runs: runs, status: .complete))
  return try #require(builder.summaries().first)
}

private func run(_ repetition: Int, _ change: (inout RunFacts) -> Void = { _ in }) -> Run {
  var facts = RunFacts.fine
  change(&facts)
  return Run(lateness: Array(repeating: 1_000, count: 200), repetition: repetition, facts: facts)
}

/// What is missing of a cell of three runs, and what is said of it.
private struct Lack: Sendable {
  var words: String
  var summary: @Sendable () throws -> CellSummary
}

@Suite struct ShortfallTests {
  private static let lacks = [
    Lack(words: "1 of 3 runs failed (the load ended)") {
      try cellSummary([
        run(0), run(1),
        run(2) {
          $0.status = .failed
          $0.problem = "the load ended"
        },
      ])
    },
    Lack(words: "1 of 3 runs never began") { try cellSummary([run(0), run(1)], planned: 3) },
    Lack(words: "3 of 3 runs never began") { try cellSummary([], planned: 3) },
    Lack(words: "the recording breaks off in 1 of 3 runs") {
      try cellSummary([
        run(0), run(1), Run(lateness: Array(repeating: 1, count: 200), repetition: 2, facts: nil),
      ])
    },
    Lack(words: "1 of 3 runs interrupted") {
      try cellSummary([run(0), run(1), run(2) { $0.status = .interrupted }])
    },
    Lack(words: "5 callbacks found the recorder full") {
      try cellSummary([run(0), run(1), run(2) { $0.dropped = 5 }])
    },
  ]

  @Test(arguments: 0..<6, ["p99<1ms", "max<1ms", "missed=0", "early=0", "drift<1000ppm", "response.p99<1ms"])
  func `no budget is met while some of the cell is missing`(lack: Int, budget: String) throws {
    let lack = Self.lacks[lack]
    let summary = try lack.summary()
    let result = try Budget(parsing: budget).evaluate(summary)
    #expect(result.word == "incomplete" && result.explanation == lack.words)
    #expect(result.fails(allowingUndecided: false) && result.fails(allowingUndecided: true))
  }

  @Test(arguments: 0..<6, ["p99=10%", "max=10%", "missed=1%"])
  func `no regression limit is met while some of either side is missing`(lack: Int, text: String) throws {
    let whole = try cellSummary([run(0), run(1), run(2)])
    let part = try Self.lacks[lack].summary()
    let limit = try RegressionLimit(parsing: text)
    for (base, other) in [(whole, part), (part, whole)] {
      let result = limit.evaluate(
        CellComparison(cell: cell, base: base, other: other, method: .none, figures: []))
      #expect(result.word == "incomplete" && result.explanation == Self.lacks[lack].words)
      #expect(result.fails(allowingUndecided: true))
    }
    #expect(
      limit.evaluate(CellComparison(cell: cell, base: whole, other: whole, method: .none, figures: [])).word
        == "met")
  }

  @Test func `what is measured and breaks a limit breaks it, whatever is missing`() throws {
    let summary = try cellSummary([run(0)], planned: 3)
    #expect(try Budget(parsing: "p99<1us").evaluate(summary).word == "broken")
    #expect(try Budget(parsing: "p99<1ms").evaluate(try cellSummary([run(0)])).word == "met")
  }

  @Test func `runs that never began are told, and are no cells without callbacks`() throws {
    let summary = try cellSummary([], planned: 2)
    let codes = Finding.all(on: [summary], in: Environment()).map(\.code)
    #expect(codes.contains("never_begun") && !codes.contains("no_callbacks"))
  }

  @Test func `the parts of a recording tell the same plan, and each run once`() throws {
    var builder = SummaryBuilder()
    let plan = (0..<2).map { PlannedRun(index: $0, cell: cell, repetition: $0) }
    builder.plan(plan)
    builder.begin(plan[0])
    builder.finish(.fine)
    builder.plan(plan)
    #expect(builder.summaries().map(\.unbegun) == [1])
  }
}
