import Foundation
import Synchronization
import Timers

/// A thread whose run loop runs in the default mode until it is ended.
final class LoopThread: Sendable {
  /// Its loop. Unchecked, since `RunLoop` is not Sendable: adding timers from another thread is what is tried.
  private struct Loop: @unchecked Sendable {
    let loop: RunLoop
    let thread: ObjectIdentifier
    let reference: LoopReference
  }

  private let loop = Mutex<Loop?>(nil)
  private let ended = Counter()
  private let finished = DispatchSemaphore(value: 0)

  init() {
    let ready = DispatchSemaphore(value: 0)
    let thread = Thread { [self] in
      // Keeps the mode from being empty.
      let keeper = Timer(fire: .distantFuture, interval: 1e6, repeats: true) { _ in }
      RunLoop.current.add(keeper, forMode: .default)
      loop.withLock {
        $0 = Loop(loop: .current, thread: ObjectIdentifier(Thread.current), reference: .current())
      }
      ready.signal()
      while ended.value == 0 { _ = RunLoop.current.run(mode: .default, before: .distantFuture) }
      keeper.invalidate()
      finished.signal()
    }
    thread.start()
    ready.wait()
  }

  /// Which thread it is.
  var thread: ObjectIdentifier? { loop.withLock { $0?.thread } }

  /// Adds a timer from the calling thread.
  func add(_ timer: any LoopTimer) {
    guard let loop = loop.withLock({ $0 }) else { return }
    timer.add(to: loop.loop, mode: .default)
  }

  /// Queues work on the loop.
  func perform(_ work: @escaping @Sendable () -> Void) {
    loop.withLock { $0?.reference }?.perform(work)
  }

  /// Ends the loop; returns when its thread has left it.
  func end() {
    ended.add()
    guard let reference = loop.withLock({ $0?.reference }) else { return }
    reference.perform { reference.stop() }
    finished.wait()
  }
}

/// Carries what is not Sendable to another thread. Unchecked: experiments do so where the timer's thread-safety is
/// the very question, or hand over for good.
struct HandOver<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
