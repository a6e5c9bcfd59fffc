import Synchronization

/// An object whose calls are counted and whose end is seen from outside.
package final class Target: Sendable {
  private let record: Record

  /// What is known of a target, also after its end.
  package final class Record: Sendable {
    private let touched = Atomic(0)
    private let ended = Atomic(false)

    /// How often the target was called.
    package var touches: Int { touched.load(ordering: .sequentiallyConsistent) }
    /// Whether the target is gone.
    package var isFreed: Bool { ended.load(ordering: .sequentiallyConsistent) }

    /// Creates the record of a target that lives.
    package init() {}

    fileprivate func touch() { touched.add(1, ordering: .sequentiallyConsistent) }
    fileprivate func end() { ended.store(true, ordering: .sequentiallyConsistent) }
  }

  /// Creates a target.
  package init(_ record: Record) {
    self.record = record
  }

  deinit {
    record.end()
  }

  /// Counts a call.
  package func touch() {
    record.touch()
  }
}
