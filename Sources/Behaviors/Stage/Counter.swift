import Synchronization

/// A number that any thread may raise.
final class Counter: Sendable {
  private let number = Atomic(0)

  var value: Int { number.load(ordering: .sequentiallyConsistent) }

  /// Adds one; the new value.
  @discardableResult
  func add() -> Int { number.add(1, ordering: .sequentiallyConsistent).newValue }

  func subtract() { number.subtract(1, ordering: .sequentiallyConsistent) }
}

/// A value behind a lock.
final class Shared<Value: Sendable>: Sendable {
  private let guarded: Mutex<Value>

  init(_ value: Value) {
    guarded = Mutex(value)
  }

  var value: Value {
    get { guarded.withLock { $0 } }
    set { guarded.withLock { $0 = newValue } }
  }
}
