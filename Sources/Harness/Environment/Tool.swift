/// What is known of this program since it was built.
package enum Tool {
  /// The version of the program.
  package static let version = "0.1.0"

  /// The compiler that built it, as far as a compilation condition can tell; Swift has no call that says it.
  package static var swiftVersion: String {
    #if compiler(>=6.4)
      "6.4 or later"
    #elseif compiler(>=6.3.4)
      "6.3.4 or later"
    #elseif compiler(>=6.3.3)
      "6.3.3"
    #elseif compiler(>=6.3.2)
      "6.3.2"
    #elseif compiler(>=6.3.1)
      "6.3.1"
    #elseif compiler(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }

  /// `debug` or `release`: SwiftPM defines `DEBUG` for the former.
  package static var build: String {
    #if DEBUG
      "debug"
    #else
      "release"
    #endif
  }

  /// The instruction set, by the name that `uname -m` gives on Linux.
  package static var architecture: String? {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "aarch64"
    #elseif arch(riscv64)
      "riscv64"
    #else
      nil
    #endif
  }
}
