import Analysis
import Testing
import Timing

@Suite struct CellSummaryTests {
  @Test func `lateness of 1 to 100 us has its quantiles at whole microseconds`() throws {
    let figures = try summary(Run(lateness: (1...100).map { $0 * 1_000 })).callbacks
    #expect(figures.count == 100)
    #expect(figures.min == 1_000)
    #expect(figures[.p50] == 50_000)
    #expect(figures[.p90] == 90_000)
    #expect(figures[.p99] == 99_000)
    #expect(figures.max == 100_000)
    #expect(figures[.p999] == nil)
    #expect(figures.mean == 50_500)
  }
}
