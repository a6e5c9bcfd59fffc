import Foundation
import Testing
import Timing

@testable import Harness

@Suite struct NoiseProbeTests {
  @Test func `every processor is watched for the whole time, and every gap is counted`() {
    let duration = Nanoseconds.ms(50)
    let noise = NoiseProbe(duration: duration).run()
    // nproc(1) counts the processors that are there and allowed.
    #expect(noise.count == ProcessInfo.processInfo.activeProcessorCount)
    #expect(noise.map(\.cpu) == NoiseProbe.usableCPUs ?? Array(0..<noise.count))
    for cpu in noise {
      #expect(cpu.watched >= duration.count)
      #expect(0 <= cpu.shortest && cpu.shortest <= cpu.median && cpu.median <= cpu.longest)
      // Gaps sum to the time watched, and half of them are at least the median.
      #expect(cpu.gaps / 2 * cpu.median <= cpu.watched)
      #expect(cpu.gaps * cpu.shortest <= cpu.watched && cpu.watched <= cpu.gaps * cpu.longest)
      #expect(cpu.over1ms <= cpu.over100us && cpu.over100us <= cpu.over10us && cpu.over10us <= cpu.gaps)
    }
  }

  @Test func `all processors are watched at once`() throws {
    let times = NoiseProbe(duration: .ms(500)).watchAll().map(\.time)
    let lastBegin = try #require(times.map(\.lowerBound).max())
    let firstEnd = try #require(times.map(\.upperBound).min())
    #expect(lastBegin < firstEnd)
  }

  @Test(.enabled(if: NoiseProbe.usableCPUs != nil))
  func `no thread spins for a processor that is not there`() throws {
    // 128 processors in the list of a machine that has fewer, as cloud machines show it.
    let usable = try #require(NoiseProbe.usableCPUs)
    let absent = Array(4_000..<4_126)
    let watches = NoiseProbe(duration: .ms(20), cpus: usable + absent, bound: true).watchAll()
    #expect(watches.map(\.noise.cpu) == usable)
    #expect(watches.allSatisfy { $0.noise.bound })
  }

  @Test func `a quota of one processor has the processors watched one after the other`() {
    let probe = NoiseProbe(
      duration: .ms(20), cpus: [0, 1, 2], bound: false, quota: CPUQuota(quota: 150_000, period: 100_000))
    let times = probe.watchAll().map(\.time).sorted { $0.lowerBound < $1.lowerBound }
    #expect(times.count == 3)
    #expect(zip(times, times.dropFirst()).allSatisfy { $0.upperBound < $1.lowerBound })
  }

  @Test func `gaps fall into doubling bins, and thresholds are exceeded, not met`() throws {
    var gaps = GapHistogram()
    for gap in [0, 1, 2, 3, 4, 4095, 4096, 10_000, 10_001, 100_001, 1_000_001] as [Int64] { gaps.add(gap) }
    let noise = try #require(gaps.noise(cpu: 3, bound: true, watched: 7))
    // 2^11 ≤ 4095 < 2^12 ≤ 4096; 2^13 ≤ 10,001 < 2^14; 2^16 ≤ 100,001 < 2^17; 2^19 ≤ 1,000,001 < 2^20.
    #expect(noise.histogram == [2, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 0, 0, 1, 0, 0, 1])
    #expect([noise.shortest, noise.median, noise.longest] == [0, 4095, 1_000_001])
    #expect([noise.over10us, noise.over100us, noise.over1ms] == [3, 2, 1])
    #expect(noise.gaps == 11)
  }

  @Test func `without gaps there are no figures, where a gap of no length has them`() throws {
    #expect(GapHistogram().noise(cpu: 0, bound: false, watched: 0) == nil)
    var gaps = GapHistogram()
    gaps.add(0)
    let noise = try #require(gaps.noise(cpu: 0, bound: false, watched: 0))
    #expect([noise.shortest, noise.median, noise.longest, noise.gaps] == [0, 0, 0, 1])
  }
}
