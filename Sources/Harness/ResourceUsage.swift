import CPlatform
import Foundation

/// What the process has used up so far.
struct ResourceUsage {
  /// User and system time in nanoseconds.
  var cpu: Int64
  /// Context switches that a thread asked for by waiting.
  var voluntarySwitches: Int64
  /// Context switches that the kernel forced.
  var involuntarySwitches: Int64
  /// The most memory at once, in bytes; in a difference that of the later reading.
  var peakMemory: Int64

  /// Reads the usage of the calling process.
  static func now() -> ResourceUsage {
    let usage = platform_resource_usage()
    return ResourceUsage(
      cpu: usage.cpu_ns, voluntarySwitches: usage.voluntary_switches,
      involuntarySwitches: usage.involuntary_switches, peakMemory: usage.peak_memory)
  }

  /// Begins the peak of the memory anew where the system can, and reads the usage.
  static func withNewPeak() -> ResourceUsage {
    _ = platform_reset_peak_memory()
    return now()
  }

  static func - (left: ResourceUsage, right: ResourceUsage) -> ResourceUsage {
    ResourceUsage(
      cpu: left.cpu - right.cpu,
      voluntarySwitches: left.voluntarySwitches - right.voluntarySwitches,
      involuntarySwitches: left.involuntarySwitches - right.involuntarySwitches,
      peakMemory: left.peakMemory)
  }
}
