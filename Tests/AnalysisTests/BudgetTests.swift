import Analysis
import Testing
import Timing

@Suite struct BudgetTests {
  @Test(
    arguments: [
      ("p99<2ms", 1_999_999, .met), ("p99<2ms", 2_000_000, .broken(by: "0: it has to be below")),
      ("p99<=2ms", 2_000_000, .met), ("p99<=2ms", 2_100_000, .broken(by: "100µs (5.00%)")),
      ("max < 3ms", 2_500_000, .met), ("mean=2ms", 2_000_000, .met), ("min<1us", -5, .met),
      ("response.p99<2ms", 2_000_001, .broken(by: "1ns (0.000050%)")), ("early=0", 0, .met),
      ("early=0", -1, .broken(by: "1,000")), ("early<1%", -1, .broken(by: "99.0 percentage points")),
      ("missed=0", 0, .met), ("missed<1%", 0, .met), ("missed<0", 0, .broken(by: "0: it has to be below")),
      ("drift<5ppm", 0, .met), ("p95<1ms", 999_999, .met),
    ] as [(String, Int64, GateResult.Outcome)])
  func `a limit is kept or broken by so much`(text: String, lateness: Int64, outcome: GateResult.Outcome)
    throws
  {
    let budget = try Budget(parsing: text)
    let builder = SummaryBuilder([Run(.test(.ms(10)), lateness: Array(repeating: lateness, count: 1_000))])
    let results = Budget.evaluate([budget], on: builder.summaries(quantiles: Budget.quantiles([budget])))
    #expect(results.map(\.outcome) == [outcome])
    #expect(results.first?.fails(allowingUndecided: true) == (outcome != .met))
  }

  @Test func `missed shares are exact at the limit`() throws {
    let ticks = (0..<99).map { (slot: Int64) in
      Tick(
        slot: slot + (slot > 50 ? 1 : 0), deadline: slot * 1_000_000, callback: slot * 1_000_000,
        missed: slot == 51 ? 1 : 0)
    }
    let figures = try summary(Run(ticks: ticks))
    #expect(
      try Budget(parsing: "missed<1%").evaluate(figures).outcome == .broken(by: "0: it has to be below"))
    #expect(try Budget(parsing: "missed<=1%").evaluate(figures).outcome == .met)
    #expect(try Budget(parsing: "missed<1.000001%").evaluate(figures).outcome == .met)
    #expect(try Budget(parsing: "missed=0").evaluate(figures).outcome == .broken(by: "1"))
  }

  @Test func `too few samples decide nothing, and fail unless allowed`() throws {
    let result = try Budget(parsing: "p99<2ms").evaluate(
      summary(Run(lateness: Array(repeating: 1, count: 99))))
    guard case .undecided(let reason) = result.outcome else {
      Issue.record("decided with 99 samples")
      return
    }
    #expect(reason.description == "needs 100 samples, has 99")
    #expect(result.fails(allowingUndecided: false))
    #expect(!result.fails(allowingUndecided: true))
  }

  @Test(arguments: ["max<1s", "missed=0", "missed<1%", "early=0", "drift<5ppm", "mean<1s"])
  func `no callbacks decide nothing`(text: String) throws {
    guard case .undecided = try Budget(parsing: text).evaluate(summary(Run(lateness: []))).outcome else {
      Issue.record("\(text) was decided without callbacks")
      return
    }
  }

  @Test func `deadlines left unserved at the end count as missed`() throws {
    var facts = RunFacts.fine
    facts.pending = 5_001
    let figures = try summary(Run(lateness: [1, 2], facts: facts))
    #expect(try Budget(parsing: "missed=0").evaluate(figures).outcome == .broken(by: "5,000"))
  }

  @Test func `a drift is decided by its whole interval`() throws {
    let slope = try summary(Run(lateness: (0..<1_000).map { 100 * $0 + ($0 % 3) * 100_000 }))
    #expect(try Budget(parsing: "drift<500ppm").evaluate(slope).outcome == .met)
    guard case .broken = try Budget(parsing: "drift<1ppm").evaluate(slope).outcome,
      case .undecided = try Budget(parsing: "drift<100ppm").evaluate(slope).outcome
    else {
      Issue.record("a drift of about 100 ppm")
      return
    }
  }

  @Test(
    arguments: [
      ("p99", "METRIC<VALUE"), ("p99>2ms", "METRIC<VALUE"), ("p101<2ms", "unknown metric 'p101': use p50"),
      ("lateness<2ms", "unknown metric 'lateness'"), ("p99<2", "'2' is no value for p99"),
      ("p99<-1ms", "cannot be negative"), ("missed<-1", "whole number"), ("missed<1.5", "whole number"),
      ("missed<101%", "0% to 100%"), ("drift<5", "5ppm"), ("drift<nanppm", "5ppm"),
      ("early<1e3", "whole number"),
      ("response.missed=0", "unknown metric 'response.missed'"), ("", "METRIC<VALUE"),
      ("<", "unknown metric ''"),
      ("p99<", "is no value for p99"), ("missed=99999999999999999999", "whole number"),
    ])
  func `what is no budget says what one is`(text: String, part: String) {
    let error = #expect(throws: ParseError.self) { try Budget(parsing: text) }
    #expect(error?.description.contains(part) == true, "\(error?.description ?? "")")
  }
}
