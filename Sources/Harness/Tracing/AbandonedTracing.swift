import CPlatform
import Foundation

/// Tracing instances of this program whose process was killed: they go on tracing the machine until they are removed.
public enum AbandonedTracing {
  /// What the names of this program's instances begin with; the number of the process follows.
  static let prefix = "timer-bench-"

  private static let folder = "/sys/kernel/tracing/instances"

  /// Removes them as far as this process may, and returns how many that were.
  ///
  /// An instance of a process that lives in another namespace is held open by it, and the kernel does not remove that.
  public static func remove() -> Int {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.count { name in
      guard let process = process(ofInstance: name), kill(process, 0) != 0, errno == ESRCH else {
        return false
      }
      return unsafe rmdir("\(folder)/\(name)") == 0
    }
  }

  /// The process that an instance of this program belongs to; `nil` for other instances.
  static func process(ofInstance name: String) -> pid_t? {
    guard name.hasPrefix(prefix) else { return nil }
    let number = name.dropFirst(prefix.count).prefix { $0 != "-" }
    return pid_t(number).flatMap { $0 > 0 ? $0 : nil }
  }
}
