import Testing
import Timing

@testable import Analysis

/// By hand: of 100 deadlines, one left out is a hundredth, and two are more than that.
@Suite struct LoadResponseTableTests {
  private func run(_ timer: String, _ load: String, missed: Int64 = 0, merged: Int64 = 0) -> Run {
    let ticks = (0..<100 - missed - merged).map { index in
      let isLast = index == 99 - missed - merged
      let slot = isLast ? 99 - merged : index
      return Tick(
        slot: slot, deadline: slot * 1_000_000, callback: slot * 1_000_000 + 10,
        fired: isLast ? 1 + merged : 1, missed: isLast ? missed : 0)
    }
    return Run(.test(timer: timer, load: load), ticks: ticks)
  }

  private func summaries(_ runs: Run...) -> [CellSummary] { SummaryBuilder(runs).summaries() }

  @Test func `the table says up to which load a timer holds and from which on it breaks`() {
    let table = LoadResponseTable(
      summaries(
        run("dispatch", "idle"), run("dispatch", "loop:50%", missed: 1),
        run("dispatch", "loop:90%", merged: 2),
        run("runloop", "idle"), run("runloop", "loop:90%")))
    #expect(
      table.text() == """

        under load  holds to  breaks at
        every 1ms, loop
          dispatch       50%        90%
          runloop        90%          –
          broken: from there on more than 1.00% of the deadlines are left out, missed or
            merged

        """)
    #expect(table.tellsOfBreaks)
    #expect(!LoadResponseTable(summaries(run("dispatch", "loop:90%", missed: 1))).tellsOfBreaks)
    #expect(table.markdown.contains("| every 1ms, loop | dispatch | 50% | 90% |"))
  }

  @Test func `where only the idle machine or loads without an amount were measured there is no table`() {
    let table = LoadResponseTable(
      summaries(run("dispatch", "idle"), run("dispatch", "exec:make", missed: 50)))
    #expect(table.text().isEmpty && table.markdown.isEmpty)
  }

  @Test(
    arguments: [("left_out<=1%", 1, 0, true), ("left_out<=1%", 1, 1, false), ("left_out=0", 0, 1, false)]
      as [(String, Int64, Int64, Bool)])
  func `a budget can forbid that a timer breaks`(
    limit: String, missed: Int64, merged: Int64, isMet: Bool
  ) throws {
    let found = try summary(run("dispatch", "loop:50%", missed: missed, merged: merged))
    let result = try Budget(parsing: limit).evaluate(found)
    #expect((result.outcome == .met) == isMet)
    #expect(try Metric(parsing: "left_out", of: Metric.all) == .leftOut)
  }
}
