import Foundation
import Testing
import Timing

@testable import Harness

@Suite struct NoiseProbeTests {
  @Test func `every processor is watched for the whole time, and every gap is counted`() {
    let duration = Nanoseconds.ms(50)
    let noise = NoiseProbe(duration: duration).run()
    let allowed = FileReader(root: "/").text("/proc/self/status").flatMap {
      keyedLines($0)["Cpus_allowed_list"]
    }
    #expect(
      noise.map(\.cpu) == allowed.flatMap(cpuList) ?? Array(0..<ProcessInfo.processInfo.activeProcessorCount))
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

  @Test func `gaps fall into doubling bins, and thresholds are exceeded, not met`() {
    var gaps = GapHistogram()
    for gap in [0, 1, 2, 3, 4, 4095, 4096, 10_000, 10_001, 100_001, 1_000_001] as [Int64] { gaps.add(gap) }
    let noise = gaps.noise(cpu: 3, bound: true, watched: 7)
    // 2^11 ≤ 4095 < 2^12 ≤ 4096; 2^13 ≤ 10,001 < 2^14; 2^16 ≤ 100,001 < 2^17; 2^19 ≤ 1,000,001 < 2^20.
    #expect(noise.histogram == [2, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 0, 0, 1, 0, 0, 1])
    #expect([noise.shortest, noise.median, noise.longest] == [0, 4095, 1_000_001])
    #expect([noise.over10us, noise.over100us, noise.over1ms] == [3, 2, 1])
    #expect(noise.gaps == 11)
  }

  @Test func `no gaps are no figures`() {
    let noise = GapHistogram().noise(cpu: 0, bound: false, watched: 0)
    #expect([noise.shortest, noise.median, noise.longest, noise.gaps] == [0, 0, 0, 0])
  }
}
