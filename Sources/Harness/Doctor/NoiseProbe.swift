import CPlatform
import Foundation
import Synchronization
import Timers
import UnderTest
import Timing
import struct Timing.Nanoseconds

/// Looks for interruptions: on every processor that the process may use, a thread reads the clock in a loop and
/// notes the gaps between reads. The method is that of `oslat` of rt-tests.
///
/// All processors are watched at once, so that no processor idles and a host that has promised more processors than it
/// has is found out; under a quota, as many at once as it pays for, one group after the other. The price: whatever
/// else runs must take its time from one of these threads, and is seen as a gap. The threads keep their scheduling
/// policy, and none shares its processor with another of them: that would make the gaps it reports.
package struct NoiseProbe: Sendable {
  private let duration: Int64
  private let cpus: [Int]
  private let bound: Bool
  private let atOnce: Int

  /// A probe that watches every processor that is there and allowed for `duration`.
  package init(duration: Nanoseconds = .ms(5000)) {
    let usable = Self.usableCPUs
    self.init(
      duration: duration, cpus: usable ?? Array(0..<ProcessInfo.processInfo.activeProcessorCount),
      bound: usable != nil, quota: CPUQuota.tightest(files: FileReader(root: "/")))
  }

  /// A probe of given processors.
  /// - Parameters:
  ///   - bound: whether a thread is to keep to its processor; one that cannot is not run at all.
  ///   - quota: the processor time that the process is granted; `nil` for all there is.
  init(duration: Nanoseconds, cpus: [Int], bound: Bool, quota: CPUQuota? = nil) {
    self.duration = max(1, duration.count)
    self.cpus = cpus
    self.bound = bound
    let granted = quota?.processors ?? .infinity
    atOnce = granted < Double(cpus.count) ? max(1, Int(granted)) : max(1, cpus.count)
  }

  /// The processors that the calling thread may use and that are there, rising; `nil` where the system does not tell.
  static var usableCPUs: [Int]? {
    var numbers = [Int32](repeating: 0, count: 8_192)
    let count = unsafe platform_usable_cpus(&numbers, Int32(numbers.count))
    return count > 0 ? numbers.prefix(Int(count)).map { Int($0) } : nil
  }

  /// How many processors there are to watch.
  package var processors: Int { cpus.count }

  /// Watches, and returns the figures of each processor in rising order. Blocks for the duration; under a quota of
  /// fewer processors than there are, for a multiple of it.
  ///
  /// Where the processors cannot be listed, there is one unbound thread for each processor online.
  package func run() -> [CPUNoise] {
    watchAll().map(\.noise)
  }

  /// What came of one processor, and from when to when on the monotonic clock it was watched.
  struct Watch {
    let noise: CPUNoise
    let time: ClosedRange<Int64>
  }

  func watchAll() -> [Watch] {
    let groups = stride(from: 0, to: cpus.count, by: atOnce).map { cpus[$0..<min($0 + atOnce, cpus.count)] }
    return groups.flatMap { watchTogether($0) }.sorted { $0.noise.cpu < $1.noise.cpu }
  }

  private func watchTogether(_ cpus: ArraySlice<Int>) -> [Watch] {
    let start = platform_monotonic_ns() + Self.headStart
    let collected = Collected()
    let done = DispatchGroup()
    for cpu in cpus {
      done.enter()
      let started = OwnThread.start(name: "noise-\(cpu)") {
        let watch = Self.watch(cpu, bound: bound, from: start, for: duration)
        if let watch { collected.watches.withLock { $0.append(watch) } }
        done.leave()
      }
      if !started { done.leave() }
    }
    done.wait()
    return collected.watches.withLock { $0 }
  }

  /// The time threads have to start and to touch their memory.
  private static let headStart: Int64 = 20_000_000

  private final class Collected: Sendable {
    let watches = Mutex<[Watch]>([])
  }

  private static func watch(_ cpu: Int, bound: Bool, from start: Int64, for duration: Int64) -> Watch? {
    if bound, platform_pin_to_cpu(Int32(clamping: cpu)) != 0 { return nil }
    var gaps = GapHistogram()
    while platform_sleep_until(start) == EINTR {}
    let first = platform_monotonic_ns()
    let end = first + duration
    var last = first
    repeat {
      let now = platform_monotonic_ns()
      gaps.add(now - last)
      last = now
    } while last < end
    guard let noise = gaps.noise(cpu: cpu, bound: bound, watched: last - first) else { return nil }
    return Watch(noise: noise, time: first...last)
  }
}

/// Counts of gaps by length, in memory that is there before the first one.
struct GapHistogram {
  /// Gaps below this length in nanoseconds are counted exactly.
  static let exactLimit: Int64 = 4096

  private var exact = [Int64](repeating: 0, count: Int(exactLimit))
  private var doubling = [Int64](repeating: 0, count: 64)
  private var longest: Int64 = 0
  private var over10us: Int64 = 0
  private var over100us: Int64 = 0
  private var over1ms: Int64 = 0

  /// Counts a gap of zero or more nanoseconds.
  mutating func add(_ gap: Int64) {
    if gap > longest { longest = gap }
    if gap < Self.exactLimit {
      exact[Int(gap)] += 1
    } else {
      doubling[Self.bin(gap)] += 1
      if gap > 10_000 { over10us += 1 }
      if gap > 100_000 { over100us += 1 }
      if gap > 1_000_000 { over1ms += 1 }
    }
  }

  /// The figures of a processor that was watched for `watched` nanoseconds; `nil` without gaps, which have no length.
  func noise(cpu: Int, bound: Bool, watched: Int64) -> CPUNoise? {
    var histogram = doubling
    for (length, count) in exact.enumerated() { histogram[Self.bin(Int64(length))] += count }
    while histogram.last == 0 { histogram.removeLast() }
    guard !histogram.isEmpty else { return nil }
    return CPUNoise(
      cpu: cpu, bound: bound, watched: watched, shortest: length(ofRank: 1),
      median: length(ofRank: (histogram.reduce(0, +) + 1) / 2), longest: longest, histogram: histogram,
      over10us: over10us, over100us: over100us, over1ms: over1ms)
  }

  /// The length of the gap at `rank`, from 1 for the shortest.
  private func length(ofRank rank: Int64) -> Int64 {
    var seen: Int64 = 0
    for (length, count) in exact.enumerated() {
      seen += count
      if seen >= rank { return Int64(length) }
    }
    for (bin, count) in doubling.enumerated() {
      seen += count
      if seen >= rank { return 1 << Int64(bin) }
    }
    return longest
  }

  /// The bin `i` of `2^i ..< 2^(i+1)`; 0 for a gap of 0 ns.
  private static func bin(_ gap: Int64) -> Int {
    gap < 2 ? 0 : 63 - gap.leadingZeroBitCount
  }
}
