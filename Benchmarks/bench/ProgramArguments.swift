import Text
import CPlatform

#if CHARTS
  import Charts
#endif
import Foundation
import Results
import Timing

/// The words that the program was called with.
enum ProgramArguments {
  /// All of them, the program's name first, as ``Swift/String/init(systemBytes:)`` reads bytes.
  ///
  /// From the system itself where it hands them over: Swift's own list is read from /proc, which may not be there.
  static let all: [String] = {
    let count = platform_argument_count()
    guard count > 0 else { return CommandLine.arguments }
    return (0..<count).map { index in
      let words = unsafe UnsafeBufferPointer(
        start: platform_argument(index), count: strlen(platform_argument(index)))
      return unsafe String(systemBytes: words.map { UInt8(bitPattern: $0) })
    }
  }()
}

/// Ends the program now, from any thread: what it started is killed, what it needed for a while is removed.
func endAtOnce(_ status: Int32) -> Never {
  Ending.end {
    #if CHARTS
      Drawings.abandon()
    #endif
    ScratchFolder.end()
    _exit(status)
  }
}
