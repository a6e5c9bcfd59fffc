import CPlatform
import Foundation

/// Tracing instances of this program whose process was killed: they go on tracing the machine until they are removed.
package enum AbandonedTracing {
  /// What the names of this program's instances begin with; the number of the process follows.
  static let prefix = "timer-bench-"

  private static let folder = "/sys/kernel/tracing/instances"

  /// Removes them as far as this process may, and returns how many that were.
  ///
  /// A living process holds its instance open, and the kernel does not remove that.
  package static func remove() -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.count { name in
      guard let process = process(ofInstance: name), !isOurs(process) else { return false }
      return unsafe rmdir("\(folder)/\(name)") == 0
    }
  }

  /// Whether a process exists and goes by this one's name: a number is given again after its process has ended.
  private static func isOurs(_ process: pid_t) -> Bool {
    guard kill(process, 0) == 0 || errno != ESRCH else { return false }
    let files = FileReader(root: "/")
    return files.value("/proc/\(process)/comm") == files.value("/proc/self/comm")
  }

  /// The process that an instance of this program belongs to; `nil` for other instances.
  static func process(ofInstance name: String) -> pid_t? {
    guard name.hasPrefix(prefix) else { return nil }
    let number = name.dropFirst(prefix.count).prefix { $0 != "-" }
    return pid_t(number).flatMap { $0 > 0 ? $0 : nil }
  }
}
