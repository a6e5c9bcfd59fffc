import Testing
import Timing

@testable import Analysis

/// Cells whose parts are laid down so that every mean can be worked out by hand.
@Suite struct WhyTests {
  /// Callback `i` of 200 is armed 1 µs early, expires 10 µs after, runs 5·i µs later, and calls back 4 µs after that:
  /// 13 + 5·i µs late.
  static func ticks(blocked: Int64 = 0, untraced: Set<Int> = []) -> [Tick] {
    (0..<200).map { index in
      let deadline = Int64(index) * 1_000_000
      let running = deadline + 9_000 + 5_000 * Int64(index)
      let attribution = Attribution(
        armed: deadline - 1_000, expired: deadline + 9_000, woken: deadline + 9_000, running: running)
      return Tick(
        slot: Int64(index), deadline: deadline, callback: running + 4_000, blocked: blocked,
        attribution: untraced.contains(index) ? nil : attribution)
    }
  }

  @Test func `parts are means over callbacks of like lateness, and sum to theirs`() throws {
    let why = try #require(try summary(Run(ticks: Self.ticks())).why)
    // Ranks 90 … 111 of 200, that is callbacks 89 … 110: the mean wakeup is 5 µs · 99.5.
    #expect(why.median.count == 22)
    #expect(why.median.parts[.wakeup] == 497_500)
    #expect(why.median.parts[.arming] == -1_000)
    #expect(why.median.parts[.kernel] == 10_000)
    #expect(why.median.parts[.framework] == 4_000)
    #expect(why.median.lateness == 510_500)
    // The latest two: 198 and 199.
    let worst = try #require(why.worst)
    #expect(worst.count == 2)
    #expect(worst.parts[.wakeup] == 992_500)
    #expect(worst.lateness == worst.parts.values.reduce(0, +))
    #expect(worst.dominant == .wakeup)
    #expect(worst.share(.kernel) == 10_000 / worst.lateness)
  }

  @Test func `what blocked the loop is taken out of the framework's part, then of the wakeup's`() throws {
    let why = try #require(try summary(Run(ticks: Self.ticks(blocked: 300_000))).why)
    #expect(why.median.parts[.framework] == 0)
    #expect(why.median.parts[.wakeup] == 201_500)
    #expect(why.median.parts[.blocked] == 300_000)
    #expect(why.median.lateness == 510_500)
  }

  @Test func `callbacks that the trace does not explain count against its share only`() throws {
    let why = try #require(try summary(Run(ticks: Self.ticks(untraced: [3, 199]))).why)
    #expect(why.attributed == 198)
    #expect(why.attributedShare == 0.99)
    #expect(why.worst?.lateness == 13_000 + 5_000 * 197.5)
  }

  @Test func `fewer than 100 callbacks have no worst hundredth, and an untraced cell has no reasons`() throws
  {
    #expect(try #require(try summary(Run(ticks: Array(Self.ticks().prefix(99)))).why).worst == nil)
    #expect(try summary(Run(lateness: [1, 2, 3])).why == nil)
    #expect(WhyTable([try summary(Run(lateness: [1, 2, 3]))]).text() == "")
  }

  @Test func `the table names the greatest part and keeps to 80 columns`() throws {
    let text = WhyTable([try summary(Run(ticks: Self.ticks()))]).text()
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.allSatisfy { $0.count <= 80 })
    #expect(lines.last?.hasSuffix("wakeup") == true)
    #expect(lines.count == 4)
  }
}
