import Foundation

/// A value behind a lock. Unchecked: only ``withLock(_:)`` reaches it.
///
/// Not `Synchronization.Mutex`: the thread sanitizer does not see its contended path on Linux, and then reports
/// races that are none.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&value)
  }
}
