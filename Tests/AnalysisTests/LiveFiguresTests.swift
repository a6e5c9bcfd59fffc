import Testing
import Timing

@testable import Analysis

@Suite struct LiveFiguresTests {
  private func tick(_ slot: Int64, lateness: Int64, missed: Int64 = 0, warmup: Bool = false) -> Tick {
    Tick(
      source: 0, warmup: warmup, slot: slot, deadline: slot * 1_000_000,
      callback: slot * 1_000_000 + lateness, handler: 0, fired: 1, missed: missed, blocked: 0)
  }

  @Test func `the figures are those of the callbacks so far, without the warm-up`() {
    var figures = LiveFigures()
    #expect(figures.text.isEmpty)
    figures.add(tick(0, lateness: 90_000_000, missed: 7, warmup: true))
    #expect(figures.text.isEmpty)
    figures.add(tick(1, lateness: 64))
    #expect(figures.text == "p50 64ns max 64ns missed 0")
    // 100 ns … 100 µs: p50 is 50 µs and p99 is 99 µs, each read from a bin at most 0.4 % off.
    figures = LiveFigures()
    for index in Int64(1)...1_000 {
      figures.add(tick(index, lateness: index * 100, missed: index == 9 ? 3 : 0))
    }
    #expect(figures.text == "p50 50.0µs p99 99.1µs max 100µs missed 3")
  }
}
