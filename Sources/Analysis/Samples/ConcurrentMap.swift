import Dispatch
import Synchronization

extension RandomAccessCollection where Index == Int, Self: Sendable {
  /// What `transform` makes of each element, in their order; several are worked on at once, as many as there are cores.
  func concurrentMap<Value: Sendable>(_ transform: @Sendable (Element) -> Value) -> [Value] {
    guard count > 1 else { return map(transform) }
    let values = Mutex([Value?](repeating: nil, count: count))
    DispatchQueue.concurrentPerform(iterations: count) { offset in
      let value = transform(self[startIndex + offset])
      values.withLock { $0[offset] = value }
    }
    return values.withLock { $0.compactMap(\.self) }
  }
}
