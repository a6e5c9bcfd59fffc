import Foundation
import Testing

#if os(Linux)
  /// Memory and processes that run out: a sentence and an exit status, in time.
  @Suite(.serialized) struct ExhaustionTests {
    /// A shell in which `limited` runs the program for a minute at most.
    private static let limited =
      "SWIFT_BACKTRACE=enable=no; export SWIFT_BACKTRACE; limited() { timeout -s KILL 60 \"$@\"; }; "

    @Test(arguments: [
      "summary x.csv", "compare x.csv x.csv", "run --timer nanosleep --count 3 --no-plot -o y.csv --force",
    ])
    func `under any limit of memory a command succeeds or says why not`(command: String) throws {
      let folder = try Program.Folder()
      let made = try Program.run(
        [
          "run", "--timer", "dispatch", "--interval", "1ms", "--count", "500", "--no-plot", "--quiet", "-o",
          "x.csv",
        ],
        in: folder.path)
      #expect(made.status == 0, "\(made.errors)")
      var statuses: Set<Int32> = []
      // In kB. Below the first, the loader has no room for the libraries; above the last, all is well.
      for limit in stride(from: 72_000, through: 132_000, by: 6_000) {
        let outcome = try Program.shell(
          Self.limited + "ulimit -v \(limit); limited \"$0\" \(command)", in: folder.path)
        // 127 is the loader's.
        #expect(
          [0, 1, 74, 127].contains(outcome.status), "\(limit) kB: \(outcome.status), \(outcome.errors)")
        #expect(outcome.status == 0 || !outcome.errors.isEmpty, "\(limit) kB")
        statuses.insert(outcome.status)
      }
      // Some of the limits were too low: else nothing was tried.
      #expect(!statuses.isDisjoint(with: [1, 74]))
    }

    @Test(
      .enabled(if: geteuid() == 0), arguments: [1, 3, 12],
      ["behaviors", "list", "doctor --duration 10ms", "run --count 3 --no-plot -o -"])
    func `under any limit of processes a command succeeds or says why not`(limit: Int, command: String) throws
    {
      let folder = try Program.Folder()
      _ = unsafe chmod(folder.path, 0o777)
      // A user without other processes: root has no limit.
      let start = MonotonicTime.now()
      let outcome = try Program.shell(
        Self.limited
          + "limited setpriv --reuid=54321 --regid=54321 --clear-groups prlimit --nproc=\(limit) \"$0\" \(command)",
        in: folder.path)
      #expect([0, 1, 74].contains(outcome.status), "\(outcome.status), \(outcome.errors)")
      // Notes are broken into lines.
      let words = outcome.errors.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      if outcome.status != 0 { #expect(words.contains("ulimit -u"), "\(words)") }
      if command == "behaviors" {
        #expect(outcome.status == 1)
        #expect(MonotonicTime.now() - start < 30)
      }
    }
  }

  private enum MonotonicTime {
    /// Seconds of the monotonic clock.
    static func now() -> Double { ProcessInfo.processInfo.systemUptime }
  }
#endif
