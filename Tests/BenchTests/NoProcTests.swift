import Foundation
import Testing

#if os(Linux)
  /// Containers and chroots without /proc: what is read there stays unknown, and nothing else is lost.
  @Suite(.serialized, .enabled(if: geteuid() == 0)) struct NoProcTests {
    @Test(
      arguments: [
        ("run --timer nanosleep --interval 1ms --count 20 -o y.csv", [0]), ("plot x.csv -o charts", [0]),
        ("compare x.csv x.csv --plot charts", [0]), ("summary x.csv", [0]), ("doctor --duration 10ms", [0]),
        // Those that need a process of their own may not get one.
        ("behaviors --timer dispatch", [0, 1]),
      ] as [(String, [Int32])])
    func `every command works without it`(command: String, statuses: [Int32]) throws {
      let folder = try Program.Folder()
      let made = try Program.run(
        [
          "run", "--timer", "nanosleep", "--interval", "1ms", "--count", "100", "--no-plot", "--quiet", "-o",
          "x.csv",
        ],
        in: folder.path)
      #expect(made.status == 0, "\(made.errors)")
      let outcome = try Program.shell(
        "SWIFT_BACKTRACE=enable=no; export SWIFT_BACKTRACE; "
          + "unshare -m sh -c 'mount -t tmpfs none /proc && exec timeout -s KILL 120 \"$0\" \(command)' \"$0\"",
        in: folder.path)
      #expect(statuses.contains(outcome.status), "\(outcome.status), \(outcome.errors)")
    }
  }
#endif
