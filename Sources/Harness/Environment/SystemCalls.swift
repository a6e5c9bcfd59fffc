import CPlatform

/// The few facts of a Linux machine that no file tells.
struct SystemCalls: Sendable {
  /// The stated resolution of the clock, in nanoseconds.
  var clockResolutionNs: Int64?
  /// The stated resolution of the clock that advances with the scheduler's tick, in nanoseconds: 1/HZ.
  var coarseResolutionNs: Int64?
  /// The measured cost of a clock read, in nanoseconds.
  var clockReadNs: Double?
  /// The processor's word for the hypervisor, such as `KVMKVMKVM`; empty when the processor is bare.
  /// `nil` where a processor cannot be asked.
  var hypervisorSignature: String?
}

#if os(Linux)
  extension SystemCalls {
    /// Asks this machine.
    static func live() -> SystemCalls {
      let words = platform_hypervisor_signature()
      return SystemCalls(
        clockResolutionNs: known(platform_clock_resolution_ns()),
        coarseResolutionNs: known(platform_coarse_clock_resolution_ns()),
        clockReadNs: clockReadCostNs(),
        hypervisorSignature: words.known == 0
          ? nil : signature(words.bytes.0, words.bytes.1, words.bytes.2))
    }

    private static func known(_ resolution: Int64) -> Int64? {
      resolution > 0 ? resolution : nil
    }
  }
#endif

/// The text in three words of four bytes each, the lowest byte first; ends at the first NUL.
func signature(_ words: UInt32...) -> String {
  let bytes = words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
  return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
}

/// The cost of one read of the monotonic clock, in nanoseconds: the median over batches of back-to-back reads, so
/// that an interruption of one batch does not count. Takes about a millisecond.
func clockReadCostNs(batches: Int = 101, reads: Int = 256) -> Double {
  var costs: [Int64] = []
  costs.reserveCapacity(batches)
  for _ in 0..<batches {
    let start = platform_monotonic_ns()
    var end = start
    for _ in 0..<reads { end = platform_monotonic_ns() }
    costs.append(end - start)
  }
  return Double(costs.sorted()[batches / 2]) / Double(reads)
}
