import Testing
import Timing

@testable import Charts

/// Ticks of a timer at 1 ms that is late at random, now and then early, and now and then misses slots.
func randomTicks(_ count: Int, seed: UInt64, missing: UInt64 = 200) -> [Tick] {
  var random = SplitMix64(seed: seed)
  var slot: Int64 = 0
  return (0..<count).map { _ in
    let missed = random.next() % missing == 0 ? Int64(random.next() % 5) + 1 : 0
    slot += missed
    defer { slot += 1 }
    let late = Int64(random.next() % 900_000) - 20_000
    return Tick(slot: slot, deadline: slot * 1_000_000, callback: slot * 1_000_000 + late, missed: missed)
  }
}

@Suite struct EnvelopeTests {
  private func envelope(_ ticks: [Tick], columns: Int) -> Envelope {
    var envelope = Envelope(columns: columns)
    for tick in ticks { envelope.add(tick) }
    return envelope
  }

  @Test(
    arguments: [(1, 100), (2, 1), (999, 100), (20_000, 100), (40_000, 500), (40_000, 7)],
    [1 as UInt64, 2, 3])
  func `no column loses its earliest or latest callback`(size: (count: Int, columns: Int), seed: UInt64) {
    let ticks = randomTicks(size.count, seed: seed)
    let envelope = envelope(ticks, columns: size.columns)
    let kept = envelope.points.map(\.tick)
    func column(_ tick: Tick) -> Int64 { max(0, tick.callback - ticks[0].callback) / envelope.width }
    let all = Dictionary(grouping: ticks, by: column).mapValues { $0.map(\.lateness) }
    let shown = Dictionary(grouping: kept, by: column).mapValues { $0.map(\.lateness) }
    #expect(all.keys.allSatisfy { all[$0]?.min() == shown[$0]?.min() && all[$0]?.max() == shown[$0]?.max() })
    #expect(shown.keys.allSatisfy { all[$0] != nil })
  }

  @Test(arguments: [1 as UInt64, 2, 3, 4, 5])
  func `every missed slot and the latest callbacks are kept`(seed: UInt64) {
    let ticks = randomTicks(30_000, seed: seed)
    let kept = Set(envelope(ticks, columns: 400).points.map(\.tick))
    #expect(ticks.filter { $0.missed > 0 }.allSatisfy(kept.contains))
    let worst = ticks.sorted { $0.lateness > $1.lateness }.prefix(Envelope.worst)
    #expect(worst.allSatisfy(kept.contains))
  }

  @Test func `where every callback misses slots, each column keeps its first of them`() {
    let ticks = randomTicks(30_000, seed: 9, missing: 1)
    let envelope = envelope(ticks, columns: 100)
    let kept = Set(envelope.points.map(\.tick))
    let columns = Dictionary(grouping: ticks) { max(0, $0.callback - ticks[0].callback) / envelope.width }
    #expect(columns.values.allSatisfy { kept.contains($0[0]) })
    #expect(kept.count < 200 * (Envelope.missedPerColumn + 4) + Envelope.worst + 2)
  }

  @Test func `what is kept is real, in order, once, and bounded whatever the length`() {
    for count in [1_000, 10_000, 100_000] {
      let ticks = randomTicks(count, seed: 5, missing: 1_000_000)
      let points = envelope(ticks, columns: 100).points
      #expect(points.allSatisfy { ticks[Int($0.order)] == $0.tick })
      #expect(zip(points, points.dropFirst()).allSatisfy { $0.order < $1.order })
      #expect(points.first?.order == 0 && points.last?.order == Int64(count - 1))
      #expect(points.count < 200 * 4 + 40)
    }
  }

  @Test func `one outlier among many ordinary callbacks is kept`() {
    var envelope = Envelope(columns: 300)
    for slot in 0..<200_000 as Range<Int64> {
      let late: Int64 = slot == 154_321 ? 10_000_000 : 50_000
      envelope.add(Tick(slot: slot, deadline: slot * 1_000_000, callback: slot * 1_000_000 + late))
    }
    #expect(envelope.points.contains { $0.tick.slot == 154_321 })
  }
}
