import CPlatform
import CTracing
import Foundation
import Text
import Timing

/// The right and the means to trace the kernel, found once before anything is measured.
///
/// Linux: libtracefs, loaded now, and write access to tracefs. Every run traces in private instances named
/// `timer-bench-<process>…`, which end with it.
package struct KernelTracing: Sendable {
  /// What was done to get here that the user should know of, a sentence each.
  package let notes: [String]

  /// Finds the library, and mounts tracefs where it is not.
  package init() throws(TracingError) {
    #if os(Linux)
      // The kernel's events carry thread numbers of the initial namespace: include/uapi/linux/nsfs.h.
      let space = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")
      if let space, space != "pid:[4026531836]" { throw .namespace }
      let offsets = FileReader(root: "/").text("/proc/self/timens_offsets") ?? ""
      if let offset = monotonicOffset(offsets), offset != 0 { throw .clockNamespace(seconds: offset) }
    #endif
    var mounted = false
    let problem = unsafe tracing_prepare(&mounted)
    guard problem == TRACING_FINE.rawValue else { throw TracingError(problem, errno: 0, name: "") }
    notes = mounted ? ["Mounted tracefs at /sys/kernel/tracing; it stays mounted."] : []
  }

  /// What a recording says of its tracing: it costs time, so it belongs to the facts.
  package static let fact =
    "mono clock, own instance: hrtimer_start hrtimer_expire_entry sched_waking sched_wakeup_new sched_switch"
}

/// Why the kernel cannot be traced.
package enum TracingError: Error, Hashable, Sendable {
  /// The system is not Linux.
  case notLinux
  /// libtracefs is missing.
  case noLibrary
  /// tracefs is not there.
  case notMounted
  /// The process lives in a namespace in which threads have other numbers than in the kernel's events.
  case namespace
  /// The process lives in a namespace whose monotonic clock is so many seconds ahead of the kernel's.
  case clockNamespace(seconds: Int64)
  /// The addresses of the kernel's functions are hidden.
  case noSymbols
  /// The instance of that name could not be made or set up.
  case instance(String, errno: Int32)

  init(_ problem: Int32, errno: Int32, name: String) {
    self =
      switch tracing_problem(rawValue: UInt32(problem)) {
      case TRACING_NOT_LINUX: .notLinux
      case TRACING_NO_LIBRARY: .noLibrary
      case TRACING_NOT_MOUNTED: .notMounted
      case TRACING_NO_SYMBOLS: .noSymbols
      default: .instance(name, errno: errno)
      }
  }
}

extension TracingError: CustomStringConvertible {
  /// One line that says what is needed.
  package var description: String { description(isRoot: Rights.isRoot) }

  /// The same for root or another user: who is root already needs something else.
  func description(isRoot: Bool) -> String {
    switch self {
    case .notLinux: "--trace needs Linux: measure without it here"
    case .noLibrary: "--trace needs libtracefs: run 'apt-get install libtracefs1', or measure without --trace"
    case .notMounted:
      "--trace needs tracefs, which could not be mounted: "
        + (isRoot
          ? "root lacks CAP_SYS_ADMIN here, or the kernel has no tracefs; in a container, start that with --privileged"
          : "as root, run 'mount -t tracefs nodev /sys/kernel/tracing'")
    case .namespace:
      "--trace needs the machine's own process numbers: run outside the container, or with --pid=host"
    case .clockNamespace(let seconds):
      "--trace needs the machine's own clock, and this time namespace is \(seconds) s from it: run outside the namespace"
    case .noSymbols:
      "--trace needs the addresses in /proc/kallsyms: "
        + (isRoot ? "root lacks CAP_SYSLOG here, or kernel.kptr_restrict is 2" : "run as root")
    case .instance(let name, let errno):
      "--trace could not set up the tracing instance '\(name)' (\(systemMessage(errno))): "
        + Self.instanceRemedy(errno, isRoot: isRoot)
    }
  }

  private static func instanceRemedy(_ errno: Int32, isRoot: Bool) -> String {
    switch errno {
    case EROFS:
      return
        "tracefs is mounted read-only: 'mount -o remount,rw /sys/kernel/tracing', or run outside the container"
    case EPERM, EACCES:
      return isRoot
        ? "root lacks a right here (CAP_SYS_ADMIN, a lockdown of the kernel, or its security module); in a container, "
          + "start that with --privileged"
        : "run as root"
    default:
      return (isRoot ? "run" : "run as root,") + " on a kernel with timer and scheduler events"
    }
  }
}

/// The seconds that the monotonic clock of this process is ahead of the kernel's, from time_namespaces(7)'s
/// `/proc/self/timens_offsets`; `nil` for a text of another shape.
func monotonicOffset(_ offsets: String) -> Int64? {
  let lines = offsets.split(separator: "\n").map { $0.split(separator: " ", omittingEmptySubsequences: true) }
  // By name, and by number in kernels before 5.10.
  guard let line = lines.first(where: { $0.count == 3 && ["monotonic", "1"].contains($0[0]) }),
    let seconds = Int64(line[1]), let nanoseconds = Int64(line[2])
  else { return nil }
  return seconds == 0 && nanoseconds != 0 ? 1 : seconds
}
