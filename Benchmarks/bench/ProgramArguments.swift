import CPlatform

#if CHARTS
  import Charts
#endif
import Foundation

/// The words that the program was called with.
enum ProgramArguments {
  /// All of them, the program's name first.
  ///
  /// From the system itself where it hands them over: Swift's own list is read from /proc, which may not be there.
  static let all: [String] = {
    let count = platform_argument_count()
    guard count > 0 else { return CommandLine.arguments }
    return (0..<count).map { unsafe String(cString: platform_argument($0)) }
  }()
}

/// Ends the program now, from any thread: what it started is killed, unfinished images are removed.
func endAtOnce(_ status: Int32) -> Never {
  #if CHARTS
    Scratch.abandon { _exit(status) }
  #else
    _exit(status)
  #endif
}
