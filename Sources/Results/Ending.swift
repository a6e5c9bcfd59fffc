import Foundation
import Synchronization

/// Keeps a program that is told to end from leaving a file between its temporary name and its own.
package enum Ending {
  private static let lock = Mutex(())

  /// Does what takes a moment and should not be broken off.
  static func hold<Failure: Error>(_ body: () throws(Failure) -> Void) throws(Failure) {
    try lock.withLock { _ throws(Failure) in try body() }
  }

  /// Ends the program in its own time, unless it is being ended already.
  package static func inTurn(_ end: () -> Never) -> Never {
    lock.withLock { _ in end() }
  }

  /// Ends the program now, when nothing is held any more, or a second later where a disk does not answer.
  package static func end(_ end: () -> Never) -> Never {
    for _ in 0..<1_000 {
      lock.withLockIfAvailable { _ in end() }
      usleep(1_000)
    }
    end()
  }
}
