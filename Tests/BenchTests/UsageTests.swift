import Foundation
import Testing

/// What is refused, from the requirements of the command line: exit 64, before any timer is made, with a message
/// that names option, value and range.
@Suite struct UsageTests {
  @Test(arguments: [
    ("--interval", "0", "1us to 24h"), ("--interval", "-1ms", "negative"),
    ("--interval", "0.1ns", "rounds to 0"),
    ("--interval", "nan", "not a duration"), ("--interval", "inf", "not a duration"),
    ("--interval", "1e400s", "not a duration"), ("--interval", "10", "needs a unit"),
    ("--interval", "1msx", "unknown unit 'msx'"), ("--interval", ",5ms", "'' in the list: not a duration"),
    ("--interval", "300y", "unknown unit 'y'"), ("--interval", "9223372036854775807s", "too long"),
    ("--interval", "", "1us to 24h"), ("--leeway", "-1ms", "negative"), ("--leeway", "200%", "0% to 100%"),
    ("--leeway", "1.001%", "two decimals"), ("--load", "loop:150%", "0% to 100%"),
    ("--load", "loop:", "loop:P%"),
    ("--load", "loop:0%", "above 0%"), ("--load", "cpu:0", "1 to 1024"), ("--load", "cpu:", "1 to 1024"),
    ("--load", "exec:", "exec:COMMAND"), ("--load", "noise", "unknown load"),
    ("--load", "handler:0", "1ns to 60s"),
    ("--count", "0", "1 to 1000000000"), ("--count", "1.5", "whole number"),
    ("--count", "-1", "whole number"),
    ("--timer", "sundial", "runloop, runloop-common"), ("--timer", "dispach", "did you mean 'dispatch'?"),
    ("--interval", "8ms..1ms", "smaller end first"), ("--color", "blue", "auto, always, never"),
    ("--load", "lop:50%", "did you mean 'loop'?"), ("--budget", "p9x<1ms", "unknown metric 'p9x'"),
    ("--timer", "", "runloop"),
    ("--timers", "0", "1 to 10000"),
    ("--repetitions", "0", "1 to 10000"), ("--warmup", "-1s", "negative"), ("--seed", "-1", "0 to"),
    ("--budget", "mised=0", "did you mean 'missed'?"),
    ("--rotate", "20k", "100kB to 1TB"), ("--rotate", "20kB", "100kB to 1TB"),
    ("--noise-probe", "5", "0, or 10ms to 1h"),
    ("--duration", "0", "1us"), ("--output", "", "empty name"), ("--machine", "", "empty name"),
  ])
  func `a bad value is refused by option, value and range`(option: String, value: String, reason: String)
    throws
  {
    for arguments in [["run", option, value], ["run", "\(option)=\(value)"], ["\(option)=\(value)"]] {
      let outcome = try Program.run(arguments)
      #expect(outcome.status == 64)
      #expect(outcome.errors.contains(option))
      #expect(outcome.errors.contains("'\(value)'"))
      #expect(outcome.errors.contains(reason), "\(outcome.errors)")
      #expect(outcome.output.isEmpty)
    }
  }

  @Test(arguments: [
    (["--count", "5", "--duration", "1s"], "--count with --duration"),
    (["--interval", "1ms", "--interval", "2ms"], "--interval is given twice"),
    (["--force", "--force"], "--force is given twice"),
    (["--suite", "x.json", "--timer", "dispatch"], "--suite with"),
    (["--interval"], "--interval needs a value"),
    (["--force=yes"], "--force takes no value"),
    (["--sundial"], "unknown option '--sundial'"), (["--intervall", "1ms"], "did you mean '--interval'?"),
    (["--re"], "'--re' may be --repetitions or --realtime"),
    (["-x"], "unknown option '-x'"),
    (["stray"], "unexpected argument 'stray'"),
  ])
  func `arguments that contradict themselves are refused`(arguments: [String], reason: String) throws {
    let outcome = try Program.run(["run"] + arguments)
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
  }

  // 10 s times 10⁹ are 115,741 days.
  @Test(arguments: [
    (
      ["--interval", "10s", "--count", "1000000000"],
      "--count: a run of nanosleep 10s idle would take 115741 days"
    ),
    (["--interval", "24h", "--count", "1000000000"], "366 days is the most"),
    (["--load", "handler:60s", "--count", "1000000000"], "--count: a run of nanosleep 10ms handler:60s"),
    (["--duration", "720h", "--repetitions", "10000"], "the lists of options: all runs together"),
  ])
  func `times and counts that no clock can hold are refused before anything is measured`(
    arguments: [String], reason: String
  ) throws {
    let folder = try Program.Folder()
    let outcome = try Program.run(
      ["run", "--timer", "nanosleep"] + arguments + ["-o", folder.file("x.csv")])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
  }

  @Test(arguments: [
    (
      #"{"matrices":[{"timers":["nanosleep"],"intervals":["9000000000s"]}],"count":1000000000}"#,
      ":1:51: matrices[0].intervals[0] is '9000000000s': out of range: 1us to 24h"
    ),
    (
      #"{"matrices":[{"timers":["nanosleep"],"intervals":["10ms"]}],"duration":"9223372036s","warmup":"9223372036s"}"#,
      ":1:72: duration is '9223372036s': out of range: 1us to 720h"
    ),
    (
      #"{"matrices":[{"timers":["nanosleep"],"intervals":["10ms"]}],"duration":"1s","warmup":"9223372036s"}"#,
      ":1:86: warmup is '9223372036s': out of range: 0 to 1h"
    ),
    (
      #"{"matrices":[{"timers":["nanosleep"],"intervals":["10s"]}],"count":1000000000}"#,
      ": count: a run of nanosleep 10s idle would take 115741 days"
    ),
  ])
  func `a suite whose times no clock can hold is refused by its keys`(suite: String, reason: String) throws {
    let folder = try Program.Folder()
    try suite.write(toFile: folder.file("s.json"), atomically: true, encoding: .utf8)
    let outcome = try Program.run(["run", "--suite", "s.json", "-o", "x.csv"], in: folder.path)
    #expect(outcome.status == 65)
    #expect(outcome.errors.contains("s.json\(reason)"), "\(outcome.errors)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["s.json"])
  }

  @Test func `what follows two dashes is an operand, whatever it begins with`() throws {
    let outcome = try Program.run(["summary", "--format", "json", "--", "--missing.csv", "x.csv"])
    #expect(outcome.status == 74)
    #expect(outcome.errors.contains("--missing.csv"))
  }

  @Test func `an unknown command names those that exist`() throws {
    let outcome = try Program.run(["measure"])
    #expect(outcome.status == 64)
    #expect(outcome.errors.contains("unknown command 'measure': use run, "))
    #expect(try Program.run(["sumary"]).errors.contains("did you mean 'summary'?"))
  }

  @Test func `help is a result, for the program and for each command`() throws {
    let overview = try Program.run(["--help"])
    #expect(overview.status == 0)
    #expect(overview.errors.isEmpty)
    for command in ["run", "doctor", "list"] {
      #expect(overview.output.contains("  \(command) "))
      let help = try Program.run([command, "--help"])
      #expect(help.status == 0)
      #expect(help.output.contains("Example:\n  bench \(command)"))
      #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 82 }, "\(help.output)")
      #expect(try Program.run(["help", command]).output == help.output)
    }
    let version = try Program.run(["--version"]).output
    #expect(version.hasPrefix("timer-bench "))
    #expect(version.contains("Swift ") && version.contains("charts: "))
    #expect(try Program.run(["-V"]).output == version)
  }

  @Test(.enabled(if: Program.canProvokeFaults))
  func `results that cannot be written end with 74 and a reason`() throws {
    for command in ["list", "--help", "run --help"] {
      let outcome = try Program.shell("bench \(command) > /dev/full")
      #expect(outcome.status == 74)
      #expect(outcome.errors.contains("No space left on device"))
    }
  }
}
