import CPlatform
import Foundation
import Text
import Timing

/// What a run or the behaviours need of the system, tried before they begin: mechanisms that find too little of it wait
/// forever or trap.
package enum Means {
  /// Threads of a run besides those of its load: the timer's, the drain's, and some of Dispatch.
  private static let threads = 4
  /// Descriptors of a run: loops, timers and queues of the system.
  private static let descriptors = 12

  /// Memory of a run besides its recorder, in bytes: rows on their way to the file, and whatever the system needs.
  private static let memory = 64 << 20

  /// Tries whether the run can have its descriptors, memory and threads, and `more` threads for its load.
  static func check(_ more: Int) throws(RunError) {
    let room = unsafe malloc(memory)
    guard unsafe room != nil else {
      throw .means(
        "the system does not give \(memory >> 20) MiB more memory: raise the limit (ulimit -v), or measure fewer timers"
          + " or longer intervals")
    }
    unsafe free(room)
    try check(threads: threads + more)
    let closed = platform_try_descriptors(Int32(descriptors))
    if closed != 0 {
      throw .means(
        "the system does not give \(descriptors) more file descriptors (\(systemMessage(closed))): raise the limit"
          + " (ulimit -n)")
    }
  }

  /// Tries whether the system has so many more threads.
  package static func check(threads count: Int) throws(RunError) {
    let missing = platform_try_threads(Int32(clamping: count))
    if missing != 0 {
      throw .means(
        "the system does not give \(count) more threads (\(systemMessage(missing))): raise the limits (ulimit -u, -v) or"
          + " use less")
    }
  }
}

extension Load {
  /// The threads that spin.
  var threads: Int { if case .cpu(let count) = self { count } else { 0 } }
}
