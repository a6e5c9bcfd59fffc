import Foundation
import Testing
import Timing

@testable import Analysis

/// What stands in place of rows that were left out, falsified one number at a time.
@Suite struct StoredDigestTests {
  private static func stored(_ run: Run) throws -> String {
    var builder = SummaryBuilder(limit: 0)
    builder.begin(run.planned)
    for tick in run.ticks { builder.add(tick) }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    return String(decoding: try encoder.encode(try #require(builder.currentDigest)), as: UTF8.self)
  }

  /// The facts of a run and the largest measured lateness, summed up from its callbacks.
  private static func facts(_ run: Run) -> (RunFacts, Int64?) {
    let fired = run.ticks.reduce(0) { $0 + $1.fired }
    let missed = run.ticks.reduce(0) { $0 + $1.missed }
    let facts = RunFacts(
      status: .complete, epoch: 0, end: run.ticks.last?.callback ?? 0, slots: fired + missed, fired: fired,
      missed: missed, pending: 0, callbacks: Int64(run.ticks.count),
      warmup: Int64(run.ticks.count { $0.warmup }), dropped: 0)
    return (facts, run.ticks.filter { !$0.warmup }.map(\.lateness).max())
  }

  /// Why a digest is refused, alone or with the facts of its run.
  private static func refusal(_ text: String, _ run: Run) -> String? {
    do {
      let digest = try JSONDecoder().decode(StoredDigest.self, from: Data(text.utf8))
      let (facts, latest) = facts(run)
      return digest.contradiction(of: facts, latest: latest)
    } catch {
      return "\(error)"
    }
  }

  @Test func `a digest as it was written is taken`() throws {
    for run in DigestTests.runs { #expect(try Self.refusal(Self.stored(run), run) == nil) }
  }

  @Test(
    arguments: [
      // The pattern's number is replaced by the other text.
      (#""fired":(\d+)"#, "0"), (#""missed":(\d+)"#, "1"), (#""warmup":(\d+)"#, "4001"),
      (#""lateness":.*?"max_ns":(\d+)"#, "9223372036854775807"),
      (#""lateness":.*?"min_ns":(-?\d+)"#, "-900000000"),
      (#""lateness":.*?"sum_squares":"(\d+)""#, "1"), (#""lateness":.*?"sum_ns":"(-?\d+)""#, "0"),
      (#""jitter":.*?"n":(\d+)"#, "7"), (#""clusters":(\d+)"#, "0"), (#""violations":(\d+)"#, "1000000"),
      (#""timer_count":(\d+)"#, "3"), (#""blocked_ns":([\d.e]+)"#, "1"),
      (#""timers":.*?"callbacks":(\d+)"#, "12"), (#""timers":.*?"last_slot":(\d+)"#, "3"),
      (#""timers":.*?"first_lateness_ns":(-?\d+)"#, "-900000000"),
    ])
  func `a number that cannot be is refused`(pattern: String, other: String) throws {
    let run = DigestTests.runs[0]
    var text = try Self.stored(run)
    let match = try #require(text.firstMatch(of: Regex(pattern, as: (Substring, Substring).self)))
    text.replaceSubrange(match.1.startIndex..<match.1.endIndex, with: other)
    #expect(Self.refusal(text, run) != nil)
  }

  @Test func `a digest of the version that took a response for something else is refused`() throws {
    let run = DigestTests.runs[0]
    let text = try Self.stored(run)
    let earlier = "{\"other_responses\":{\"n\":0,\"sum_ns\":\"0\",\"bins\":[]}," + text.dropFirst()
    let refusal = try #require(Self.refusal(earlier, run))
    #expect(refusal.contains("measure again"), "\(refusal)")
  }
}
