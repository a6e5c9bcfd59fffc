import Testing
import Timing

@testable import Harness

/// Pauses told by hand-made times; an interval of 20 ms, as `-` runs and `.` stands still.
@Suite struct PauseWatchTests {
  static let ms: Int64 = 1_000_000

  private func watch(until last: Int64, gap: Range<Int64>, continued: [Int64])
    -> [RunPause]
  {
    var watch = PauseWatch(epoch: 0, now: 0, distance: 20 * Self.ms)
    for time in stride(from: 0, to: last, by: 20) where !gap.contains(time) { watch.saw(time * Self.ms) }
    watch.look(
      now: last * Self.ms, continued: continued.map { $0 * Self.ms }, isLast: true)
    return watch.pauses
  }

  @Test func `a stop of 500 ms is found between the records around it`() {
    #expect(
      watch(until: 2_000, gap: 501..<1_001, continued: [1_000])
        == [RunPause(kind: .stopped, at: 500 * Self.ms, length: 500 * Self.ms)])
  }

  @Test func `a gap without the signal is the timer's own lateness`() {
    #expect(watch(until: 2_000, gap: 501..<1_001, continued: []).isEmpty)
  }

  @Test func `a signal that came long after the gap does not explain it`() {
    #expect(watch(until: 2_000, gap: 501..<1_001, continued: [1_500]).isEmpty)
  }

  @Test(arguments: [1, 305, 310, 999, 1_990, 1_999])
  func `a signal to go on without a stop is no pause`(continued: Int64) {
    #expect(watch(until: 2_000, gap: 0..<0, continued: [continued]).isEmpty)
  }

  @Test func `a stop that lasts to the end of the run is found`() {
    #expect(
      watch(until: 2_000, gap: 1_501..<2_000, continued: [1_999])
        == [RunPause(kind: .stopped, at: 1_500 * Self.ms, length: 499 * Self.ms)])
  }

  @Test func `no more than a hundred pauses are kept`() {
    var watch = PauseWatch(epoch: 0, now: 0, distance: 20 * Self.ms)
    for index in Int64(1)...300 {
      watch.saw(index * 100 * Self.ms)
      watch.look(
        now: index * 100 * Self.ms + 1, continued: [index * 100 * Self.ms],
        isLast: true)
    }
    #expect(watch.pauses.count == PauseWatch.most)
  }
}
