import CGnuplot
import Foundation
import Synchronization

/// The files that a drawing needs for a while, so that a program that is told to end leaves none behind.
package enum Scratch {
  private static let paths = Mutex<Set<String>>([])

  /// Notes a file that is about to be made.
  package static func add(_ path: String) {
    _ = paths.withLock { $0.insert(path) }
  }

  /// Removes a file, where it is still there.
  package static func remove(_ path: String) {
    _ = unsafe unlink(path)
    _ = paths.withLock { $0.remove(path) }
  }

  /// Kills every gnuplot that runs, with its whole group, removes all files, and ends the program. No drawing goes on
  /// meanwhile.
  package static func abandon(ending end: () -> Never) -> Never {
    paths.withLock { paths in
      gnuplot_kill_running()
      for path in paths { _ = unsafe unlink(path) }
      end()
    }
  }
}
