import Dispatch
import Foundation
import Synchronization

extension RandomAccessCollection where Index == Int, Self: Sendable {
  /// What `transform` makes of each element, in their order; several are worked on at once, as many as there are cores.
  func concurrentMap<Value: Sendable>(_ transform: @escaping @Sendable (Element) -> Value) -> [Value] {
    guard count > 1 else { return map(transform) }
    let values = Shared([Value?](repeating: nil, count: count))
    SharedWork.perform(count) { offset in
      let value = transform(self[startIndex + offset])
      values.mutex.withLock { $0[offset] = value }
    }
    return values.mutex.withLock { $0.compactMap(\.self) }
  }
}

/// What several threads fill.
private final class Shared<Value: Sendable>: Sendable {
  let mutex: Mutex<Value>

  init(_ value: Value) { mutex = Mutex(value) }
}

/// Parts of a task that the caller and helping threads take one after the other.
///
/// `concurrentPerform` within another one runs on a single thread, so that one large cell beside a small one would leave
/// a core idle. Here the caller waits for parts that a helper has begun and for nothing else: there is no deadlock, and
/// nothing is lost where no helper can be had. Dispatch's queues would end the program when descriptors run out.
private final class SharedWork: Sendable {
  private let count: Int
  private let body: @Sendable (Int) -> Void
  private let next = Atomic(0)
  private let done = Atomic(0)
  private let finished = DispatchSemaphore(value: 0)

  private init(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    (self.count, self.body) = (count, body)
  }

  /// Calls `body` with 0 … count − 1, each once; returns when all have returned.
  static func perform(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let work = SharedWork(count, body)
    for _ in 1..<max(1, min(count, ProcessInfo.processInfo.activeProcessorCount)) {
      let helper = Thread { work.takePart() }
      helper.stackSize = 1 << 20
      helper.start()
    }
    work.takePart()
    work.finished.wait()
  }

  private func takePart() {
    while true {
      let index = next.add(1, ordering: .relaxed).oldValue
      guard index < count else { return }
      body(index)
      if done.add(1, ordering: .acquiringAndReleasing).newValue == count { finished.signal() }
    }
  }
}
